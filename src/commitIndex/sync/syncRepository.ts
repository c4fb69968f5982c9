import { Clock, Effect, Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { CommitChange, CommitPatch } from "../../adapters/git/CommitChange.ts"
import { Git, GitTimeout } from "../../adapters/git/Git.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import { CommitsUnreadable, IndexingError } from "../model/IndexingError.ts"
import { makeExcludeFilter } from "../model/excludedPaths.ts"
import type { Registration } from "../model/Registration.ts"
import { readIndexedRefs, listWithoutPatch, writeRefs } from "../store/refs.ts"
import { recordSync, readSyncState, type SyncState, writeSyncState } from "../store/registrations.ts"
import { removeSomeCommits, removeCommits, removeUnreferenced } from "../store/removeCommits.ts"
import { makeRowIds, writeCommit } from "../store/writeCommits.ts"
import { makePatchWords } from "../store/patchWords.ts"
import { maxSearchedBytes, type ReadPatch, writePatch } from "../store/writePatches.ts"
import { computeBasis, readUpstreamCommits, checkGitDirectory, makeAuthorFilter } from "./basis.ts"
import { forEachChunk } from "./forEachChunk.ts"
import { type BatchWriter, makeBatchWriter } from "../../store/database/BatchWriter.ts"
import { repeatTransaction } from "../../store/database/repeatTransaction.ts"
import { mergeWords } from "./mergeWords.ts"
import type { Synced } from "../model/SyncOutcome.ts"
import { SyncProgress } from "./Progress.ts"
import { syncReasons } from "./reasons.ts"
import { type Index, reconcile } from "./reconcile.ts"
import { selectRefs } from "./selectRefs.ts"
import { readSkippingUnreadable } from "./unreadable.ts"

/** Commits per git process, and per removal transaction. */
const commitsPerProcess = 2_000
const commitsPerRemoval = 500

/** Concurrent git processes: one can work while the output of another is written. */
const maxProcesses = 3

/** Runs git and commits what it emits, even if it fails later. */
const writeAll = Effect.fnUntraced(function* <A, E, R>(writer: BatchWriter<A>, work: Effect.Effect<void, E, R>) {
  yield* Effect.tapError(work, () => Effect.ignore(writer.finish))
  yield* writer.finish
})

/** Estimates the size of a patch that takes as long to write as this commit, in bytes. */
const estimateWeight = (change: CommitChange): number => 4_000 + change.message.length * 2 + change.files.length * 200

const addCommits = Effect.fnUntraced(function* (
  index: Index,
  { name, selection }: Registration,
  ids: ReadonlyArray<ObjectId>
) {
  const git = yield* Git
  const isExcluded = makeExcludeFilter(selection.exclude)
  const isSelected = makeAuthorFilter(selection.author)
  const target = { repository: index.repository, rowIds: makeRowIds() }
  const boundary = yield* readBoundary
  let added = 0
  const writer = makeBatchWriter<CommitChange>(
    index.database,
    (connection, change) => {
      if (!isSelected(change.author)) return
      added += 1
      const files = boundary.has(change.id) ? [] : change.files.filter(({ path }) => !isExcluded(path))
      writeCommit(connection, target, { ...change, files })
    },
    estimateWeight
  )
  const progress = { repository: name, stage: "commits", size: commitsPerProcess, concurrency: maxProcesses } as const
  const reading = { read: git.changes, getId: ({ id }: CommitChange) => id, onItem: writer.write }
  const work = forEachChunk(progress, ids, (chunk) =>
    Effect.andThen(readSkippingUnreadable(index.unreadable, chunk, reading), writer.outcome)
  )
  yield* writeAll(writer, work)
  return added
})

const toUnknown = (commit: ObjectId): ReadPatch => ({
  patch: { commit, bytes: new Uint8Array(), size: 0 },
  remainingWords: "",
  isUnknown: true
})

const addPatches = Effect.fnUntraced(function* (index: Index, { name, selection }: Registration) {
  const git = yield* Git
  const target = { repository: index.repository, isExcluded: makeExcludeFilter(selection.exclude) }
  const boundary = yield* readBoundary
  const ids = yield* Effect.fromResult(
    index.database.use((connection) => listWithoutPatch(connection, index.repository))
  )
  const writer = makeBatchWriter<ReadPatch>(
    index.database,
    (connection, read) => writePatch(connection, target, read),
    ({ remainingWords, patch }) => 500 + patch.bytes.length + remainingWords.length
  )
  const progress = { repository: name, stage: "patches", size: commitsPerProcess, concurrency: maxProcesses } as const
  const read = (some: ReadonlyArray<ObjectId>, onItem: (item: ReadPatch) => void) => {
    for (const id of some) if (boundary.has(id)) onItem(toUnknown(id))
    const known = some.filter((id) => !boundary.has(id))
    if (known.length === 0) return Effect.void
    const words = makePatchWords(target.isExcluded)
    const onPatch = (patch: CommitPatch) =>
      onItem({ patch, remainingWords: words.take(patch.commit), isUnknown: false })
    return git.patches(known, { maxBytes: maxSearchedBytes, onOverflow: words.rest }, onPatch)
  }
  const reading = { read, getId: ({ patch }: ReadPatch) => patch.commit, onItem: writer.write }
  const work = forEachChunk(progress, ids, (chunk) =>
    Effect.andThen(readSkippingUnreadable(index.unreadable, chunk, reading), writer.outcome)
  )
  yield* writeAll(writer, work)
})

const removeGone = Effect.fnUntraced(function* ({ database }: Index, name: string, gone: ReadonlyArray<number>) {
  yield* forEachChunk({ repository: name, stage: "removing", size: commitsPerRemoval }, gone, (chunk) =>
    Effect.fromResult(database.transact((connection) => removeCommits(connection, chunk)))
  )
})

/** Removes all commits of a repository whose basis changed, because none of them can be trusted. */
const clearIndex = Effect.fnUntraced(function* ({ database, repository }: Index, { commitCount, name }: Registration) {
  const report = yield* SyncProgress
  let done = 0
  const reportChunk = Effect.suspend(() => {
    done += commitsPerRemoval
    return report({ repository: name, stage: "removing", done: Math.min(done, commitCount), all: commitCount })
  })
  yield* repeatTransaction(
    database,
    (connection) => removeSomeCommits(connection, repository, commitsPerRemoval),
    reportChunk
  )
})

/** Updates the indexed commits to those reachable from the refs. The sync state stays `isUnfinished` until the end. */
const syncCommits = Effect.fnUntraced(function* (index: Index, registration: Registration) {
  const { database, repository } = index
  const write = (work: Parameters<typeof database.transact<void>>[0]) => Effect.fromResult(database.transact(work))
  const before = yield* Effect.fromResult(database.use((connection) => readSyncState(connection, repository)))
  const gitDirectory = yield* checkGitDirectory(registration, before.gitDirectory)
  const basis = yield* computeBasis(registration.selection)
  const { fingerprint: upstream, oids: excluded } = yield* readUpstreamCommits(database, registration.selection)
  const state: SyncState = { gitDirectory, basis, upstream, isUnfinished: false }
  if (before.basis !== null && before.basis !== basis) yield* clearIndex(index, registration)

  const refs = yield* selectRefs(registration.selection)
  const isWhole = before.isUnfinished || before.basis !== basis || before.upstream !== upstream
  const { gone, missing } = yield* reconcile(index, { refs, excluded, isWhole })
  if (missing.length > 0 || gone.length > 0 || isWhole) {
    yield* write((connection) => writeSyncState(connection, repository, { ...state, isUnfinished: true }))
  }
  const added = yield* addCommits(index, registration, missing)
  yield* removeGone(index, registration.name, gone)
  yield* write((connection) => {
    // A killed sync may have removed commits without their paths and people.
    if (gone.length > 0 || before.isUnfinished) removeUnreferenced(connection)
    const old = readIndexedRefs(connection, repository)
    if (JSON.stringify(old) !== JSON.stringify(refs)) writeRefs(connection, repository, refs)
    // The next sync retries unreadable commits even if the refs do not change.
    writeSyncState(connection, repository, { ...state, isUnfinished: index.unreadable.size > 0 })
  })
  return { added, removed: gone.length }
})

/**
 * Syncs one repository: first messages and changed paths, then annotations, then patches. Each transaction leaves the index
 * consistent, so the next sync continues where a killed one stopped.
 */
export const syncRepository = Effect.fn("Sync.repository")(
  function* (database: Database, registration: Registration) {
    const index: Index = { database, repository: registration.id, unreadable: new Map() }
    const { added, removed } = yield* syncCommits(index, registration)
    // Unreadable notes do not prevent the indexing of patches.
    const reasons = yield* Effect.result(syncReasons(index))
    yield* addPatches(index, registration)
    yield* mergeWords(database)
    const now = yield* Clock.currentTimeMillis
    yield* Effect.fromResult(
      database.transact((connection) => recordSync(connection, registration.id, { at: Math.floor(now / 1000) }))
    )
    if (Result.isFailure(reasons)) return yield* reasons.failure
    if (index.unreadable.size > 0) {
      const commits = Array.from(index.unreadable, ([id, detail]) => ({ id, detail }))
      return yield* new IndexingError({ reason: new CommitsUnreadable({ commits }) })
    }
    const synced: Synced = { added, removed }
    return synced
  },
  Effect.provideService(GitTimeout, "1 hour")
)
