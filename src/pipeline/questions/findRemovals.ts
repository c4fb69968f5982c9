import { Effect, Option, Result } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { DiffHunk, FileDiff } from "../../adapters/git/FileDiff.ts"
import { isMissingObject } from "../../adapters/git/GitError.ts"
import { type LineRange, overlaps } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import { Notes } from "../../notes/Notes.ts"
import type { Question } from "../answering/Question.ts"
import type { Scope } from "../subject/Scope.ts"
import { clipHunks, findUnitsByName } from "./matching.ts"

/** Maximum commits that are looked at, newest first. */
const maxCommits = 8

/** Names a region by its commit and its position in the note. */
export const regionKey = (commit: ObjectId, position: number): string => `${commit} ${position}`

/** The lines of the units in scope that a name in a note is of. */
const linesInScope = ({ kind, outline, ranges, units }: Scope, name: string): ReadonlyArray<LineRange> =>
  findUnitsByName(name, outline.units)
    .filter((unit) => (kind === "anchor" ? units.includes(unit) : ranges.some((range) => overlaps(range, unit.lines))))
    .map(({ lines }) => lines)

/** Whether a change removed lines of a region and wrote none there. `lines`: those of the region after the change. */
const onlyRemoves = (changes: ReadonlyArray<DiffHunk>, { end, start }: LineRange): boolean => {
  const inside = changes.filter(({ after: { count, start: first } }) =>
    count === 0 ? first >= start && first < end : first <= end && first + count > start
  )
  return inside.length > 0 && inside.every(({ after }) => after.count === 0)
}

/** Reads what a commit changed in files. Empty for merges, and where objects are missing. */
const readChanges = Effect.fnUntraced(
  function* (commit: ObjectId, paths: ReadonlyArray<string>) {
    if (paths.length === 0) return []
    const git = yield* Git
    const [facts = Option.none()] = yield* git.commits([commit])
    if (!Option.exists(facts, ({ parents }) => parents.length < 2)) return []
    const from = Option.flatMap(facts, ({ parents }) => Option.fromUndefinedOr(parents[0]))
    return yield* git.diff({ from, to: commit, paths, renames: false })
  },
  Effect.catchIf(isMissingObject, () => Effect.succeed<ReadonlyArray<FileDiff>>([]))
)

/** The lines of a region in the annotated commit. */
interface RegionLines {
  readonly file: string
  readonly lines: LineRange
  readonly key: string
}

/** Selects the regions of a commit of which it only removed lines. */
const selectRemoved = Effect.fnUntraced(function* (commit: ObjectId, regions: ReadonlyArray<RegionLines>) {
  const changes = yield* readChanges(commit, [...new Set(regions.map(({ file }) => file))])
  const hunksOf = new Map(changes.map(({ hunks, path }) => [path, hunks]))
  return regions.filter(({ file, lines }) => onlyRemoves(hunksOf.get(file) ?? [], lines))
})

/** The annotated commits that name units in scope and wrote no lines of these, as far as code of their time is left there. */
const findCandidates = Effect.fnUntraced(function* (
  { snapshot: { index }, subject: { commit: head } }: Question,
  scope: Scope,
  { hunks, paths }: { readonly hunks: ReadonlyArray<BlameHunk>; readonly paths: ReadonlySet<string> }
) {
  const byName = Map.groupBy(
    [...paths].flatMap((path) => index.regionsOf(path)),
    ({ anchor }) => anchor
  )
  const refs = [...byName].flatMap(([name, regions]) => {
    const writers = new Set(clipHunks(hunks, linesInScope(scope, name)).map((hunk) => hunk.commit))
    return writers.size === 0
      ? []
      : regions.filter(({ commit }) => !writers.has(commit)).map(({ commit }) => ({ commit, writers }))
  })
  if (refs.length === 0) return []
  const commits = refs.map(({ commit }) => commit)
  const reachable = yield* (yield* Reachability).reachableFromHead(commits, head, index)
  const written = yield* (yield* CommitTimes).authorTimes([
    ...reachable,
    ...refs.flatMap(({ writers }) => [...writers])
  ])
  const isLeft = ({ commit, writers }: (typeof refs)[number]): boolean =>
    reachable.has(commit) && [...writers].some((writer) => written(writer) <= written(commit))
  const found = new Set(refs.filter(isLeft).map(({ commit }) => commit))
  return [...found].toSorted((a, b) => written(b) - written(a)).slice(0, maxCommits)
})

/**
 * Finds the regions in scope of which their commits only removed lines: blame names no such commit, although its reason may
 * be why the lines are not there. `hunks`: the blame of the file.
 */
export const findRemovals = Effect.fn("Pipeline.findRemovals")(function* (
  question: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>
) {
  const paths = new Set([question.subject.path, ...hunks.map(({ path }) => path)])
  const candidates = yield* findCandidates(question, scope, { hunks, paths })
  if (candidates.length === 0) return { commits: [], keys: new Set<string>() }
  const notes = yield* (yield* Notes).read(question.snapshot, candidates)
  const read = [...notes.values()].filter(Result.isSuccess).map(({ success }) => success.annotation)
  const found = yield* Effect.forEach(
    read,
    ({ commit, regions }) => {
      const named = regions.flatMap(({ ast_anchor: { name }, file, lines }, position) =>
        paths.has(file) && linesInScope(scope, name).length > 0
          ? [{ file, lines, key: regionKey(commit, position) }]
          : []
      )
      return Effect.map(selectRemoved(commit, named), (removed) => removed.map(({ key }) => ({ commit, key })))
    },
    { concurrency: 4 }
  )
  const removals = found.flat()
  return { commits: removals.map(({ commit }) => commit), keys: new Set(removals.map(({ key }) => key)) }
})
