import { type JsonSchema, Predicate, Schema } from "effect"
import type { Contract } from "../../domain/Contract.ts"

/** A contract of any tool. */
export type AnyContract = Contract<Schema.ConstraintCodec<unknown, unknown>, Schema.ConstraintCodec<unknown, unknown>>

/** A node of a JSON Schema. */
export interface JsonSchemaNode {
  [key: string]: JsonValue
}

type JsonValue = string | number | boolean | null | Array<JsonValue> | JsonSchemaNode

/** JSON Schema of a tool's input or output: always an object, everything inline. */
export interface ToolSchema extends JsonSchemaNode {
  type: "object"
  properties: { [name: string]: JsonSchemaNode }
  /** Absent when nothing is. */
  required?: Array<string>
}

type Source = JsonSchema.JsonSchema
type Definitions = JsonSchema.Definitions

const isSource = (value: unknown): value is Source => Predicate.isObject(value)

const isNode = (value: JsonValue | undefined): value is JsonSchemaNode => Predicate.isObject(value)

/** The bounds that every integer has; they say nothing. */
const isNoise = (key: string, value: unknown): boolean =>
  (key === "additionalProperties" && value === true) ||
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER)

const inlineReference = (
  reference: string,
  definitions: Definitions,
  ancestors: ReadonlyArray<string>
): JsonSchemaNode => {
  const name = decodeURIComponent(reference.replace("#/$defs/", "")).replaceAll("~1", "/").replaceAll("~0", "~")
  const definition = definitions[name]
  // A schema that contains itself has no flat form; inside the cycle anything is allowed.
  return definition === undefined || ancestors.includes(name)
    ? {}
    : flatten(definition, definitions, [...ancestors, name])
}

const flattenValue = (value: unknown, definitions: Definitions, ancestors: ReadonlyArray<string>): JsonValue => {
  if (Array.isArray(value)) return value.map((item) => flattenValue(item, definitions, ancestors))
  if (isSource(value)) return flatten(value, definitions, ancestors)
  return Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value) ? value : null
}

/** `properties` maps names to schemas: a property named like a keyword is none. */
const flattenProperties = (properties: Source, definitions: Definitions, ancestors: ReadonlyArray<string>) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, flattenValue(value, definitions, ancestors)])
  )

const flatten = (node: Source, definitions: Definitions, ancestors: ReadonlyArray<string>): JsonSchemaNode => {
  const { $ref: reference, ...rest } = node
  const own: JsonSchemaNode = {}
  for (const [key, value] of Object.entries(rest)) {
    if (isNoise(key, value)) continue
    own[key] =
      key === "properties" && isSource(value)
        ? flattenProperties(value, definitions, ancestors)
        : flattenValue(value, definitions, ancestors)
  }
  return typeof reference === "string" ? { ...inlineReference(reference, definitions, ancestors), ...own } : own
}

/** An optional argument may be null, which counts as absent: its schema says the plain type. */
const withoutNullChoice = (node: JsonSchemaNode): JsonSchemaNode => {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf)) return node
  const [only, ...others] = anyOf.filter((member) => !(isNode(member) && member["type"] === "null"))
  return isNode(only) && others.length === 0 ? { ...only, ...rest } : node
}

const isNamedNode = (entry: [string, JsonValue]): entry is [string, JsonSchemaNode] => isNode(entry[1])

/** An empty struct comes with a `not`: it accepts anything but null. */
const toolSchema = (schema: Schema.Constraint, adapt: (property: JsonSchemaNode) => JsonSchemaNode): ToolSchema => {
  const document = Schema.toJsonSchemaDocument(schema)
  const { type: _, not: __, properties, required, ...rest } = flatten(document.schema, document.definitions, [])
  const nodes = isNode(properties) ? Object.entries(properties).filter(isNamedNode) : []
  return {
    type: "object",
    properties: Object.fromEntries(nodes.map(([name, property]) => [name, adapt(property)])),
    ...(Array.isArray(required) && required.length > 0 ? { required: required.filter(Predicate.isString) } : {}),
    ...rest
  }
}

const memoised = (compute: (contract: AnyContract) => ToolSchema): ((contract: AnyContract) => ToolSchema) => {
  const known = new WeakMap<AnyContract, ToolSchema>()
  return (contract) => {
    const found = known.get(contract) ?? compute(contract)
    known.set(contract, found)
    return found
  }
}

/** The tool's arguments as JSON Schema: flat, no reference, no choice at the top (spec mcp §2). Computed once. */
export const inputSchema = memoised((contract) => toolSchema(contract.input, withoutNullChoice))

/** A schema in its outline: what kind it is; of the entries of a list also their members, of whatever else no more. */
const outline = (node: JsonSchemaNode, inList: boolean): JsonSchemaNode => {
  const { anyOf, enum: choices, items, properties, type } = node
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map((member) => (isNode(member) ? outline(member, false) : member)) }
  if (isNode(items)) {
    const entry = outline(items, !inList)
    return entry["type"] === "object" && entry["properties"] === undefined
      ? { type: "array" }
      : { type: "array", items: entry }
  }
  if (isNode(properties) && inList) {
    const members = Object.entries(properties).filter(isNamedNode)
    return { type: "object", properties: Object.fromEntries(members.map(([name, member]) => [name, told(member)])) }
  }
  return { ...(type === undefined ? {} : { type }), ...(choices === undefined ? {} : { enum: choices }) }
}

/** A member of an entry: its own lists hold whatever they hold. */
const told = (node: JsonSchemaNode): JsonSchemaNode => {
  const { items } = node
  return isNode(items) && isNode(items["properties"]) ? { type: "array" } : outline(node, false)
}

/**
 * The tool's answer as JSON Schema, without references. Every session pays for the list of tools: the schema tells an
 * answer's members and those of the entries of its lists, no deeper and without bounds, and stays true. Computed once.
 */
export const outputSchema = memoised((contract) => toolSchema(contract.output, (property) => outline(property, false)))
