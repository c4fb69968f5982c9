import { Array as Arrays, Effect, Option } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { GitError } from "../../adapters/git/GitError.ts"
import type { Region } from "../../domain/Annotation.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Freshness, Match } from "../answering/answers.ts"
import type { Question } from "../answering/Question.ts"
import { isGone } from "../subject/isGone.ts"
import type { Scope } from "../subject/Scope.ts"
import { findUnitsByName } from "./matching.ts"
import { readScopeText } from "./moveCandidates.ts"
import { readRegionLines, significantText } from "./regionText.ts"

/** A region, and the current lines of its unit; without a unit, those from its first surviving line to its last. */
interface Located {
  readonly region: Region
  readonly commit: ObjectId
  readonly match: Match
  readonly lines: Option.Option<LineRange>
}

/** The file as it is now. */
interface Current {
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
const hasRun = (whole: ReadonlyArray<string>, part: ReadonlyArray<string>): boolean =>
  `\n${whole.join("\n")}\n`.includes(`\n${part.join("\n")}\n`)

/** Compares the lines of a region with current ones, whatever their order. */
const compareLines = (
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
const countCommits = (hunks: ReadonlyArray<BlameHunk>, lines: ReadonlyArray<number>, annotated: ObjectId): number => {
  const writers = hunks.filter((hunk) => lines.some((line) => line >= hunk.lines.start && line <= hunk.lines.end))
  return new Set(writers.flatMap(({ commit }) => Option.toArray(commit)).filter((commit) => commit !== annotated)).size
}

/** Lines around the surviving ones of a region without a unit, in which its other lines may be. */
const windowOf = ({ region }: Located, { end, start }: LineRange, { length }: Scope): LineRange => {
  const size = region.lines.end - region.lines.start
  return { start: Math.max(1, start - size), end: Math.min(length, end + size) }
}

const significantIn = (texts: ReadonlyArray<string>, { end, start }: LineRange) =>
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

const unknownWarning = (detail: string): string => `Whether noted code has changed since is unknown: ${detail}`

/**
 * Says of each region what became of its code since its note (spec evidence). Returns a warning where git lacks the code
 * as it was.
 */
export const findFreshness = Effect.fn("Pipeline.findFreshness")(function* <R extends Located>(
  question: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>,
  regions: ReadonlyArray<R>
) {
  const unknown = { shown: regions.map((each) => ({ ...each, freshness: Option.none<Freshness>() })) }
  const current = { scope, texts: readScopeText(question, scope).texts, hunks }
  return yield* readRegionLines(regions).pipe(
    Effect.map((before) => ({
      shown: Arrays.zipWith(regions, before, (each, lines) => ({
        ...each,
        freshness: Option.flatMap(lines, (found) => compareRegion(each, found, current))
      })),
      warnings: []
    })),
    Effect.catchIf(
      (error) => error instanceof GitError && error.reason._tag !== "HeadMoved",
      (error) =>
        Effect.flatMap(isGone(error, question.subject.commit), (gone) =>
          gone ? Effect.fail(error) : Effect.succeed({ ...unknown, warnings: [unknownWarning(error.message)] })
        )
    )
  )
})
