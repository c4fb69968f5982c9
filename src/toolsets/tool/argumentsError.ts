import { Predicate, Schema } from "effect"
import { FailureReason } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { JsonSchemaNode, ToolSchema } from "./jsonSchema.ts"

/** The arguments of a call do not fit its contract. */
export class ArgumentsError extends FailureReason<ArgumentsError>()(
  "ArgumentsError",
  {
    /** One sentence an argument. */
    problems: Schema.Array(Schema.String)
  },
  ({ problems }) => ({ code: "arguments_invalid", message: problems.join("; ") })
) {}

const longestShown = 60

/** A value in few words: a stranger's text short and inert, never a whole structure. */
const shown = (value: unknown): string => {
  if (Array.isArray(value)) return "an array"
  if (Predicate.isObject(value)) return "an object"
  if (typeof value !== "string") return String(value)
  const text = value.length > longestShown ? `${value.slice(0, longestShown)}…` : value
  return escapeControls(JSON.stringify(text))
}

const typeWords: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object"
}

const expectedOf = (property: JsonSchemaNode | undefined): string | undefined => {
  if (property === undefined) return undefined
  const { enum: choices, type } = property
  if (Array.isArray(choices)) return `one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`
  return typeof type === "string" ? typeWords[type] : undefined
}

const hasType = (value: unknown, type: unknown): boolean => {
  if (type === "integer") return Number.isSafeInteger(value)
  if (type === "array") return Array.isArray(value)
  if (type === "object") return Predicate.isObject(value)
  return typeof value === type
}

const step = (key: PropertyKey, index: number): string => {
  if (typeof key === "number") return `[${key}]`
  return index === 0 ? String(key) : `.${String(key)}`
}

const nameOf = (path: ReadonlyArray<PropertyKey>): string => escapeControls(path.map(step).join(""))

const valueAt = (value: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>((at, key) => (Predicate.hasProperty(at, key) ? at[key] : undefined), value)

const wordsOf = (message: string): string => {
  const expected = message.replace(/^Expected /, "")
  return typeWords[expected] ?? escapeControls(expected)
}

const problemAt = (schema: ToolSchema, given: unknown, path: ReadonlyArray<PropertyKey>, message: string): string => {
  const value = valueAt(given, path)
  if (value === undefined) return `Missing required argument: ${nameOf(path)}`
  const property = path.length === 1 ? schema.properties[String(path[0])] : undefined
  const typed = property === undefined || (!("enum" in property) && hasType(value, property["type"]))
  const expected = (typed ? undefined : expectedOf(property)) ?? wordsOf(message)
  return `Argument ${nameOf(path)} must be ${expected}, got ${shown(value)}`
}

/** Says in the caller's words what is wrong with the arguments, one sentence each, in the order of the schema. */
export const argumentsError = (
  schema: ToolSchema,
  given: unknown,
  issues: ReadonlyArray<{ readonly path: ReadonlyArray<PropertyKey>; readonly message: string }>
): ArgumentsError =>
  new ArgumentsError({ problems: issues.map(({ path, message }) => problemAt(schema, given, path, message)) })
