import { Option, Predicate, Result } from "effect"

/** Beginnings tried before a text counts as one without an object. */
const maxAttempts = 32

const isObject = (value: unknown): value is object => Predicate.isObject(value) && !Array.isArray(value)

const parseObject = (text: string): Option.Option<object> =>
  Option.filter(Result.getSuccess(Result.try((): unknown => JSON.parse(text))), isObject)

/** The position after the brace that closes the one at `open`, strings passed over; -1 when nothing closes it. */
const findClosingBrace = (text: string, open: number): number => {
  let depth = 0
  let quoted = false
  for (let index = open; index < text.length; index++) {
    const character = text[index]
    if (quoted) {
      if (character === "\\") index++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === "{") depth++
    else if (character === "}" && --depth === 0) return index + 1
  }
  return -1
}

/**
 * The JSON object in a model's text: the text itself, or the first object in it that reads as JSON, whatever is said
 * around it (thoughts, a code fence). None when there is none, or it is cut.
 */
export const extractJsonObject = (text: string): Option.Option<object> => {
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, "")
  const whole = parseObject(answer)
  if (Option.isSome(whole)) return whole
  let open = answer.indexOf("{")
  for (let tried = 0; open !== -1 && tried < maxAttempts; tried++) {
    const end = findClosingBrace(answer, open)
    if (end === -1) return Option.none()
    const found = parseObject(answer.slice(open, end))
    if (Option.isSome(found)) return found
    open = answer.indexOf("{", open + 1)
  }
  return Option.none()
}
