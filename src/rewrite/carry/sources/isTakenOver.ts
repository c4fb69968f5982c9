import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { FileDiff } from "../../../adapters/git/FileDiff.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { addedIn, sameLines, weightOf } from "../files/addedLines.ts"
import { type Fate, fatesOf, isSameAt } from "../files/followFiles.ts"
import type { Group } from "../rewrites/groupRewrites.ts"

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

/** Whether a commit added code of which another has nothing, in files that both have. */
const isWithoutTrace = Effect.fnUntraced(function* (
  source: ObjectId,
  changes: ReadonlyArray<FileDiff>,
  fates: ReadonlyMap<string, Fate>
) {
  let isAdded = false
  for (const { lines, path, texts } of yield* addedIn(source, changes)) {
    const fate = fates.get(path)
    if (fate === undefined || Option.isNone(fate.before) || Option.isNone(fate.after)) return false
    const speaking = [...lines].filter((line) => weightOf(texts[line - 1] ?? "") > 0)
    const same = yield* sameLines(fate.before.value, fate.after.value, texts.length)
    if (speaking.some((line) => same.has(line))) return false
    isAdded ||= speaking.length > 0
  }
  return isAdded
})

/**
 * Whether a commit was skipped though git reports it with the one before it: nothing that it added is there, and nothing
 * that went there after it can have replaced that.
 */
const wasSkipped = Effect.fnUntraced(function* (source: ObjectId, { from, to }: Group, present: ReadonlySet<ObjectId>) {
  const position = from.indexOf(source)
  if (position <= 0) return false
  const changes = yield* changesOf(source)
  const own = pathsOf(changes)
  const later = from.slice(position + 1)
  if (later.some((id) => !present.has(id))) return false
  const replaced = new Set(pathsOf((yield* Effect.forEach(later, changesOf)).flat()))
  if (own.some((path) => replaced.has(path))) return false
  return yield* isWithoutTrace(source, changes, yield* fatesOf({ from: Option.some(source), to }, own))
})

/**
 * Whether a commit that git calls the successor of another has anything of its change. A commit that was skipped in a
 * rebase is reported as if it had gone into the one before it: that has nothing of what it added, or changes none of its
 * files, nor does another that went there undo it.
 *
 * @param files of the source's note, under the paths they have in the successor: looked at first, since it costs least.
 */
export const isTakenOver = Effect.fn("carry.isTakenOver")(function* (
  source: ObjectId,
  { from, to }: Group,
  files: ReadonlyArray<string>,
  present: ReadonlySet<ObjectId>
) {
  if (yield* wasSkipped(source, { from, to }, present)) return false
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
