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

/** Files of a patch that have hunks; a section whose path cannot be told is none. */
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

const cut = (lines: ReadonlyArray<string>, bytes: number): ReadonlyArray<string> => {
  let left = bytes
  const kept: Array<string> = []
  for (const line of lines) {
    left -= Buffer.byteLength(line) + 1
    if (left < 0) break
    kept.push(line)
  }
  return kept.length === lines.length ? lines : [...kept, `[${lines.length - kept.length} more lines left out]`]
}

/** Longest line that is sent, in characters: what is longer nobody wrote. */
const longestLine = 500

/** As many lines as could be sent if they were alone, without secrets, then without what is too long in them. */
const presentable = (lines: ReadonlyArray<string>, maxBytes: number): ReadonlyArray<string> => {
  let left = maxBytes
  const end = lines.findIndex((line) => (left -= Math.min(line.length, longestLine) + 1) < 0)
  const kept = maskSecrets((end === -1 ? lines : lines.slice(0, end)).join("\n")).split("\n")
  const short = kept.map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line))
  return end === -1 ? short : [...short, `[${lines.length - end} more lines left out]`]
}

const bytesOf = (lines: ReadonlyArray<string>): number => Buffer.byteLength(lines.join("\n"))

/**
 * The changes of the files that may be sent, without lines that look like credentials, at most about so many bytes. Small files stay whole; the others share what
 * is left, each cut at a line.
 */
export const boundedPatch = (patch: string, may: Sendable, maxBytes: number): string => {
  const files = filesOf(patch)
    .filter(({ path }) => may(path))
    .map(({ lines, path }) => ({ path, lines: presentable(lines, maxBytes) }))
  const bySize = files.toSorted((a, b) => bytesOf(a.lines) - bytesOf(b.lines))
  const shares = new Map<string, ReadonlyArray<string>>()
  let left = maxBytes
  bySize.forEach(({ lines, path }, index) => {
    const share = cut(lines, Math.floor(left / (bySize.length - index)))
    shares.set(path, share)
    left -= bytesOf(share)
  })
  return files.map(({ path }) => [`--- ${JSON.stringify(path)}`, ...(shares.get(path) ?? [])].join("\n")).join("\n")
}
