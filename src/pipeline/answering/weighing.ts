import { tokensForBytes } from "../../domain/Budget.ts"
import { jsonText } from "../../domain/Text.ts"

const bytesOf = (value: unknown): number => Buffer.byteLength(jsonText(value), "utf8")

/** Bytes of parts between two brackets, commas between them. */
const enclosed = (parts: ReadonlyArray<number>): number =>
  parts.reduce((sum, part) => sum + part, 2 + Math.max(0, parts.length - 1))

/**
 * Makes what says how many tokens answers cost as JSON text. An entry of a list is put into words once, in however many
 * answers it stands: to fit a budget some twenty answers are weighed that are mostly the same.
 */
export const makeScales = (): ((answer: object) => number) => {
  const weighed = new WeakMap<object, number>()
  const entry = (value: unknown): number => {
    if (typeof value !== "object" || value === null) return bytesOf(value)
    const found = weighed.get(value) ?? bytesOf(value)
    weighed.set(value, found)
    return found
  }
  const member = ([key, value]: readonly [string, unknown]): ReadonlyArray<number> =>
    value === undefined ? [] : [bytesOf(key) + 1 + (Array.isArray(value) ? enclosed(value.map(entry)) : bytesOf(value))]
  return (answer) => tokensForBytes(enclosed(Object.entries(answer).flatMap(member)))
}
