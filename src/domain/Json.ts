/** Any JSON object. */
export interface JsonObject {
  readonly [key: string]: unknown
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the value if it is an array, otherwise an empty array. */
export const asArray = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

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
