import { Result } from "effect"
import { isObject, type JsonObject } from "../../domain/Json.ts"

/** Why a note cannot be decoded: the field, and what is wrong with it. */
export interface Problem {
  readonly field: string
  readonly detail: string
}

/** The JSON objects in the text of a note. */
interface Documents {
  /** In text order; at least one. */
  readonly objects: readonly [JsonObject, ...ReadonlyArray<JsonObject>]
  /** Number of parts of the text that are not JSON objects. */
  readonly unreadable: number
}

const maxDepth = 64
/** Maximum parts parsed in one text: more than any squash makes, few enough to reject garbage quickly. */
const maxParts = 10_000
/** How often a text is scanned as a whole: each part that does not end is scanned to the end of the text. */
const maxScans = 16

const utf8 = new TextDecoder("utf-8")
const quote = 0x22
const backslash = 0x5c

/** Counts a character in a text; stops as soon as the count exceeds `limit`. */
const countUpTo = (character: string, text: string, limit: number): number => {
  let count = 0
  for (let at = text.indexOf(character); at !== -1 && count <= limit; at = text.indexOf(character, at + 1)) count += 1
  return count
}

/** Whether a text has enough opening brackets to be nested deeper than `limit`. Cheap upper bound. */
const mayBeDeeper = (text: string, limit: number): boolean =>
  countUpTo("{", text, limit) + countUpTo("[", text, limit) > limit

/** Index of the quote that closes the string around `from`; -1 if it is unterminated. */
const closingQuote = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at
    while (before > from && text.charCodeAt(before - 1) === backslash) before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return -1
}

interface Scan {
  /** End of the value; absent if it is unterminated or too deep. */
  readonly end?: number
  /** Nesting depth. */
  readonly deepest: number
  /** Index up to which the text was scanned. */
  readonly reached: number
}

/** Scans the JSON value at `start`. */
const scanValue = (text: string, start: number, limit: number): Scan => {
  let deepest = 0
  let current = 0
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      index = closingQuote(text, index + 1)
      if (index === -1) break
    } else if (code === 0x5b || code === 0x7b) {
      deepest = Math.max(deepest, (current += 1))
      if (deepest > limit) return { deepest, reached: index }
    } else if (code === 0x5d || code === 0x7d) {
      current -= 1
      if (current <= 0) return { end: index + 1, deepest, reached: index + 1 }
    }
  }
  return { deepest, reached: text.length }
}

const parse = (text: string): Result.Result<unknown, Problem> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => ({ field: "document", detail: "is not JSON" })
  })

const parseWhole = (text: string): Result.Result<Documents, Problem> => {
  if (mayBeDeeper(text, maxDepth) && scanValue(text, 0, maxDepth).deepest > maxDepth) {
    return Result.fail({ field: "document", detail: `nested deeper than ${maxDepth}` })
  }
  return Result.flatMap(parse(text), (value) =>
    isObject(value)
      ? Result.succeed({ objects: [value], unreadable: 0 })
      : Result.fail({ field: "document", detail: "is not a JSON object" })
  )
}

/** Start of the next line that opens an object; the length of the text if there is none. */
const findNextOpening = (text: string, from: number): number => {
  const newline = text.indexOf("\n{", from)
  return newline === -1 ? text.length : newline + 1
}

const notSpace = /\S/g

const skipSpace = (text: string, from: number): number => {
  notSpace.lastIndex = from
  return notSpace.exec(text)?.index ?? text.length
}

/** Parses the object at a position. Returns it, if there is one, and the index up to which it was looked for. */
const parseObjectAt = (text: string, start: number): { readonly value?: JsonObject; readonly reached: number } => {
  if (text[start] !== "{") return { reached: start }
  const { end, reached } = scanValue(text, start, maxDepth)
  const value = end === undefined ? undefined : Result.getOrUndefined(parse(text.slice(start, end)))
  return isObject(value) ? { value, reached } : { reached }
}

/** Parses concatenated objects, as `git notes append` leaves them. Skips anything else up to the next line that opens one. */
const parseConcatenated = (text: string): Documents | undefined => {
  const objects: Array<JsonObject> = []
  let unreadable = 0
  let scanned = 0
  let position = skipSpace(text, 0)
  while (position < text.length && objects.length + unreadable < maxParts && scanned <= maxScans * text.length) {
    const { reached, value } = parseObjectAt(text, position)
    if (value === undefined) unreadable += 1
    else objects.push(value)
    scanned += reached - position
    position = skipSpace(text, value === undefined ? findNextOpening(text, position) : reached)
  }
  const [first, ...rest] = objects
  return first === undefined
    ? undefined
    : { objects: [first, ...rest], unreadable: unreadable + (position < text.length ? 1 : 0) }
}

/** Parses the JSON objects of a note: usually one, several after git concatenated notes in a squash. */
export const parseDocuments = (bytes: Uint8Array): Result.Result<Documents, Problem> => {
  const text = utf8.decode(bytes).trim()
  const single = parseWhole(text)
  if (Result.isSuccess(single)) return single
  const several = parseConcatenated(text)
  return several === undefined ? single : Result.succeed(several)
}
