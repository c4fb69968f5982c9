import { isUtf8 } from "node:buffer"

/** Length of the valid UTF-8 sequence at an offset, 0 when there is none. */
const sequenceLength = (bytes: Uint8Array, at: number): number => {
  const lead = bytes[at] ?? 0
  const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
  return length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0
}

/**
 * Text of a path or another name that git stores as bytes. Bytes that are not UTF-8 become the lone surrogates
 * U+DC80–U+DCFF, so that {@link encodePath} gives the same bytes back (Python's `surrogateescape`).
 */
export const decodePath = (bytes: Uint8Array): string => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isUtf8(buffer)) return buffer.toString("utf8")
  const parts: Array<string> = []
  let start = 0
  for (let at = 0; at < buffer.length;) {
    const length = sequenceLength(buffer, at)
    if (length === 0) {
      parts.push(buffer.toString("utf8", start, at), String.fromCharCode(0xdc00 + (buffer[at] ?? 0)))
      start = at + 1
    }
    at += Math.max(1, length)
  }
  parts.push(buffer.toString("utf8", start))
  return parts.join("")
}

/** The bytes of a path as git stores them; the inverse of {@link decodePath}. */
export const encodePath = (path: string): Uint8Array => {
  if (path.isWellFormed()) return Buffer.from(path, "utf8")
  return Buffer.concat(
    Array.from(path, (character) => {
      const code = character.charCodeAt(0)
      return character.length === 1 && code >= 0xdc80 && code <= 0xdcff
        ? Buffer.from([code - 0xdc00])
        : Buffer.from(character, "utf8")
    })
  )
}

const longestArgument = 65_536

/** Surrogates that stand for no byte. */
const foreign = /[\ud800-\udc7f\udd00-\udfff]/u

/**
 * Whether a path can be an argument of a git command and means a place in the tree: nothing but bytes
 * ({@link encodePath}), no NUL, not absolute, no empty, `.` or `..` part.
 */
export const isArgumentPath = (path: string): boolean =>
  !foreign.test(path) &&
  !path.includes("\0") &&
  path.length <= longestArgument &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
