import type { LineRange } from "./LineRange.ts"

/**
 * Counts lines as git does: only `\n` ends a line, and a last line without it counts.
 */
export const countLines = (content: Uint8Array): number => {
  let count = 0
  for (let index = content.indexOf(10); index !== -1; index = content.indexOf(10, index + 1)) count += 1
  return content.length > 0 && content.at(-1) !== 10 ? count + 1 : count
}

const maxBinaryCheckBytes = 8_000

/** Whether git would treat this content as binary: a NUL among the first 8,000 bytes. */
export const isBinary = (content: Uint8Array): boolean => content.subarray(0, maxBinaryCheckBytes).includes(0)

const findUtf16 = ([first, second]: Uint8Array): string | undefined => {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined
}

/**
 * Decodes UTF-16 that begins with a byte order mark to UTF-8 without one, which git stores of such a file where its attribute
 * `working-tree-encoding` says so. Returns any other content as it is.
 */
export const toUtf8 = (content: Uint8Array): Uint8Array => {
  const encoding = isBinary(content) ? findUtf16(content) : undefined
  return encoding === undefined ? content : Buffer.from(new TextDecoder(encoding).decode(content))
}

const withoutCarriageReturns = (content: Uint8Array): Buffer =>
  Buffer.from(Buffer.from(content).toString("latin1").replaceAll("\r\n", "\n"), "latin1")

/**
 * Whether two contents have the same lines, ignoring the difference between `\n` and `\r\n`.
 */
export const haveSameLines = (a: Uint8Array, b: Uint8Array): boolean =>
  Buffer.compare(a, b) === 0 || withoutCarriageReturns(a).equals(withoutCarriageReturns(b))

/** Returns the text of a line by its number, from 1. A line that the text does not have is empty. */
export const textAt = (lines: ReadonlyArray<string>, line: number): string => lines[line - 1] ?? ""

/** Decodes the lines of a range, without the rest of the content. The same as those of the split content. */
export const sliceLines = (content: Uint8Array, { end, start }: LineRange): ReadonlyArray<string> => {
  if (end < start) return []
  let from = 0
  for (let line = 1; line < start; line += 1) {
    from = content.indexOf(10, from) + 1
    if (from === 0) return []
  }
  let to = from - 1
  for (let line = start; line <= end && (line === start || to !== -1); line += 1) to = content.indexOf(10, to + 1)
  return Buffer.from(content.subarray(from, to === -1 ? content.length : to))
    .toString()
    .split("\n")
}
