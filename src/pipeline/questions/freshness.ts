import { Array as Arrays, Effect, Option } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import type { Region } from "../../domain/Annotation.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Match } from "../answering/answers.ts"
import type { Freshness } from "../answering/Freshness.ts"
import type { Scope } from "../subject/Scope.ts"
import { findUnitsByName } from "./matching.ts"
import { readRegionLines, significantText } from "./regionText.ts"

/** A region, and the current lines of its unit; without a unit, those from its first surviving line to its last. */
export interface Located {
  readonly region: Region
  readonly commit: ObjectId
  readonly match: Match
  readonly lines: Option.Option<LineRange>
}

/** The file as it is now. */
export interface Current {
  readonly scope: Scope
  /** The lines of the file, from index 0. */
  readonly texts: ReadonlyArray<string>
  readonly hunks: ReadonlyArray<BlameHunk>
}

interface Comparison {
  readonly removed: number
  /** Current lines that the region did not have, between those that it had and in place of its first and last ones. */
  readonly added: ReadonlyArray<number>
}

/** Whether `part` is in `whole`, in one piece. */
export const hasRun = (whole: ReadonlyArray<string>, part: ReadonlyArray<string>): boolean =>
  `\n${whole.join("\n")}\n`.includes(`\n${part.join("\n")}\n`)

/** Compares the lines of a region with current ones, whatever their order. */
export const compareLines = (
  before: ReadonlyArray<string>,
  now: ReadonlyArray<{ readonly line: number; readonly text: string }>
): Comparison => {
  const counts = new Map<string, number>()
  for (const text of before) counts.set(text, (counts.get(text) ?? 0) + 1)
  const isKept = now.map(({ text }) => {
    const left = counts.get(text) ?? 0
    counts.set(text, left - 1)
    return left > 0
  })
  const present = new Set(now.map(({ text }) => text))
  const leading = Math.max(
    0,
    before.findIndex((text) => present.has(text))
  )
  const trailing = before.length - 1 - before.findLastIndex((text) => present.has(text))
  const first = Math.max(0, isKept.indexOf(true) - leading)
  const added = now
    .slice(first, isKept.lastIndexOf(true) + 1 + trailing)
    .filter((_, at) => isKept[first + at] === false)
  return { removed: before.length - isKept.filter(Boolean).length, added: added.map(({ line }) => line) }
}

/** Counts the commits other than the annotated one that wrote lines. */
export const countCommits = (
  hunks: ReadonlyArray<BlameHunk>,
  lines: ReadonlyArray<number>,
  annotated: ObjectId
): number => {
  const writers = hunks.filter((hunk) => lines.some((line) => line >= hunk.lines.start && line <= hunk.lines.end))
  return new Set(writers.flatMap(({ commit }) => Option.toArray(commit)).filter((commit) => commit !== annotated)).size
}

/** Lines around the surviving ones of a region without a unit, in which its other lines may be. */
const windowOf = ({ region }: Located, { end, start }: LineRange, { length }: Scope): LineRange => {
  const size = region.lines.end - region.lines.start
  return { start: Math.max(1, start - size), end: Math.min(length, end + size) }
}

export const significantIn = (texts: ReadonlyArray<string>, { end, start }: LineRange) =>
  texts
    .slice(start - 1, end)
    .map((text, at) => ({ line: start + at, text: significantText(text) }))
    .filter(({ text }) => text !== "")

/** Compares a region as it was in its commit with the code as it is; none where nothing changed. */
const compareRegion = (
  located: Located,
  before: ReadonlyArray<string>,
  { hunks, scope, texts }: Current
): Option.Option<Freshness> => {
  const was = before.map(significantText).filter((text) => text !== "")
  if (Option.isNone(located.lines)) return Option.some({ state: "gone", lines: was.length })
  const state = located.match === "moved" ? "moved" : "edited"
  const hasUnit = state === "moved" || findUnitsByName(located.region.ast_anchor.name, scope.outline.units).length > 0
  const range = hasUnit ? located.lines.value : windowOf(located, located.lines.value, scope)
  const now = significantIn(texts, range)
  const isSame = hasRun(
    now.map(({ text }) => text),
    was
  )
  if (isSame) return state === "moved" ? Option.some({ state }) : Option.none()
  const { added, removed } = compareLines(was, now)
  const commits = hasUnit ? countCommits(hunks, added, located.commit) : 0
  const changed_lines = Math.max(removed, hasUnit ? added.length : 0)
  const lines = hasUnit ? Math.max(was.length, now.length) : was.length
  const counts = { changed_lines, lines, ...(commits === 0 ? {} : { commits }) }
  return Option.some({ state, ...counts })
}

/** Says of each region what became of its code since its note. */
export const findFreshness = (current: Current, regions: ReadonlyArray<Located>) =>
  Effect.map(readRegionLines(regions), (before) =>
    Arrays.zipWith(regions, before, (each, lines) =>
      Option.flatMap(lines, (found) => compareRegion(each, found, current))
    )
  )
