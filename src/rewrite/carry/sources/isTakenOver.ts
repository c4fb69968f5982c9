import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { FileDiff } from "../../../adapters/git/FileDiff.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { findAddedLines, mapUnchangedLines, weightOf } from "../files/addedLines.ts"
import { type FollowedFile, followFiles, isSameAt } from "../files/followFiles.ts"
import type { Group } from "../rewrites/groupRewrites.ts"
import { textAt } from "../../../domain/lines.ts"

/** Returns the first parent of a commit; none if the commit is missing or a root. */
export const firstParent = Effect.fnUntraced(function* (commit: ObjectId) {
  const git = yield* Git
  const [facts = Option.none()] = yield* git.commits([commit])
  return Option.flatMap(facts, ({ parents }) => Option.fromNullishOr(parents[0]))
})

/** Diffs a commit with its first parent. */
export const changesOf = Effect.fnUntraced(function* (commit: ObjectId) {
  const git = yield* Git
  return yield* git.diff({ from: yield* firstParent(commit), to: commit })
})

const pathsOf = (files: ReadonlyArray<FileDiff>): ReadonlyArray<string> =>
  files.flatMap(({ path, previousPath }) => [path, ...Option.toArray(previousPath)])

/** Whether none of the lines that a commit added is in the other commit, although that has the files. */
const isWithoutTrace = Effect.fnUntraced(function* (
  source: ObjectId,
  changes: ReadonlyArray<FileDiff>,
  followedFiles: ReadonlyMap<string, FollowedFile>
) {
  let isAdded = false
  for (const { lines, path, texts } of yield* findAddedLines(source, changes)) {
    const followedFile = followedFiles.get(path)
    if (followedFile === undefined || Option.isNone(followedFile.before) || Option.isNone(followedFile.after))
      return false
    const speaking = [...lines].filter((line) => weightOf(textAt(texts, line)) > 0)
    const same = yield* mapUnchangedLines(followedFile.before.value, followedFile.after.value, texts.length)
    if (speaking.some((line) => same.has(line))) return false
    isAdded ||= speaking.length > 0
  }
  return isAdded
})

/**
 * Whether a commit was skipped although git reports it with the commit before it: the successor has none of its added
 * lines, and no later commit of the group can have replaced them.
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
  return yield* isWithoutTrace(source, changes, yield* followFiles({ from: Option.some(source), to }, own))
})

/**
 * Whether the successor that git reports contains any change of a commit. Git reports a commit skipped in a rebase as if
 * it had been squashed into the one before it. Then the successor has none of its added lines, or changes none of its
 * files while no other commit of the group undoes it.
 *
 * @param files files of the source's note, under their paths in the successor: checked first because that is cheap.
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
  const followedFiles = yield* followFiles({ from: Option.some(source), to }, own)
  const changed = new Set(pathsOf(yield* changesOf(to)))
  const isChanged = (path: string) => changed.has(path) || changed.has(followedFiles.get(path)?.path ?? path)
  // The file may have another name on the new base, which cannot be determined.
  const isUnknown = ({ kind, path }: FileDiff) =>
    (kind === "modified" || kind === "renamed") && Option.isNone(followedFiles.get(path)?.after ?? Option.none())
  if (own.length === 0 || own.some(isChanged) || changes.some(isUnknown)) return true
  const others = from.filter((id) => id !== source && present.has(id))
  const undone = new Set(pathsOf((yield* Effect.forEach(others, changesOf)).flat()))
  return own.some((path) => undone.has(path))
})
