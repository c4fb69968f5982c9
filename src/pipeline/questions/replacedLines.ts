import { Effect, Option } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import type { Region } from "../../domain/Annotation.ts"
import { intersect, type LineRange, overlaps, shift, size } from "../../domain/LineRange.ts"
import { Blame } from "../../lineage/Blame.ts"
import type { NotesIndex } from "../../notes/lookup/NotesIndex.ts"
import type { Subject } from "../subject/Subject.ts"
import { clipHunks, countUncommittedLines, type OriginHunk } from "./matching.ts"

/** Lines of HEAD, and the uncommitted lines of the work tree in their place. Neither is empty. */
interface Replacement {
  readonly before: LineRange
  readonly now: LineRange
}

/** Makes a number of an origin line, the same for equal commit, path and line. */
const makeOriginKey = () => {
  const sources = new Map<string, number>()
  return ({ commit, originStart, lines, path }: BlameHunk, line: number): number | undefined => {
    if (Option.isNone(commit)) return undefined
    const source = `${commit.value} ${path}`
    const known = sources.get(source) ?? sources.size
    sources.set(source, known)
    return known * 2 ** 32 + originStart + line - lines.start
  }
}

const lastLine = (hunks: ReadonlyArray<BlameHunk>): number => hunks.at(-1)?.lines.end ?? 0

/** Pairs the lines of two blames of one file, before and after an edit, by their origin: what is between pairs was replaced. */
export const findReplacements = (
  before: ReadonlyArray<BlameHunk>,
  now: ReadonlyArray<BlameHunk>
): ReadonlyArray<Replacement> => {
  const keyOf = makeOriginKey()
  const lineOf = new Map<number, number>()
  for (const hunk of before) {
    for (let line = hunk.lines.start; line <= hunk.lines.end; line += 1) {
      const key = keyOf(hunk, line)
      if (key !== undefined) lineOf.set(key, line)
    }
  }
  const found: Array<Replacement> = []
  let [left, right] = [0, 0]
  const pair = (old: number, line: number): void => {
    if (old > left + 1 && line > right + 1) {
      found.push({ before: { start: left + 1, end: old - 1 }, now: { start: right + 1, end: line - 1 } })
    }
    ;[left, right] = [old, line]
  }
  for (const hunk of now) {
    for (let line = hunk.lines.start; line <= hunk.lines.end; line += 1) {
      const key = keyOf(hunk, line)
      const old = key === undefined ? undefined : lineOf.get(key)
      if (old !== undefined && old > left) pair(old, line)
    }
  }
  pair(lastLine(before) + 1, lastLine(now) + 1)
  return found
}

/** The origin of replaced lines in scope. As many lines as before are taken to replace them one by one. */
const originsOf = (
  committed: ReadonlyArray<BlameHunk>,
  { before, now }: Replacement,
  ranges: ReadonlyArray<LineRange>
): ReadonlyArray<OriginHunk> => {
  const inScope = ranges.flatMap((range) => Option.toArray(intersect(now, range)))
  if (inScope.length === 0) return []
  if (size(before) !== size(now)) return clipHunks(committed, [before]).map((hunk) => ({ ...hunk, lines: now }))
  const by = now.start - before.start
  return clipHunks(
    committed,
    inScope.map((range) => shift(range, -by))
  ).map((hunk) => ({ ...hunk, lines: shift(hunk.lines, by) }))
}

/**
 * Finds the committed lines that uncommitted lines in scope replace, with their origin; `lines` of each are the uncommitted
 * ones. Blames HEAD as well, but only where lines in scope are uncommitted and the file has notes. `hunks`: blame of the
 * work tree.
 */
export const findReplacedLines = Effect.fn("Pipeline.findReplacedLines")(function* (
  { commit, committed, dirty, path }: Subject,
  index: NotesIndex,
  hunks: ReadonlyArray<BlameHunk>,
  ranges: ReadonlyArray<LineRange>
) {
  if (!dirty || !committed || countUncommittedLines(hunks, ranges) === 0) return []
  const paths = new Set([path, ...hunks.map((hunk) => hunk.path)])
  if (![...paths].some((each) => index.regionsOf(each).length > 0)) return []
  const head = yield* (yield* Blame).hunks({ commit, path, contents: Option.none() })
  return findReplacements(head, hunks)
    .filter(({ now }) => countUncommittedLines(hunks, [now]) > 0)
    .flatMap((replacement) => originsOf(head, replacement, ranges))
})

/** Returns the uncommitted lines that replace lines of a region. */
export const linesInPlaceOf = (
  { file, lines }: Region,
  replaced: ReadonlyArray<OriginHunk>
): ReadonlyArray<LineRange> =>
  replaced.flatMap((hunk) => (hunk.path === file && overlaps(hunk.origin, lines) ? [hunk.lines] : []))
