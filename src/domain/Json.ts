/** Any JSON object. */
export interface JsonObject {
  readonly [key: string]: unknown
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value if it is a list, else an empty one. */
export const asArray = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** `{ [key]: value }`, or nothing when there is no value. */
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

/** One text for all spellings of a JSON value: fields sorted by name, no white space. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value)) ?? "null"
