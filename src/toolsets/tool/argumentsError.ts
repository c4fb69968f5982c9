import { Predicate, Schema } from "effect"
import { FailureReason } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { JsonSchemaNode, ToolSchema } from "./jsonSchema.ts"

/** The arguments of a call do not match the contract. */
export class ArgumentsError extends FailureReason<ArgumentsError>()(
  "ArgumentsError",
  {
    /** One sentence per invalid argument. */
    problems: Schema.Array(Schema.String),
    advice: Schema.optionalKey(Schema.String)
  },
  ({ advice, problems }) => ({ code: "arguments_invalid", message: problems.join("; "), hint: advice })
) {}

const maxShownChars = 60

/** Formats a value for a message: truncates and escapes text, and names structures only by kind. */
const formatValue = (value: unknown): string => {
  if (Array.isArray(value)) return "an array"
  if (Predicate.isObject(value)) return "an object"
  if (typeof value !== "string") return String(value)
  const text = value.length > maxShownChars ? `${value.slice(0, maxShownChars)}…` : value
  return escapeControls(JSON.stringify(text))
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object"
}

const describeExpected = (property: JsonSchemaNode | undefined): string | undefined => {
  if (property === undefined) return undefined
  const { enum: choices, type } = property
  if (Array.isArray(choices)) return `one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`
  return typeof type === "string" ? typeNames[type] : undefined
}

const hasType = (value: unknown, type: unknown): boolean => {
  if (type === "integer") return Number.isSafeInteger(value)
  if (type === "array") return Array.isArray(value)
  if (type === "object") return Predicate.isObject(value)
  return typeof value === type
}

const formatPathStep = (key: PropertyKey, index: number): string => {
  if (typeof key === "number") return `[${key}]`
  return index === 0 ? String(key) : `.${String(key)}`
}

const formatPath = (path: ReadonlyArray<PropertyKey>): string => escapeControls(path.map(formatPathStep).join(""))

const valueAt = (value: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>((at, key) => (Predicate.hasProperty(at, key) ? at[key] : undefined), value)

const describeIssue = (message: string): string => {
  const expected = message.replace(/^Expected /, "")
  return typeNames[expected] ?? escapeControls(expected)
}

const describeProblem = (
  schema: ToolSchema,
  given: unknown,
  path: ReadonlyArray<PropertyKey>,
  message: string
): string => {
  const value = valueAt(given, path)
  if (value === undefined) return `Missing required argument: ${formatPath(path)}`
  const property = path.length === 1 ? schema.properties[String(path[0])] : undefined
  const typed = property === undefined || (!("enum" in property) && hasType(value, property["type"]))
  const expected = (typed ? undefined : describeExpected(property)) ?? describeIssue(message)
  return `Argument ${formatPath(path)} must be ${expected}, got ${formatValue(value)}`
}

const maxShownNames = 5

/** Names the arguments that the tool does not have, where one that it needs is missing: it may be meant by them. */
const explainUnknown = (schema: ToolSchema, given: object): ReadonlyArray<string> => {
  const isMissing = schema.required?.some((name) => !Object.hasOwn(given, name)) ?? false
  const known = Object.keys(schema.properties)
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  if (!isMissing || unknown.length === 0) return []
  const shown = unknown.slice(0, maxShownNames).map((name) => formatValue(name))
  return [`The arguments are ${known.join(", ")}; there is no ${shown.join(", ")}.`]
}

const datePattern = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/

/** Gives the number for a date, where a tool takes times as integers. */
const explainDate = (property: JsonSchemaNode | undefined, value: unknown): ReadonlyArray<string> => {
  if (property?.["type"] !== "integer" || typeof value !== "string" || !datePattern.test(value)) return []
  const millis = Date.parse(value)
  return Number.isNaN(millis) ? [] : [`${value} is ${Math.floor(millis / 1000)} in Unix seconds.`]
}

/** Says what an argument is, where a value of another type was given for it. */
const explainType = (schema: ToolSchema, name: string, value: unknown): ReadonlyArray<string> => {
  const property = schema.properties[name]
  const about = property?.["description"]
  return property === undefined || typeof about !== "string" || value === undefined || hasType(value, property["type"])
    ? []
    : [`${name}: ${about}.`]
}

/** Describes each schema issue by argument name, expected type and actual value. */
export const argumentsError = (
  schema: ToolSchema,
  given: object,
  issues: ReadonlyArray<{ readonly path: ReadonlyArray<PropertyKey>; readonly message: string }>
): ArgumentsError => {
  const advice = [
    ...explainUnknown(schema, given),
    ...issues.flatMap(({ path: [name, ...within] }) => {
      if (name === undefined || within.length > 0) return []
      const value = valueAt(given, [name])
      const date = explainDate(schema.properties[String(name)], value)
      return date.length > 0 ? date : explainType(schema, String(name), value)
    })
  ]
  return new ArgumentsError({
    problems: issues.map(({ path, message }) => describeProblem(schema, given, path, message)),
    ...(advice.length === 0 ? {} : { advice: advice.join(" ") })
  })
}
