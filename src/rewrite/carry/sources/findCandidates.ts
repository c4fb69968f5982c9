import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { CommitMetadata } from "../../../adapters/git/CommitChange.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { Notes } from "../../../notes/Notes.ts"

/** Maximum reflog entries of HEAD before a commit to examine. */
const maxReflogEntries = 100
/** Maximum undone commits to examine. */
const maxUndone = 1000
/** Maximum tips of undone history to compare with a commit. */
const maxTips = 8
/** Maximum annotated commits to compare with a commit, newest first. */
const maxAnnotated = 32

/** Candidate sources of a commit that git did not record. */
export interface Candidates {
  /** Tips of recently undone history, newest first. */
  readonly tips: ReadonlyArray<ObjectId>
  /** Annotated commits of that history, newest first. */
  readonly undone: ReadonlyArray<ObjectId>
  /** Other annotated commits about the same files, newest first; not ancestors of the commit. */
  readonly elsewhere: ReadonlyArray<ObjectId>
}

/** Values of HEAD before a commit, newest first; all of them if the reflog does not have the commit. */
const headBefore = Effect.fnUntraced(function* (commit: ObjectId) {
  const git = yield* Git
  const logged = yield* git.reflog("HEAD")
  const before = logged.slice(logged.indexOf(commit) + 1).slice(0, maxReflogEntries)
  const original = yield* Effect.option(git.resolveCommit("ORIG_HEAD"))
  return [...new Set([...before, ...Option.toArray(original)])].filter((id) => id !== commit)
})

/** Returns the commits that are not parents of others. */
const tipsOf = (order: ReadonlyArray<ObjectId>, facts: ReadonlyArray<CommitMetadata>): ReadonlyArray<ObjectId> => {
  const here = new Set<ObjectId>(facts.map(({ id }) => id))
  const below = new Set<ObjectId>(facts.flatMap(({ parents }) => parents))
  return order.filter((id) => here.has(id) && !below.has(id))
}

/** Finds recent history of HEAD that is not in the commit's history. */
const undoneBefore = Effect.fnUntraced(function* (commit: ObjectId, isAnnotated: (id: ObjectId) => boolean) {
  const git = yield* Git
  const earlier = yield* headBefore(commit)
  if (earlier.length === 0) return { tips: [], undone: [] }
  const walked = yield* git.walk({ from: earlier, exclude: [commit], maxCount: maxUndone })
  const undone = walked.filter((id) => id !== commit && isAnnotated(id))
  if (undone.length === 0) return { tips: [], undone: [] }
  const facts = (yield* git.commits(walked)).flatMap(Option.toArray)
  return { tips: tipsOf(earlier, facts).slice(0, maxTips), undone: undone.slice(0, maxAnnotated) }
})

/** Keeps commits that exist, are not ancestors of the commit and not newer, newest first. */
const newestApart = Effect.fnUntraced(function* (
  { committerTime, id: commit }: CommitMetadata,
  ids: ReadonlyArray<ObjectId>
) {
  const git = yield* Git
  if (ids.length === 0) return []
  const own = yield* git.reachable(ids, commit)
  const facts = yield* git.commits(ids.filter((id) => !own.has(id)))
  return facts
    .flatMap(Option.toArray)
    .filter((each) => each.committerTime <= committerTime)
    .toSorted((a, b) => b.committerTime - a.committerTime || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
})

/** Finds the candidate sources of a commit. `paths` are the files that it changed, including previous names. */
export const candidatesFor = Effect.fn("carry.candidates")(function* (commit: CommitMetadata, paths: Iterable<string>) {
  const notes = yield* Notes
  const { index } = yield* notes.snapshot
  if (index.size === 0) return { tips: [], undone: [], elsewhere: [] } satisfies Candidates
  const { tips, undone } = yield* undoneBefore(commit.id, (id) => index.blob(id) !== undefined)
  const speaking = new Set([...paths].flatMap((path) => index.regionsOf(path).map((region) => region.commit)))
  for (const id of [commit.id, ...undone]) speaking.delete(id)
  const elsewhere = yield* newestApart(commit, [...speaking])
  return { tips, undone, elsewhere: elsewhere.slice(0, maxAnnotated) } satisfies Candidates
})
