import { Effect, Option } from "effect"
import type { DiffHunk } from "../../adapters/git/FileDiff.ts"
import { Git, type LineChange } from "../../adapters/git/Git.ts"
import { intersect, joinRanges, type LineRange, overlaps, size } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { orderByAge } from "../../lineage/orderByAge.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import type { EvolutionCommit } from "../model/answers.ts"
import { type AuthoredCommit, formatSeconds, readCommits } from "./people.ts"

/** Commits compared with their parents at the same time. */
const concurrency = 4

/** Whether lines were changed in a range, or deleted in it or at its edges. */
const touches = ({ count, start }: DiffHunk["after"], range: LineRange): boolean =>
  count === 0 ? start >= range.start - 1 && start <= range.end : overlaps({ start, end: start + count - 1 }, range)

/** Counts the lines of a hunk in ranges that share none. What a hunk replaced cannot be divided between its lines. */
const countIn = ({ count, start }: DiffHunk["after"], ranges: ReadonlyArray<LineRange>): number =>
  ranges
    .flatMap((range) => Option.toArray(intersect({ start, end: start + count - 1 }, range)))
    .reduce((sum, lines) => sum + Math.max(0, size(lines)), 0)

const countTouched = (hunks: ReadonlyArray<DiffHunk>, ranges: ReadonlyArray<LineRange>) => {
  const touched = hunks.filter(({ after }) => ranges.some((range) => touches(after, range)))
  return {
    lines_added: touched.reduce((sum, { after }) => sum + countIn(after, ranges), 0),
    lines_deleted: touched.reduce((sum, { before }) => sum + before.count, 0)
  }
}

/** Counts the lines that a commit changed in and at the edges of these ranges. */
const countLines = Effect.fnUntraced(function* (parent: Option.Option<ObjectId>, { commit, path, ranges }: LineChange) {
  const files = yield* (yield* Git).diff({ from: parent, to: commit })
  const file = files.find((each) => each.path === path)
  return file === undefined ? { lines_added: 0, lines_deleted: 0 } : countTouched(file.hunks, ranges)
})

interface AuthoredChange {
  readonly change: LineChange
  readonly commit: AuthoredCommit
}

/** Sorts the changes of several walks, newest first. */
const sortByAge = Effect.fnUntraced(function* (changes: ReadonlyArray<AuthoredChange>) {
  const order = yield* orderByAge(new Map(changes.map(({ commit }) => [commit.id, commit.time])))
  return changes.toSorted((a, b) => order(b.commit.id, a.commit.id))
})

/** Joins what walks found of each commit, in the order in which commits first appear. */
const joinWalks = (changes: ReadonlyArray<LineChange>): ReadonlyArray<LineChange> =>
  [...Map.groupBy(changes, ({ commit }) => commit).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, ranges: joinRanges([first, ...others].flatMap(({ ranges }) => ranges)) }]
  )

/** The history of lines as `git log -L` finds it, newest first, renames followed. */
export const functionHistory = Effect.fn("Evolution.functionHistory")(function* (
  from: ObjectId,
  path: string,
  ranges: ReadonlyArray<LineRange>,
  limit: number
) {
  const lineage = yield* Lineage
  const boundary = yield* readBoundary
  const walks = yield* Effect.forEach(ranges, (lines) => lineage.lineHistory(from, path, lines))
  const changes = joinWalks(walks.flat().filter((change) => change.ranges.length > 0 && !boundary.has(change.commit)))
  const commits = new Map((yield* readCommits(changes.map((change) => change.commit))).map((each) => [each.id, each]))
  const found = changes.flatMap((change) => {
    const commit = commits.get(change.commit)
    return commit === undefined ? [] : [{ change, commit }]
  })
  const known = walks.length === 1 ? found : yield* sortByAge(found)
  const shown = yield* Effect.forEach(
    known.slice(0, limit),
    ({ change, commit: { author, id, parents, subject, time } }) =>
      Effect.map(countLines(Option.fromUndefinedOr(parents[0]), change), (lines): EvolutionCommit => ({
        hash: id,
        author,
        timestamp: formatSeconds(time),
        message: subject,
        ...lines,
        ...(change.path === path ? {} : { path: change.path })
      })),
    { concurrency }
  )
  return { commits: shown, total: known.length, authors: new Set(known.map((each) => each.commit.author)).size }
})
