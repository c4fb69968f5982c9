import { Effect } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { readIndexedCommits, readIndexedParents, readIndexedRefs, findCommitRow } from "../store/refs.ts"
import { type Unreadable, walkSkippingUnreadable } from "./unreadable.ts"

/** What a sync has to do. */
export interface Difference {
  /** Commits that are not indexed yet, parents before children. */
  readonly missing: ReadonlyArray<ObjectId>
  /** Rows of commits that no ref leads to any more. */
  readonly gone: ReadonlyArray<number>
}

/** Where the commits of one repository are indexed. */
export interface Index {
  readonly database: Database
  readonly repository: number
  /** What could not be read of it is added here. */
  readonly unreadable: Unreadable
}

/** What is to be indexed. */
export interface SyncTarget {
  readonly refs: ReadonlyArray<RefTip>
  /** Commits left out, by id. */
  readonly without: ReadonlySet<string>
  /** Whether what is indexed may be anything: then the refs of the last sync say nothing. */
  readonly isWhole: boolean
}

const distinct = (refs: ReadonlyArray<RefTip>): ReadonlyArray<ObjectId> => [
  ...new Set(refs.map(({ commit }) => commit))
]

/** All commits of the refs against all that are indexed. */
const whole = Effect.fnUntraced(function* (
  { database, repository, unreadable }: Index,
  tips: ReadonlyArray<ObjectId>,
  without: ReadonlySet<string>
) {
  const git = yield* Git
  const indexed = yield* Effect.fromResult(database.use((connection) => readIndexedCommits(connection, repository)))
  const known = Effect.fromResult(database.use((connection) => readIndexedParents(connection, repository)))
  const walked = git
    .walk({ from: tips })
    .pipe(
      Effect.catchReason("GitError", "ObjectMissing", () =>
        Effect.flatMap(known, (parents) => walkSkippingUnreadable(unreadable, tips, parents))
      )
    )
  const reached = (yield* walked).filter((id) => !without.has(id))
  const there = new Set<string>(reached)
  const gone = Array.from(indexed).flatMap(([id, row]) => (there.has(id) ? [] : [row]))
  return { missing: reached.filter((id) => !indexed.has(id)).toReversed(), gone }
})

/** Only what lies between the refs then and now. */
const between = Effect.fnUntraced(function* (
  { database, repository }: Index,
  before: ReadonlyArray<ObjectId>,
  tips: ReadonlyArray<ObjectId>
) {
  const git = yield* Git
  const [fresh, stale] = yield* Effect.all(
    [git.walk({ from: tips, exclude: before }), git.walk({ from: before, exclude: tips })],
    { concurrency: 2 }
  )
  return yield* Effect.fromResult(
    database.use((connection) => ({
      missing: fresh.filter((id) => findCommitRow(connection, repository, id) === undefined).toReversed(),
      gone: stale.flatMap((id) => findCommitRow(connection, repository, id) ?? [])
    }))
  )
})

/**
 * What lies between the index and the refs of a repository. Where the commits that were indexed last are still here it
 * takes as long as there are new ones; where they are gone (a force-push and `git gc`) all of history is walked.
 */
export const reconcile = Effect.fn("Sync.reconcile")(function* (index: Index, { isWhole, refs, without }: SyncTarget) {
  const { database, repository } = index
  const old = distinct(yield* Effect.fromResult(database.use((connection) => readIndexedRefs(connection, repository))))
  const tips = distinct(refs)
  const all = whole(index, tips, without)
  if (isWhole || old.length === 0) return yield* all
  const { gone, missing } = yield* Effect.catchTag(between(index, old, tips), "GitError", () => all)
  return { gone, missing: missing.filter((id) => !without.has(id)) }
})
