import { Predicate, Schema } from "effect"
import { FailureReason } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { JsonSchemaNode, ToolSchema } from "./jsonSchema.ts"

/** The arguments of a call do not match the contract. */
export class ArgumentsError extends FailureReason<ArgumentsError>()(
  "ArgumentsError",
  {
    /** One sentence per invalid argument. */
    problems: Schema.Array(Schema.String)
  },
  ({ problems }) => ({ code: "arguments_invalid", message: problems.join("; ") })
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

/** Describes each schema issue by argument name, expected type and actual value. */
export const argumentsError = (
  schema: ToolSchema,
  given: unknown,
  issues: ReadonlyArray<{ readonly path: ReadonlyArray<PropertyKey>; readonly message: string }>
): ArgumentsError =>
  new ArgumentsError({ problems: issues.map(({ path, message }) => describeProblem(schema, given, path, message)) })
