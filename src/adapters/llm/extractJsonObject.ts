import { Option } from "effect"
import { isObject, type JsonObject, parseJson } from "../../domain/Json.ts"

/** Maximum opening braces to try. */
const maxAttempts = 32

const parseObject = (text: string): Option.Option<JsonObject> => Option.filter(parseJson(text), isObject)

/** Returns the index after the brace that closes the one at `open`, skipping strings, or -1. */
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
 * Extracts a JSON object from a model's text: the whole text or the first valid object in it, ignoring reasoning or a
 * code fence around it. None if there is none or it is truncated.
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
