import { Effect } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { readIndexedCommits, readIndexedParents, readIndexedRefs, findCommitRow } from "../store/refs.ts"
import { type Unreadable, walkSkippingUnreadable } from "./unreadable.ts"

/** The index of one repository. */
export interface Index {
  readonly database: Database
  readonly repository: number
  /** Collects unreadable commits. */
  readonly unreadable: Unreadable
}

/** The commits that the index should contain. */
interface SyncTarget {
  readonly refs: ReadonlyArray<RefTip>
  /** Ids of excluded commits. */
  readonly excluded: ReadonlySet<string>
  /** Whether to compare all commits, because the refs of the last sync cannot be trusted. */
  readonly isWhole: boolean
}

const listTips = (refs: ReadonlyArray<RefTip>): ReadonlyArray<ObjectId> => [
  ...new Set(refs.map(({ commit }) => commit))
]

/** Compares all reachable commits with all indexed ones. */
const compareAll = Effect.fnUntraced(function* (
  { database, repository, unreadable }: Index,
  tips: ReadonlyArray<ObjectId>,
  excluded: ReadonlySet<string>
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
  const reached = (yield* walked).filter((id) => !excluded.has(id))
  const reachable = new Set<string>(reached)
  const gone = Array.from(indexed).flatMap(([id, row]) => (reachable.has(id) ? [] : [row]))
  return { missing: reached.filter((id) => !indexed.has(id)).toReversed(), gone }
})

/** Compares only the commits between the previous and the current tips. */
const compareTips = Effect.fnUntraced(function* (
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
 * Computes the difference between the index and the refs of a repository: missing commits, parents before children, and the
 * row ids of commits that are no longer reachable. The cost depends on the number of new commits, unless indexed tips no longer
 * exist (after a force-push and `git gc`): then it walks the whole history.
 */
export const reconcile = Effect.fn("Sync.reconcile")(function* (index: Index, { isWhole, refs, excluded }: SyncTarget) {
  const { database, repository } = index
  const old = listTips(yield* Effect.fromResult(database.use((connection) => readIndexedRefs(connection, repository))))
  const tips = listTips(refs)
  const all = compareAll(index, tips, excluded)
  if (isWhole || old.length === 0) return yield* all
  const { gone, missing } = yield* Effect.catchTag(compareTips(index, old, tips), "GitError", () => all)
  return { gone, missing: missing.filter((id) => !excluded.has(id)) }
})
