import { Clock, Effect, Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { CommitChange, CommitPatch } from "../../adapters/git/CommitChange.ts"
import { Git, GitTimeout } from "../../adapters/git/Git.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { CommitsUnreadable, IndexingError } from "../model/IndexingError.ts"
import { makeExcludeFilter } from "../model/excludedPaths.ts"
import type { Registration } from "../model/Registration.ts"
import { readIndexedRefs, withoutPatch, writeRefs } from "../store/refs.ts"
import { recordSync, readSyncState, type SyncState, writeSyncState } from "../store/registrations.ts"
import { removeSomeCommits, removeCommits, removeUnreferenced } from "../store/removeCommits.ts"
import { makeRowIds, writeCommit } from "../store/writeCommits.ts"
import { makePatchWords } from "../store/patchWords.ts"
import { maxSearchedBytes, writePatch } from "../store/writePatches.ts"
import { computeBasis, readUpstreamCommits, checkGitDirectory, makeAuthorFilter } from "./basis.ts"
import { forEachChunk } from "./forEachChunk.ts"
import { type BatchWriter, makeBatchWriter } from "./BatchWriter.ts"
import { mergeWords } from "./mergeWords.ts"
import type { Synced } from "../model/SyncOutcome.ts"
import { SyncProgress } from "./Progress.ts"
import { syncReasons } from "./reasons.ts"
import { type Index, reconcile } from "./reconcile.ts"
import { selectRefs } from "./selectRefs.ts"
import { readSkippingUnreadable } from "./unreadable.ts"

/** Commits that one git process is asked about. */
const atOnce = 2_000
const removedAtOnce = 500

/** Git processes that answer side by side: while one waits for its answer to be taken in, another goes on. */
const processes = 3

/** Takes in what git tells; what came before a failure stays. */
const takenIn = Effect.fnUntraced(function* <A, E, R>(intake: BatchWriter<A>, asked: Effect.Effect<void, E, R>) {
  yield* Effect.tapError(asked, () => Effect.ignore(intake.finish))
  yield* intake.finish
})

/** About the bytes of a patch that take as long to write as what a commit says. */
const weightOf = (change: CommitChange): number => 4_000 + change.message.length * 2 + change.files.length * 200

const addCommits = Effect.fnUntraced(function* (
  index: Index,
  { name, selection }: Registration,
  ids: ReadonlyArray<ObjectId>
) {
  const git = yield* Git
  const isExcluded = makeExcludeFilter(selection.exclude)
  const isWanted = makeAuthorFilter(selection.author)
  const into = { repository: index.repository, known: makeRowIds() }
  let added = 0
  const intake = makeBatchWriter<CommitChange>(
    index.database,
    (connection, change) => {
      if (!isWanted(change.author)) return
      added += 1
      writeCommit(connection, into, { ...change, files: change.files.filter(({ path }) => !isExcluded(path)) })
    },
    weightOf
  )
  const at = { repository: name, stage: "commits", size: atOnce, concurrency: processes } as const
  const reading = { ask: git.changes, decodeObjectId: ({ id }: CommitChange) => id, take: intake.take }
  const asked = forEachChunk(at, ids, (chunk) =>
    Effect.andThen(readSkippingUnreadable(index.unreadable, chunk, reading), intake.outcome)
  )
  yield* takenIn(intake, asked)
  return added
})

/** A patch, with the words of what comes after the bytes that are told of it. */
interface PatchRead {
  readonly patch: CommitPatch
  readonly further: string
}

const addPatches = Effect.fnUntraced(function* (index: Index, { name, selection }: Registration) {
  const git = yield* Git
  const into = { repository: index.repository, isExcluded: makeExcludeFilter(selection.exclude) }
  const ids = yield* Effect.fromResult(index.database.use((connection) => withoutPatch(connection, index.repository)))
  const intake = makeBatchWriter<PatchRead>(
    index.database,
    (connection, { further, patch }) => writePatch(connection, into, patch, further),
    ({ further, patch }) => 500 + patch.bytes.length + further.length
  )
  const at = { repository: name, stage: "patches", size: atOnce, concurrency: processes } as const
  const ask = (some: ReadonlyArray<ObjectId>, take: (read: PatchRead) => void) => {
    const words = makePatchWords(into.isExcluded)
    const told = (patch: CommitPatch) => take({ patch, further: words.take(patch.commit) })
    return git.patches(some, { maxBytes: maxSearchedBytes, onOverflow: words.rest }, told)
  }
  const reading = { ask, decodeObjectId: ({ patch }: PatchRead) => patch.commit, take: intake.take }
  const asked = forEachChunk(at, ids, (chunk) =>
    Effect.andThen(readSkippingUnreadable(index.unreadable, chunk, reading), intake.outcome)
  )
  yield* takenIn(intake, asked)
})

const removeGone = Effect.fnUntraced(function* ({ database }: Index, name: string, gone: ReadonlyArray<number>) {
  yield* forEachChunk({ repository: name, stage: "removing", size: removedAtOnce }, gone, (chunk) =>
    Effect.fromResult(database.transact((connection) => removeCommits(connection, chunk)))
  )
})

/** Takes out all that was indexed on another basis: nothing of it can be believed any more. */
const startAnew = Effect.fnUntraced(function* ({ database, repository }: Index, { commitCount, name }: Registration) {
  const tell = yield* SyncProgress
  let done = 0
  let hasMore = true
  while (hasMore) {
    hasMore = yield* Effect.fromResult(
      database.transact((connection) => removeSomeCommits(connection, repository, removedAtOnce))
    )
    done += removedAtOnce
    yield* tell({ repository: name, stage: "removing", done: Math.min(done, commitCount), all: commitCount })
  }
})

/** Has the index hold the commits that the refs lead to. The state says all the while that it may not. */
const syncCommits = Effect.fnUntraced(function* (index: Index, registration: Registration) {
  const { database, repository } = index
  const write = (work: Parameters<typeof database.transact<void>>[0]) => Effect.fromResult(database.transact(work))
  const before = yield* Effect.fromResult(database.use((connection) => readSyncState(connection, repository)))
  const gitDirectory = yield* checkGitDirectory(registration, before.gitDirectory)
  const basis = yield* computeBasis(registration.selection)
  const { mark: beside, oids: without } = yield* readUpstreamCommits(database, registration.selection)
  const state: SyncState = { gitDirectory, basis, beside, isUnfinished: false }
  if (before.basis !== null && before.basis !== basis) yield* startAnew(index, registration)

  const refs = yield* selectRefs(registration.selection)
  const isWhole = before.isUnfinished || before.basis !== basis || before.beside !== beside
  const { gone, missing } = yield* reconcile(index, { refs, without, isWhole })
  if (missing.length > 0 || gone.length > 0 || isWhole) {
    yield* write((connection) => writeSyncState(connection, repository, { ...state, isUnfinished: true }))
  }
  const added = yield* addCommits(index, registration, missing)
  yield* removeGone(index, registration.name, gone)
  yield* write((connection) => {
    // One that was killed may have taken out the commits alone.
    if (gone.length > 0 || before.isUnfinished) removeUnreferenced(connection)
    const old = readIndexedRefs(connection, repository)
    if (JSON.stringify(old) !== JSON.stringify(refs)) writeRefs(connection, repository, refs)
    // Those that could not be read are looked for again, wherever the refs are then.
    writeSyncState(connection, repository, { ...state, isUnfinished: index.unreadable.size > 0 })
  })
  return { added, removed: gone.length }
})

/**
 * Brings what is indexed of a repository to what its refs lead to now: first what commits say and which paths they
 * changed, then what annotations say, then the patches. Each transaction stands for itself, so that a sync that was
 * killed goes on where it was.
 */
export const syncRepository = Effect.fn("Sync.repository")(
  function* (database: Database, registration: Registration) {
    const index: Index = { database, repository: registration.id, unreadable: new Map() }
    const { added, removed } = yield* syncCommits(index, registration)
    // What is wrong with the notes keeps no patch out.
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
