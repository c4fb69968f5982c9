import { Clock, Effect } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { type CommitChange, type CommitPatch, Git, GitTimeout } from "../../git/Git.ts"
import type { Database } from "../../sql/Database.ts"
import { leftOut } from "../leftOut.ts"
import type { Registration } from "../Registration.ts"
import { noteSync } from "../store/registrations.ts"
import { withoutPatch, writeRefs } from "../store/refs.ts"
import { removeCommits, removeUnnamed } from "../store/removeCommits.ts"
import { nothingInterned, writeCommits } from "../store/writeCommits.ts"
import { largestPatch, writePatches } from "../store/writePatches.ts"
import { makeIntake } from "./Intake.ts"
import { SyncProgress, type Stage } from "./Progress.ts"
import { type Index, reconcile } from "./reconcile.ts"
import { syncReasons } from "./reasons.ts"
import { selectRefs } from "./selectRefs.ts"

/** What a sync did. */
export interface Synced {
  readonly name: string
  readonly added: number
  readonly removed: number
}

/** Commits that one git process is asked about, and that are lost at most when the sync is killed. */
const atOnce = 1_000
const removedAtOnce = 500

const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** Works through many in chunks, and tells how far it is. */
const inChunks = Effect.fnUntraced(function* <A, E, R>(
  at: { readonly repository: string; readonly stage: Stage; readonly size: number },
  items: ReadonlyArray<A>,
  work: (chunk: ReadonlyArray<A>) => Effect.Effect<void, E, R>
) {
  const tell = yield* SyncProgress
  let done = 0
  for (const chunk of chunksOf(items, at.size)) {
    yield* work(chunk)
    done += chunk.length
    yield* tell({ repository: at.repository, stage: at.stage, done, all: items.length })
  }
})

/** About the memory that a commit takes while it waits. */
const weightOf = (change: CommitChange): number => 500 + change.message.length * 2 + change.files.length * 200

const addCommits = Effect.fnUntraced(function* (
  index: Index,
  registration: Registration,
  ids: ReadonlyArray<ObjectId>
) {
  const git = yield* Git
  const isLeftOut = leftOut(registration.selection.exclude)
  const at = { repository: index.repository, known: nothingInterned() }
  const kept = (change: CommitChange) => ({ ...change, files: change.files.filter(({ path }) => !isLeftOut(path)) })
  const intake = makeIntake<CommitChange>(
    index.database,
    (connection, changes) => writeCommits(connection, at, changes),
    weightOf
  )
  yield* inChunks({ repository: registration.name, stage: "commits", size: atOnce }, ids, (chunk) =>
    Effect.andThen(
      git.changes(chunk, (change) => intake.take(kept(change))),
      intake.finish
    )
  )
})

const addPatches = Effect.fnUntraced(function* (index: Index, registration: Registration) {
  const git = yield* Git
  const at = { repository: index.repository, leftOut: leftOut(registration.selection.exclude) }
  const ids = yield* Effect.fromResult(index.database.use((connection) => withoutPatch(connection, index.repository)))
  const intake = makeIntake<CommitPatch>(
    index.database,
    (connection, patches) => writePatches(connection, at, patches),
    (patch) => 500 + patch.bytes.length
  )
  yield* inChunks({ repository: registration.name, stage: "patches", size: atOnce }, ids, (chunk) =>
    Effect.andThen(git.patches(chunk, { maxBytes: largestPatch }, intake.take), intake.finish)
  )
})

const removeGone = Effect.fnUntraced(function* (index: Index, registration: Registration, gone: ReadonlyArray<number>) {
  if (gone.length === 0) return
  yield* inChunks({ repository: registration.name, stage: "removing", size: removedAtOnce }, gone, (chunk) =>
    Effect.fromResult(index.database.transact((connection) => removeCommits(connection, chunk)))
  )
  yield* Effect.fromResult(index.database.transact(removeUnnamed))
})

/**
 * Brings what is indexed of a repository to what its refs lead to now: first what commits say and which paths they
 * changed, then what annotations say, then the patches. Each transaction stands for itself, so that a sync that was
 * killed goes on where it was.
 */
export const syncRepository = Effect.fn("Sync.repository")(
  function* (database: Database, registration: Registration) {
    const index: Index = { database, repository: registration.id }
    const refs = yield* selectRefs(registration.selection)
    const { gone, missing } = yield* reconcile(index, refs)
    yield* addCommits(index, registration, missing)
    yield* removeGone(index, registration, gone)
    yield* Effect.fromResult(database.transact((connection) => writeRefs(connection, registration.id, refs)))
    yield* syncReasons(index)
    yield* addPatches(index, registration)
    const now = yield* Clock.currentTimeMillis
    yield* Effect.fromResult(
      database.transact((connection) => noteSync(connection, registration.id, { at: Math.floor(now / 1000) }))
    )
    const synced: Synced = { name: registration.name, added: missing.length, removed: gone.length }
    return synced
  },
  Effect.provideService(GitTimeout, "1 hour")
)
