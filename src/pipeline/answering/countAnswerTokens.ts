import { tokensForBytes } from "../../domain/Budget.ts"
import { jsonText } from "../../domain/Text.ts"

const bytesOf = (value: unknown): number => Buffer.byteLength(jsonText(value), "utf8")

/** Bytes of parts in brackets, separated by commas. */
const sumEnclosed = (parts: ReadonlyArray<number>): number =>
  parts.reduce((sum, part) => sum + part, 2 + Math.max(0, parts.length - 1))

/**
 * Makes a counter for the tokens of answers as JSON. It measures each list entry once, since fitting a budget measures about
 * twenty answers that share most of their entries.
 */
export const makeTokenCounter = (): ((answer: object) => number) => {
  const measured = new WeakMap<object, number>()
  const entryBytes = (value: unknown): number => {
    if (typeof value !== "object" || value === null) return bytesOf(value)
    const bytes = measured.get(value) ?? bytesOf(value)
    measured.set(value, bytes)
    return bytes
  }
  const memberBytes = ([key, value]: readonly [string, unknown]): ReadonlyArray<number> =>
    value === undefined
      ? []
      : [bytesOf(key) + 1 + (Array.isArray(value) ? sumEnclosed(value.map(entryBytes)) : bytesOf(value))]
  return (answer) => tokensForBytes(sumEnclosed(Object.entries(answer).flatMap(memberBytes)))
}
