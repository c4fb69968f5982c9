/** Lines that stay the same around a change. */
const context = 3

/** Lines to put in the place of others, from 1. */
export interface Replacement {
  readonly first: number
  readonly last: number
  readonly lines: ReadonlyArray<string>
}

/** Narrows a replacement to the lines that differ. */
const trim = (old: ReadonlyArray<string>, { first, last, lines }: Replacement): Replacement => {
  let start = 0
  while (start < lines.length && first + start <= last && old[first - 1 + start] === lines[start]) start += 1
  let end = 0
  while (
    end < lines.length - start &&
    last - end >= first + start &&
    old[last - 1 - end] === lines[lines.length - 1 - end]
  ) {
    end += 1
  }
  return { first: first + start, last: last - end, lines: lines.slice(start, lines.length - end) }
}

const quote = (path: string): string => (/["\\\s]/.test(path) ? JSON.stringify(path) : path)

/**
 * Makes a patch for `git apply` that replaces lines of a file. `text`: the file as it is. Undefined if nothing differs.
 */
export const makePatch = (path: string, text: string, replacement: Replacement): string | undefined => {
  const hasEnd = text.endsWith("\n")
  const old = (hasEnd ? text.slice(0, -1) : text).split("\n")
  const { first, last, lines } = trim(old, replacement)
  if (lines.length === 0 && last < first) return undefined
  const start = Math.max(1, first - context)
  const end = Math.min(old.length, last + context)
  const mark = (line: number): ReadonlyArray<string> =>
    line === old.length && !hasEnd ? ["\\ No newline at end of file"] : []
  const keep = (from: number, to: number): ReadonlyArray<string> =>
    old.slice(from - 1, to).flatMap((line, index) => [` ${line}`, ...mark(from + index)])
  const removed = old.slice(first - 1, last).flatMap((line, index) => [`-${line}`, ...mark(first + index)])
  const added = lines.map((line) => `+${line}`)
  const oldCount = end - start + 1
  const newCount = oldCount - (last - first + 1) + lines.length
  return [
    `--- ${quote(`a/${path}`)}`,
    `+++ ${quote(`b/${path}`)}`,
    `@@ -${start},${oldCount} +${start},${newCount} @@`,
    ...keep(start, first - 1),
    ...removed,
    ...added,
    ...keep(last + 1, end),
    ""
  ].join("\n")
}
