import { unquotePath } from "../../adapters/git/parse/QuotedPath.ts"
import { maskSecrets } from "../../domain/Masking.ts"
import type { Sendable } from "./sendable.ts"

interface FilePatch {
  readonly path: string
  /** Lines from the first hunk on. */
  readonly lines: ReadonlyArray<string>
}

const pathOf = (line: string, prefix: string): string | undefined => {
  if (!line.startsWith(prefix)) return undefined
  const text = line.slice(prefix.length)
  const path = unquotePath(text.endsWith("\t") ? text.slice(0, -1) : text)
  return path.startsWith("a/") || path.startsWith("b/") ? path.slice(2) : undefined
}

/** Lists the files of a patch that have hunks. Leaves out sections without a path that can be read. */
const filesOf = (patch: string): ReadonlyArray<FilePatch> =>
  patch.split(/^(?=diff --git )/m).flatMap((section) => {
    const lines = section.replace(/\n$/, "").split("\n")
    const first = lines.findIndex((line) => line.startsWith("@@ "))
    const head = first === -1 ? [] : lines.slice(0, first)
    const path =
      head.map((line) => pathOf(line, "+++ ")).find((found) => found !== undefined) ??
      head.map((line) => pathOf(line, "--- ")).find((found) => found !== undefined)
    return path === undefined ? [] : [{ path, lines: lines.slice(first) }]
  })

const truncateLines = (lines: ReadonlyArray<string>, bytes: number): ReadonlyArray<string> => {
  let left = bytes
  const kept: Array<string> = []
  for (const line of lines) {
    left -= Buffer.byteLength(line) + 1
    if (left < 0) break
    kept.push(line)
  }
  return kept.length === lines.length ? lines : [...kept, `[${lines.length - kept.length} more lines left out]`]
}

/** Maximum characters of a line that are sent: longer lines are data or generated. */
const maxLineChars = 500

/** Masks credentials in as many lines as could be sent if they were alone, then truncates long ones. */
const prepareLines = (lines: ReadonlyArray<string>, maxBytes: number): ReadonlyArray<string> => {
  let left = maxBytes
  const end = lines.findIndex((line) => (left -= Math.min(line.length, maxLineChars) + 1) < 0)
  const kept = maskSecrets((end === -1 ? lines : lines.slice(0, end)).join("\n")).split("\n")
  const short = kept.map((line) => (line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line))
  return end === -1 ? short : [...short, `[${lines.length - end} more lines left out]`]
}

const bytesOf = (lines: ReadonlyArray<string>): number => Buffer.byteLength(lines.join("\n"))

/**
 * Formats the changes of the files that may be sent, without lines that look like credentials, in about `maxBytes`. Small
 * files stay whole; the others share what is left, each truncated at a line.
 */
export const boundedPatch = (patch: string, may: Sendable, maxBytes: number): string => {
  const files = filesOf(patch)
    .filter(({ path }) => may(path))
    .map(({ lines, path }) => ({ path, lines: prepareLines(lines, maxBytes) }))
  const bySize = files.toSorted((a, b) => bytesOf(a.lines) - bytesOf(b.lines))
  const shares = new Map<string, ReadonlyArray<string>>()
  let left = maxBytes
  bySize.forEach(({ lines, path }, index) => {
    const share = truncateLines(lines, Math.floor(left / (bySize.length - index)))
    shares.set(path, share)
    left -= bytesOf(share)
  })
  return files.map(({ path }) => [`--- ${JSON.stringify(path)}`, ...(shares.get(path) ?? [])].join("\n")).join("\n")
}
