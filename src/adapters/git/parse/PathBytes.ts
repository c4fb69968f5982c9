import { isUtf8 } from "node:buffer"

/** Returns the length of the valid UTF-8 sequence at an offset, 0 if there is none. */
const sequenceLength = (bytes: Buffer, at: number): number => {
  const lead = bytes.readUInt8(at)
  const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
  return length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0
}

/**
 * Decodes a path or another name that git stores as bytes. Bytes that are not UTF-8 become the lone surrogates
 * U+DC80–U+DCFF, so that {@link encodePath} restores them (`surrogateescape` of Python).
 */
export const decodePath = (bytes: Uint8Array): string => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isUtf8(buffer)) return buffer.toString("utf8")
  const parts: Array<string> = []
  let start = 0
  for (let at = 0; at < buffer.length;) {
    const length = sequenceLength(buffer, at)
    if (length === 0) {
      parts.push(buffer.toString("utf8", start, at), String.fromCharCode(0xdc00 + buffer.readUInt8(at)))
      start = at + 1
    }
    at += Math.max(1, length)
  }
  parts.push(buffer.toString("utf8", start))
  return parts.join("")
}

/** Encodes a path to the bytes that git stores. The inverse of {@link decodePath}. */
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

const maxPathChars = 65_536

/** Surrogates that do not represent a byte. */
const invalidSurrogates = /[\ud800-\udc7f\udd00-\udfff]/u

/**
 * Returns whether a path can be an argument of git and is inside the tree: it can be encoded ({@link encodePath}), is
 * not absolute, and has no NUL and no empty, `.` or `..` part.
 */
export const isArgumentPath = (path: string): boolean =>
  !invalidSurrogates.test(path) &&
  !path.includes("\0") &&
  path.length <= maxPathChars &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
