import { Result } from "effect"
import { problemAt, type QueryProblem } from "./QueryProblem.ts"

const unicodeEscape = /^u([0-9a-fA-F]{4})/

const explain = (rest: string): string =>
  rest.length < 5 ? "\\u needs four hexadecimal digits" : "\\u is followed by something other than hexadecimal digits"

/** Replaces `\x` by `x` and `\u0041` by its character. `start`: where the text begins in the query. */
export const unescape = (text: string, start: number): Result.Result<string, QueryProblem> => {
  let plain = ""
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character !== "\\") {
      plain += character
      continue
    }
    const rest = text.slice(index + 1, index + 6)
    if (rest === "") return problemAt(start + index, "nothing follows the last \\")
    const code = unicodeEscape.exec(rest)?.[1]
    if (code === undefined && rest.startsWith("u")) return problemAt(start + index, explain(rest))
    plain += code === undefined ? rest.charAt(0) : String.fromCharCode(Number.parseInt(code, 16))
    index += code === undefined ? 1 : 5
  }
  return Result.succeed(plain)
}
