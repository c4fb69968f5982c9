import { decodePath } from "../../adapters/git/parse/PathBytes.ts"
import { unquotePath } from "../../adapters/git/parse/QuotedPath.ts"

/** The part of a unified diff that is about one file. */
export interface FilePatch {
  /** After; before for a deleted file. What is no UTF-8 is U+FFFD, as in the store. */
  readonly path: string
  /** `diff --git` first. */
  readonly bytes: Buffer
  /** Whether git shows nothing but that its bytes differ. */
  readonly isBinary: boolean
}

const begin = Buffer.from("diff --git ")
const next = Buffer.from("\ndiff --git ")
const lineFeed = 10

const lineAt = (bytes: Buffer, start: number): Buffer => {
  const end = bytes.indexOf(lineFeed, start)
  return bytes.subarray(start, end === -1 ? bytes.length : end)
}

/** The header's lines, up to the first hunk. */
const headerOf = (bytes: Buffer): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (let start = 0; start < bytes.length;) {
    const line = lineAt(bytes, start)
    if (line[0] === 64) break
    lines.push(decodePath(line))
    start += line.length + 1
  }
  return lines
}

const after = (line: string | undefined, prefix: string): string | undefined => {
  if (line === undefined) return undefined
  const name = unquotePath(line.slice(prefix.length).replace(/\t$/, ""))
  return name === "/dev/null" ? undefined : name
}

/** `a/x b/x`, quoted or not: both halves name the same file where no other line names it. */
const fromHalves = (line: string): string => {
  const names = line.slice(begin.length)
  return unquotePath(names.slice((names.length + 1) / 2)).slice("b/".length)
}

const pathOf = (header: ReadonlyArray<string>): string => {
  const line = (prefix: string) => header.find((text) => text.startsWith(prefix))
  const moved = after(line("rename to "), "rename to ") ?? after(line("copy to "), "copy to ")
  if (moved !== undefined) return moved
  const named = after(line("+++ "), "+++ ") ?? after(line("--- "), "--- ")
  return named?.slice("b/".length) ?? fromHalves(header[0] ?? "")
}

/** The files of a unified diff as git writes it. No line of a hunk begins as a file does. */
export const filesOf = (patch: Buffer): ReadonlyArray<FilePatch> => {
  const files: Array<FilePatch> = []
  let start = patch.subarray(0, begin.length).equals(begin) ? 0 : patch.indexOf(next) + 1
  while (start >= 0 && start < patch.length && patch.subarray(start, start + begin.length).equals(begin)) {
    const end = patch.indexOf(next, start)
    const bytes = patch.subarray(start, end === -1 ? patch.length : end + 1)
    const header = headerOf(bytes)
    files.push({
      path: pathOf(header).toWellFormed(),
      bytes,
      isBinary: header.some((line) => line.startsWith("Binary files "))
    })
    if (end === -1) break
    start = end + 1
  }
  return files
}

/** The same hunk goes on, for who reads a patch in parts. */
const hunkStart = Buffer.from("@@\n")

/**
 * What must stand before the bytes that follow `end` so that they are a unified diff by themselves: the header of the
 * file that they are in, and where it is a hunk that goes on, a hunk's first line and the sign of a line that goes on.
 */
export const resumeHeader = (patch: Buffer, end: number): Buffer => {
  const read = patch.subarray(0, end)
  const file = read.subarray(read.lastIndexOf(next) + 1)
  const hunk = file.indexOf("\n@") + 1
  if (hunk === 0) return Buffer.from(file)
  const line = file.lastIndexOf(lineFeed) + 1
  return Buffer.concat([file.subarray(0, hunk), hunkStart, file.subarray(line, line + 1)])
}

/** The lines that a file's part adds and removes, with their sign, in order. */
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
