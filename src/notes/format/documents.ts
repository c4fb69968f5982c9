import { Result } from "effect"
import { isObject, type JsonObject } from "../../domain/Json.ts"

/** What is wrong with a note: the field, and what is the matter with it. */
export interface Problem {
  readonly field: string
  readonly detail: string
}

/** The JSON objects that a note's text holds. */
export interface Documents {
  /** In the text's order; at least one. */
  readonly found: readonly [JsonObject, ...ReadonlyArray<JsonObject>]
  /** Parts of the text that are no JSON object. */
  readonly unreadable: number
}

const maxDepth = 64
/** Parts of one text that are looked at: more than any squash makes, few enough to be quick about garbage. */
const maxParts = 10_000

const utf8 = new TextDecoder("utf-8")
const quote = 0x22
const backslash = 0x5c

/** How often a character is in a text, counted no further than just over `limit`. */
const countOf = (character: string, text: string, limit: number): number => {
  let count = 0
  for (let at = text.indexOf(character); at !== -1 && count <= limit; at = text.indexOf(character, at + 1)) count += 1
  return count
}

/** Whether a text opens enough to be nested deeper than that. */
const mayBeDeeper = (text: string, limit: number): boolean =>
  countOf("{", text, limit) + countOf("[", text, limit) > limit

/** The quote that closes the string of which `from` is inside; -1 when none does. */
const closingQuote = (text: string, from: number): number => {
  for (let found = text.indexOf('"', from); found !== -1; found = text.indexOf('"', found + 1)) {
    let before = found
    while (before > from && text.charCodeAt(before - 1) === backslash) before -= 1
    if ((found - before) % 2 === 0) return found
  }
  return -1
}

/** Walks over the JSON value that begins at `start`: where it ends (none: it does not), and how deep it was nested. */
const extent = (text: string, start: number, limit: number): { readonly end?: number; readonly deepest: number } => {
  let deepest = 0
  let current = 0
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      index = closingQuote(text, index + 1)
      if (index === -1) break
    } else if (code === 0x5b || code === 0x7b) {
      deepest = Math.max(deepest, (current += 1))
      if (deepest > limit) return { deepest }
    } else if (code === 0x5d || code === 0x7d) {
      current -= 1
      if (current <= 0) return { end: index + 1, deepest }
    }
  }
  return { deepest }
}

const parse = (text: string): Result.Result<unknown, Problem> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => ({ field: "document", detail: "is not JSON" })
  })

const whole = (text: string): Result.Result<Documents, Problem> => {
  if (mayBeDeeper(text, maxDepth) && extent(text, 0, maxDepth).deepest > maxDepth) {
    return Result.fail({ field: "document", detail: `nested deeper than ${maxDepth}` })
  }
  return Result.flatMap(parse(text), (value) =>
    isObject(value)
      ? Result.succeed({ found: [value], unreadable: 0 })
      : Result.fail({ field: "document", detail: "is not a JSON object" })
  )
}

/** Where the next line that opens an object starts; the text's length when there is none. */
const nextOpening = (text: string, from: number): number => {
  const found = text.indexOf("\n{", from)
  return found === -1 ? text.length : found + 1
}

const notSpace = /\S/g

const firstOf = (text: string, from: number): number => {
  notSpace.lastIndex = from
  return notSpace.exec(text)?.index ?? text.length
}

/** The object at a position of the text, and where it ends. */
const objectAt = (text: string, start: number): { readonly value: JsonObject; readonly end: number } | undefined => {
  if (text[start] !== "{") return undefined
  const { end } = extent(text, start, maxDepth)
  if (end === undefined) return undefined
  const value = Result.getOrUndefined(parse(text.slice(start, end)))
  return isObject(value) ? { value, end } : undefined
}

/** Objects one after another, as git's `concatenate` leaves them; what is none is stepped over to the next line that opens one. */
const oneByOne = (text: string): Documents | undefined => {
  const found: Array<JsonObject> = []
  let unreadable = 0
  let position = firstOf(text, 0)
  while (position < text.length && found.length + unreadable < maxParts) {
    const object = objectAt(text, position)
    if (object === undefined) unreadable += 1
    else found.push(object.value)
    position = firstOf(text, object?.end ?? nextOpening(text, position))
  }
  const [first, ...rest] = found
  return first === undefined
    ? undefined
    : { found: [first, ...rest], unreadable: unreadable + (position < text.length ? 1 : 0) }
}

/** The JSON objects of a note, or what is wrong with it: usually one, after a squash by git itself several. */
export const parseDocuments = (bytes: Uint8Array): Result.Result<Documents, Problem> => {
  const text = utf8.decode(bytes).trim()
  const single = whole(text)
  if (Result.isSuccess(single)) return single
  const several = oneByOne(text)
  return several === undefined ? single : Result.succeed(several)
}
