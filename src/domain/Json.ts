import { Option } from "effect"

/** Any JSON object. */
export interface JsonObject {
  readonly [key: string]: unknown
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Parses JSON. None if the text is not JSON. */
export const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** Returns the value if it is an array, otherwise an empty array. */
export const asArray = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Returns a member of an object. Undefined if there is none, or the value is no object. */
export const fieldOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** Returns a text among the members of an object; empty if there is none. */
export const textIn = (value: unknown, name: string): string => {
  const found = fieldOf(value, name)
  return typeof found === "string" ? found : ""
}

/** Returns `{ [key]: value }`, or `{}` if the value is undefined. */
export const optionalField = (key: string, value: unknown): JsonObject => (value === undefined ? {} : { [key]: value })

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(byName)
      .map(([key, entry]) => [key, sortKeys(entry)])
  )
}

/** Serializes a JSON value with sorted keys and without white space, so that equal values give equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value)) ?? "null"
