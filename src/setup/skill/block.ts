import { Option, Result } from "effect"
import { guidance, guidanceVersion } from "./Guidance.ts"

/** The guidance in a file as it is: none, as this program writes it, something else, or of a newer program. */
export type BlockState = "absent" | "current" | "outdated" | "newer"

interface Block {
  /** Offsets of the markers' first and after their last character. */
  readonly start: number
  readonly end: number
  readonly version: number
}

const beginning = /<!-- ultragit:guidance v(\d{1,6}) -->/g
const ending = /<!-- \/ultragit:guidance -->/g

/** The one pair of markers; fails where they are no pair. */
const blockOf = (text: string): Result.Result<Option.Option<Block>, "damaged"> => {
  const [begin, ...moreBegins] = text.matchAll(beginning)
  const [end, ...moreEnds] = text.matchAll(ending)
  if (begin === undefined && end === undefined) return Result.succeed(Option.none())
  if (begin === undefined || end === undefined || moreBegins.length + moreEnds.length > 0 || end.index < begin.index) {
    return Result.fail("damaged")
  }
  return Result.succeed(Option.some({ start: begin.index, end: end.index + end[0].length, version: Number(begin[1]) }))
}

/** Lines end as most others of the file do. */
const lineEnd = (text: string): string => {
  const returns = text.split("\r\n").length - 1
  return returns > 0 && returns * 2 >= text.split("\n").length - 1 ? "\r\n" : "\n"
}

const stateOf = (text: string, block: Option.Option<Block>): BlockState => {
  if (Option.isNone(block)) return "absent"
  const { end, start, version } = block.value
  if (version > guidanceVersion) return "newer"
  return text.slice(start, end).replaceAll("\r\n", "\n") === guidance ? "current" : "outdated"
}

/** How the guidance in a text is. */
export const blockState = (text: string): Result.Result<BlockState, "damaged"> =>
  Result.map(blockOf(text), (block) => stateOf(text, block))

/** Between what was there and the block one line stays empty; a text without a last line end gets none behind the block. */
const appended = (text: string, block: string, newline: string): string => {
  if (text === "") return `${block}${newline}`
  return text.endsWith("\n") ? `${text}${newline}${block}${newline}` : `${text}${newline}${newline}${block}`
}

/** The text with the guidance of this program in it, all else byte for byte; one of a newer program stays. */
export const withBlock = (text: string): Result.Result<string, "damaged"> =>
  Result.map(blockOf(text), (found) => {
    const state = stateOf(text, found)
    if (state === "current" || state === "newer") return text
    const newline = lineEnd(text)
    const block = guidance.replaceAll("\n", newline)
    return Option.match(found, {
      onNone: () => appended(text, block, newline),
      onSome: ({ end, start }) => text.slice(0, start) + block + text.slice(end)
    })
  })

/** The text as it was before the guidance was put into it. */
export const withoutBlock = (text: string): Result.Result<string, "damaged"> =>
  Result.map(
    blockOf(text),
    Option.match({
      onNone: () => text,
      onSome: ({ end, start }) => {
        const before = text.slice(0, start)
        const after = text.slice(end)
        const behind = /^\r?\n/.exec(after)?.[0] ?? ""
        const gap = behind === "" && after === "" ? /(?:\r?\n){2}$/ : /(?<=\n)\r?\n$/
        return before.replace(gap, "") + after.slice(behind.length)
      }
    })
  )
