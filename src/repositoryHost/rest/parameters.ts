import { Option } from "effect"
import { isBlank } from "../model/isBlank.ts"

/** The parameters of a query string. */
export interface Parameters {
  /** The first value of a parameter, as it is given. */
  readonly raw: (name: string) => string | undefined
  /** The same; undefined if it has only blanks and control characters. */
  readonly text: (name: string) => string | undefined
  /** Undefined if it is no number as Java's `Integer.parseInt` reads it. */
  readonly integer: (name: string) => number | undefined
}

/** Decodes `%41` and `+`. None if an escape is malformed or its bytes are not UTF-8. */
const decode = Option.liftThrowable((text: string) => decodeURIComponent(text.replaceAll("+", " ")))

const splitOnce = (pair: string): readonly [string, string] => {
  const end = pair.indexOf("=")
  return end === -1 ? [pair, ""] : [pair.slice(0, end), pair.slice(end + 1)]
}

const decodePair = (pair: string): Option.Option<readonly [string, string]> => {
  const [name, value] = splitOnce(pair)
  return Option.flatMap(decode(name), (plain) => Option.map(decode(value), (text) => [plain, text] as const))
}

const integerPattern = /^[+-]?\d{1,20}$/
const maxInteger = 2 ** 31 - 1

const parseInteger = (text: string): number | undefined => {
  const value = integerPattern.test(text) ? Number(text) : Number.NaN
  return value <= maxInteger && value >= -maxInteger - 1 ? value : undefined
}

/** Parses a query string as the server of the original does. None if it is malformed. */
export const parseParameters = (query: string): Option.Option<Parameters> =>
  Option.map(
    Option.all(
      query
        .split("&")
        .filter((pair) => pair !== "")
        .map(decodePair)
    ),
    (pairs) => {
      const raw = (name: string) => pairs.find(([each]) => each === name)?.[1]
      const text = (name: string) => {
        const value = raw(name)
        return value === undefined || isBlank(value) ? undefined : value
      }
      return { raw, text, integer: (name) => parseInteger(raw(name) ?? "") }
    }
  )

/** Splits a list at commas, as Java does: without the empty texts at its end. */
export const splitList = (text: string): ReadonlyArray<string> => {
  const parts = text.split(",")
  const last = parts.findLastIndex((part) => part !== "")
  return parts.slice(0, last + 1).map((part) => part.trim())
}
