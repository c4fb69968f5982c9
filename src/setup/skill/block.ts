import { Option, Result } from "effect"
import { guidance, guidanceVersion } from "./Guidance.ts"

/** State of the guidance in a file. `newer`: from a newer version of this program. */
export type BlockState = "absent" | "current" | "outdated" | "newer"

interface Block {
  /** Offset of the start marker. */
  readonly start: number
  /** Offset after the end marker. */
  readonly end: number
  readonly version: number
}

const startMarker = /<!-- ultragit:guidance v(\d{1,6}) -->/g
const endMarker = /<!-- \/ultragit:guidance -->/g

/** Finds the pair of markers. Fails with `damaged` unless there are none or exactly one of each in order. */
const findBlock = (text: string): Result.Result<Option.Option<Block>, "damaged"> => {
  const [begin, ...moreBegins] = text.matchAll(startMarker)
  const [end, ...moreEnds] = text.matchAll(endMarker)
  if (begin === undefined && end === undefined) return Result.succeed(Option.none())
  if (begin === undefined || end === undefined || moreBegins.length + moreEnds.length > 0 || end.index < begin.index) {
    return Result.fail("damaged")
  }
  return Result.succeed(Option.some({ start: begin.index, end: end.index + end[0].length, version: Number(begin[1]) }))
}

/** Returns the more frequent newline of the file. */
const detectNewline = (text: string): string => {
  const returns = text.split("\r\n").length - 1
  return returns > 0 && returns * 2 >= text.split("\n").length - 1 ? "\r\n" : "\n"
}

const classify = (text: string, block: Option.Option<Block>): BlockState => {
  if (Option.isNone(block)) return "absent"
  const { end, start, version } = block.value
  if (version > guidanceVersion) return "newer"
  return text.slice(start, end).replaceAll("\r\n", "\n") === guidance ? "current" : "outdated"
}

/** Returns the state of the guidance in a text. */
export const blockState = (text: string): Result.Result<BlockState, "damaged"> =>
  Result.map(findBlock(text), (block) => classify(text, block))

/** Appends the block after an empty line. A text without a final newline stays without one. */
const append = (text: string, block: string, newline: string): string => {
  if (text === "") return `${block}${newline}`
  return text.endsWith("\n") ? `${text}${newline}${block}${newline}` : `${text}${newline}${newline}${block}`
}

/** Adds or updates the guidance and keeps all other bytes. Keeps the guidance of a newer version. */
export const withBlock = (text: string): Result.Result<string, "damaged"> =>
  Result.map(findBlock(text), (found) => {
    const state = classify(text, found)
    if (state === "current" || state === "newer") return text
    const newline = detectNewline(text)
    const block = guidance.replaceAll("\n", newline)
    return Option.match(found, {
      onNone: () => append(text, block, newline),
      onSome: ({ end, start }) => text.slice(0, start) + block + text.slice(end)
    })
  })

/** Removes the guidance and restores the text from before {@link withBlock}. */
export const withoutBlock = (text: string): Result.Result<string, "damaged"> =>
  Result.map(
    findBlock(text),
    Option.match({
      onNone: () => text,
      onSome: ({ end, start }) => {
        const before = text.slice(0, start)
        const after = text.slice(end)
        const newlineAfter = /^\r?\n/.exec(after)?.[0] ?? ""
        const gap = newlineAfter === "" && after === "" ? /(?:\r?\n){2}$/ : /(?<=\n)\r?\n$/
        return before.replace(gap, "") + after.slice(newlineAfter.length)
      }
    })
  )
