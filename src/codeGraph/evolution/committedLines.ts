import { Effect, Option } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import { Blame, blameFile } from "../../lineage/Blame.ts"
import type { Subject } from "../../pipeline/subject/Subject.ts"

/** The origin of each line; undefined for one that is not committed. The first has index 1. */
const listOrigins = (hunks: ReadonlyArray<BlameHunk>): ReadonlyArray<string | undefined> => {
  const origins: Array<string | undefined> = [undefined]
  for (const { commit, lines, originStart, path } of hunks) {
    for (let line = lines.start; line <= lines.end; line += 1) {
      const origin = `${originStart + line - lines.start} ${path}`
      origins[line] = Option.getOrUndefined(Option.map(commit, (id) => `${id} ${origin}`))
    }
  }
  return origins
}

/** The lines of a file before an edit that a range of lines was, or was put in the place of; none for what was only added. */
const toLinesBefore = (
  before: ReadonlyArray<BlameHunk>,
  now: ReadonlyArray<BlameHunk>,
  { end, start }: LineRange
): ReadonlyArray<LineRange> => {
  const old = listOrigins(before)
  const lineOf = new Map(old.flatMap((origin, line) => (origin === undefined ? [] : [[origin, line] as const])))
  const found = listOrigins(now).map((origin) => (origin === undefined ? undefined : lineOf.get(origin)))
  const above = found.slice(0, start).findLast((line) => line !== undefined) ?? 0
  const below = found.slice(end + 1).find((line) => line !== undefined) ?? old.length
  const range = { start: found[start] ?? above + 1, end: found[end] ?? below - 1 }
  return range.start <= range.end ? [range] : []
}

/** Finds the lines of the commit that lines of the work tree are or replace, by the blame of both. `length`: of the file now. */
export const toCommittedLines = Effect.fn("Evolution.toCommittedLines")(function* (
  subject: Subject,
  length: number,
  ranges: ReadonlyArray<LineRange>
) {
  if (!subject.committed) return []
  const { commit, path } = subject
  const before = yield* (yield* Blame).hunks({ commit, path, contents: Option.none() })
  const now = yield* blameFile(subject, length)
  return ranges.flatMap((range) => toLinesBefore(before, now, range))
})
