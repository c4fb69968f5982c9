import { type JsonSchema, Predicate, Schema } from "effect"
import type { Contract } from "../../domain/Contract.ts"

/** The contract of any tool. */
export type AnyContract = Contract<Schema.ConstraintCodec<unknown, unknown>, Schema.ConstraintCodec<unknown, unknown>>

/** A node of a JSON Schema. */
export interface JsonSchemaNode {
  [key: string]: JsonValue
}

type JsonValue = string | number | boolean | null | Array<JsonValue> | JsonSchemaNode

/** JSON Schema of a tool's input or output: an object without references. */
export interface ToolSchema extends JsonSchemaNode {
  type: "object"
  properties: { [name: string]: JsonSchemaNode }
  /** Absent if no property is required. */
  required?: Array<string>
}

type Source = JsonSchema.JsonSchema
type Definitions = JsonSchema.Definitions

const isSource = (value: unknown): value is Source => Predicate.isObject(value)

const isNode = (value: JsonValue | undefined): value is JsonSchemaNode => Predicate.isObject(value)

/** Whether a keyword states only the default, such as the bounds of safe integers. */
const isTrivialBound = (key: string, value: unknown): boolean =>
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
  // A recursive schema has no flat form; a recursive reference accepts anything.
  return definition === undefined || ancestors.includes(name)
    ? {}
    : flatten(definition, definitions, [...ancestors, name])
}

const flattenValue = (value: unknown, definitions: Definitions, ancestors: ReadonlyArray<string>): JsonValue => {
  if (Array.isArray(value)) return value.map((item) => flattenValue(item, definitions, ancestors))
  if (isSource(value)) return flatten(value, definitions, ancestors)
  return Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value) ? value : null
}

/** Flattens the schemas of `properties`, whose keys are names even if they look like keywords. */
const flattenProperties = (properties: Source, definitions: Definitions, ancestors: ReadonlyArray<string>) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, flattenValue(value, definitions, ancestors)])
  )

const flatten = (node: Source, definitions: Definitions, ancestors: ReadonlyArray<string>): JsonSchemaNode => {
  const { $ref: reference, ...rest } = node
  const own: JsonSchemaNode = {}
  for (const [key, value] of Object.entries(rest)) {
    if (isTrivialBound(key, value)) continue
    own[key] =
      key === "properties" && isSource(value)
        ? flattenProperties(value, definitions, ancestors)
        : flattenValue(value, definitions, ancestors)
  }
  return typeof reference === "string" ? { ...inlineReference(reference, definitions, ancestors), ...own } : own
}

/** Drops null from the schema of an optional argument; calls may still pass null, which counts as absent. */
const withoutNullChoice = (node: JsonSchemaNode): JsonSchemaNode => {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf)) return node
  const [only, ...others] = anyOf.filter((member) => !(isNode(member) && member["type"] === "null"))
  return isNode(only) && others.length === 0 ? { ...only, ...rest } : node
}

const isNamedNode = (entry: [string, JsonValue]): entry is [string, JsonSchemaNode] => isNode(entry[1])

/** Converts a schema. An empty struct has a `not`, which is dropped. */
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

const memoize = (compute: (contract: AnyContract) => ToolSchema): ((contract: AnyContract) => ToolSchema) => {
  const cache = new WeakMap<AnyContract, ToolSchema>()
  return (contract) => {
    const schema = cache.get(contract) ?? compute(contract)
    cache.set(contract, schema)
    return schema
  }
}

/** Returns the JSON Schema of a tool's arguments: no references and no union at the top (spec mcp §2). Cached. */
export const inputSchema = memoize((contract) => toolSchema(contract.input, withoutNullChoice))

/** Reduces a schema to its type, and list entries to their members. */
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
    return {
      type: "object",
      properties: Object.fromEntries(members.map(([name, member]) => [name, outlineMember(member)]))
    }
  }
  return { ...(type === undefined ? {} : { type }), ...(choices === undefined ? {} : { enum: choices }) }
}

/** Reduces a member of a list entry; lists inside it lose their entry type, and words their choices. */
const outlineMember = (node: JsonSchemaNode): JsonSchemaNode => {
  if (isNode(node["items"])) return { type: "array" }
  const { enum: _, ...member } = outline(node, false)
  return member
}

/**
 * Returns the JSON Schema of a tool's answer, without references. Every session pays for the list of tools, so the schema
 * describes only the answer's members and those of its list entries, without bounds and choices. Cached.
 */
export const outputSchema = memoize((contract) => toolSchema(contract.output, (property) => outline(property, false)))
