import { decodePath } from "../../adapters/git/parse/PathBytes.ts"
import { unquotePath } from "../../adapters/git/parse/QuotedPath.ts"

/** The section of a unified diff for one file. */
export interface FilePatch {
  /** New path, or old path of a deleted file. Invalid UTF-8 becomes U+FFFD, as in the store. */
  readonly path: string
  /** Starts with `diff --git`. */
  readonly bytes: Buffer
  /** Whether git only reports `Binary files … differ`. */
  readonly isBinary: boolean
}

const fileStart = Buffer.from("diff --git ")
const nextFileStart = Buffer.from("\ndiff --git ")
const lineFeed = 10

const lineAt = (bytes: Buffer, start: number): Buffer => {
  const end = bytes.indexOf(lineFeed, start)
  return bytes.subarray(start, end === -1 ? bytes.length : end)
}

/** Reads the header lines up to the first hunk. */
const readHeader = (bytes: Buffer): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (let start = 0; start < bytes.length;) {
    const line = lineAt(bytes, start)
    if (line[0] === 64) break
    lines.push(decodePath(line))
    start += line.length + 1
  }
  return lines
}

const parsePath = (line: string | undefined, prefix: string): string | undefined => {
  if (line === undefined) return undefined
  const name = unquotePath(line.slice(prefix.length).replace(/\t$/, ""))
  return name === "/dev/null" ? undefined : name
}

/** Reads the path from `diff --git a/x b/x`, quoted or not: without any other path line, both halves name the same file. */
const pathFromHeader = (line: string): string => {
  const names = line.slice(fileStart.length)
  return unquotePath(names.slice((names.length + 1) / 2)).slice("b/".length)
}

const findPath = (first: string, header: ReadonlyArray<string>): string => {
  const line = (prefix: string) => header.find((text) => text.startsWith(prefix))
  const moved = parsePath(line("rename to "), "rename to ") ?? parsePath(line("copy to "), "copy to ")
  if (moved !== undefined) return moved
  const named = parsePath(line("+++ "), "+++ ") ?? parsePath(line("--- "), "--- ")
  return named?.slice("b/".length) ?? pathFromHeader(first)
}

/** Splits a unified diff by file. No line of a hunk can start with `diff --git`. */
export const splitPatch = (patch: Buffer): ReadonlyArray<FilePatch> => {
  const files: Array<FilePatch> = []
  let start = patch.subarray(0, fileStart.length).equals(fileStart) ? 0 : patch.indexOf(nextFileStart) + 1
  while (start >= 0 && start < patch.length && patch.subarray(start, start + fileStart.length).equals(fileStart)) {
    const end = patch.indexOf(nextFileStart, start)
    const bytes = patch.subarray(start, end === -1 ? patch.length : end + 1)
    const header = readHeader(bytes)
    files.push({
      path: findPath(decodePath(lineAt(bytes, 0)), header).toWellFormed(),
      bytes,
      isBinary: header.some((line) => line.startsWith("Binary files "))
    })
    if (end === -1) break
    start = end + 1
  }
  return files
}

/** Hunk header for the continuation of a hunk. */
const continuedHunk = Buffer.from("@@\n")

/**
 * Returns the prefix that makes the bytes after `end` a unified diff of their own: the header of their file and, inside a
 * hunk, a hunk header and the sign of a line that is cut.
 */
export const resumeHeader = (patch: Buffer, end: number): Buffer => {
  const read = patch.subarray(0, end)
  const file = read.subarray(read.lastIndexOf(nextFileStart) + 1)
  const hunk = file.indexOf("\n@") + 1
  if (hunk === 0) return Buffer.from(file)
  const line = file.lastIndexOf(lineFeed) + 1
  return Buffer.concat([file.subarray(0, hunk), continuedHunk, file.subarray(line, line + 1)])
}

/** Extracts the added and removed lines of a file, with their `+` or `-`, in order. */
export const extractChangedLines = (file: FilePatch): ReadonlyArray<string> => {
  const text = file.bytes.toString("utf8")
  const lines: Array<string> = []
  let inHunk = false
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start)
    const end = found === -1 ? text.length : found
    const first = text.charCodeAt(start)
    if (first === 64) inHunk = true
    else if (inHunk && (first === 43 || first === 45)) lines.push(text.slice(start, end))
    start = end + 1
  }
  return lines
}
