import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { FileDiff } from "../../adapters/git/FileDiff.ts"
import { Git } from "../../adapters/git/Git.ts"
import { fatesOf, isSameAt } from "./fates.ts"
import type { Group } from "./groups.ts"

/** The first parent of a commit that is here. */
export const firstParent = Effect.fnUntraced(function* (commit: ObjectId) {
  const git = yield* Git
  const [facts = Option.none()] = yield* git.commits([commit])
  return Option.flatMap(facts, ({ parents }) => Option.fromNullishOr(parents[0]))
})

/** What a commit itself changed. */
export const changesOf = Effect.fnUntraced(function* (commit: ObjectId) {
  const git = yield* Git
  return yield* git.diff({ from: yield* firstParent(commit), to: commit })
})

const pathsOf = (files: ReadonlyArray<FileDiff>): ReadonlyArray<string> =>
  files.flatMap(({ path, previousPath }) => [path, ...Option.toArray(previousPath)])

/**
 * Whether a commit that git calls the successor of another has anything of its change. A commit that was skipped in a
 * rebase is reported as if it had gone into the one before it: that changes none of its files, nor does another that
 * went there undo it.
 *
 * @param files of the source's note, under the paths they have in the successor: looked at first, since it costs least.
 */
export const isTakenOver = Effect.fn("carry.isTakenOver")(function* (
  source: ObjectId,
  { from, to }: Group,
  files: ReadonlyArray<string>,
  present: ReadonlySet<ObjectId>
) {
  const parent = yield* firstParent(to)
  if (Option.isNone(parent) || !(yield* isSameAt({ from: parent, to }, files))) return true
  const changes = yield* changesOf(source)
  const own = pathsOf(changes)
  const fates = yield* fatesOf({ from: Option.some(source), to }, own)
  const changed = new Set(pathsOf(yield* changesOf(to)))
  const isChanged = (path: string) => changed.has(path) || changed.has(fates.get(path)?.path ?? path)
  // A file that was there before may have another name where the rebase went: nobody can tell.
  const isUnknown = ({ kind, path }: FileDiff) =>
    (kind === "modified" || kind === "renamed") && Option.isNone(fates.get(path)?.after ?? Option.none())
  if (own.length === 0 || own.some(isChanged) || changes.some(isUnknown)) return true
  const others = from.filter((id) => id !== source && present.has(id))
  const undone = new Set(pathsOf((yield* Effect.forEach(others, changesOf)).flat()))
  return own.some((path) => undone.has(path))
})
