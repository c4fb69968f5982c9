import { Effect, Option, type Scope } from "effect"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { Git } from "../../adapters/git/Git.ts"
import { Extractor } from "../extracting/Extractor.ts"
import { ExtractorFingerprint } from "../extracting/ExtractorFingerprint.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { updateLockSuffix } from "../../store/database/repositoryDatabasePath.ts"
import { makeSharedWriter } from "../../store/database/sharedWriter.ts"
import { makeDatabaseReader } from "../../store/database/DatabaseReader.ts"
import { updateOrRemake } from "../../store/database/updateOrRemake.ts"
import { waitForLock } from "../../store/database/waitForLock.ts"
import { CodeError, IndexUnavailable } from "../model/CodeError.ts"
import { makeCommitLister } from "../views/listCommit.ts"
import { listFolder } from "../views/listFolder.ts"
import { type Place, repositoryPlace } from "../views/place.ts"
import { type ListedFile, makeWorkTreeLister } from "../views/listWorkTree.ts"
import { type Listing, makeWatchedLister } from "../views/watchedLister.ts"
import { codeFormat } from "../store/schema.ts"
import { hasStamps } from "../store/views.ts"
import { writtenDatabasePath } from "./codeDatabase.ts"
import type { IndexingError, Reconciler } from "./Reconciler.ts"
import type { KeptView } from "./project.ts"
import type { Reconciled } from "./reconcile.ts"

/** How long to wait for another process that indexes the same repository. */
const lockTimeout = "30 minutes"

/** How long the connection that writes is kept. */
const writerTimeToLive = "1 minute"

/** A view as an update left it, and the version that the database had then. */
interface Left {
  readonly view: KeptView
  readonly version: string
}

/** A listing of files with which the index agreed, and the version that the database had then. */
interface Agreement {
  readonly listed: ReadonlyArray<ListedFile>
  readonly version: string
}

const makePlainLister = Effect.sync(() => {
  const { list } = makeWorkTreeLister()
  return (root: string) => Effect.map(list(root), (files): Listing => ({ files, isWatched: false }))
})

/**
 * Makes an indexer for the database at `path`, which works on this thread. `isWatching`: whether it watches a work tree for as
 * long as its scope is open, so that it need not look at each file.
 */
export const makeIndexer = Effect.fnUntraced(function* (path: string, isWatching = false) {
  const services = yield* Effect.context<Git | Extractor>()
  const list = isWatching ? yield* makeWatchedLister : yield* makePlainLister
  const listCommit = makeCommitLister()
  const listFiles = Effect.gen(function* () {
    const { isCommit, root } = yield* repositoryPlace
    return isCommit ? yield* listCommit : yield* list(root)
  })
  const { read } = yield* makeDatabaseReader({ path, format: codeFormat })
  const readVersion = Effect.option(read(({ version }) => version))
  let agreed: Agreement | undefined
  let left: Left | undefined
  const openWriter: Effect.Effect<Database, SqlError, Scope.Scope> = yield* makeSharedWriter(
    { path, format: codeFormat },
    isWatching ? writerTimeToLive : 0
  )
  /** Holds the lock, so that nothing else writes. */
  const update = Effect.fnUntraced(function* (place: Place, listed: ReadonlyArray<ListedFile>, force: boolean) {
    const kept = left !== undefined && Option.contains(yield* readVersion, left.version) ? left.view : undefined
    left = undefined
    const { reconcile } = yield* Effect.promise(() => import("./reconcile.ts"))
    const database = yield* openWriter
    const { left: view, reconciled } = yield* reconcile(database, place, listed, { force, kept })
    left = Option.getOrUndefined(Option.map(yield* readVersion, (version): Left => ({ view, version })))
    return reconciled
  }, Effect.scoped)
  const updateLocked = Effect.fnUntraced(function* (place: Place, listed: ReadonlyArray<ListedFile>, force: boolean) {
    const isHeld = yield* waitForLock(`${path}${updateLockSuffix}`, lockTimeout, Effect.void)
    if (!isHeld) {
      const detail = "another process has been indexing for half an hour"
      return yield* new CodeError({ reason: new IndexUnavailable({ detail }) })
    }
    return yield* updateOrRemake(path, update(place, listed, force))
  }, Effect.scoped)
  const updateWorkTree = Effect.fnUntraced(function* ({ files: listed, isWatched }: Listing, force: boolean) {
    const reconciled = yield* updateLocked(yield* repositoryPlace, listed, force)
    const isStable = isWatched || (reconciled.changed === 0 && listed.every(({ stamp }) => stamp !== ""))
    agreed = isStable && left !== undefined ? { listed, version: left.version } : undefined
    return reconciled
  })
  /** Finds whether the database has the files as they are listed; it is only read for that. */
  const findAgreement = Effect.fnUntraced(function* ({ files: listed }: Listing) {
    if (listed.some(({ stamp }) => stamp === "")) return undefined
    const { view } = yield* repositoryPlace
    const extractor = yield* ExtractorFingerprint
    const stamps = new Map(listed.map((file) => [formatPath(file.path), file.stamp]))
    const found = yield* Effect.option(
      read(({ connection, version }) => ({ version, has: hasStamps(connection, view, extractor, stamps) }))
    )
    return Option.match(found, {
      onNone: () => undefined,
      onSome: ({ has, version }): Agreement | undefined => (has ? { listed, version } : undefined)
    })
  })
  /** Does nothing where neither the files nor the database has changed since they agreed, or if they agree. */
  const updateIfChanged = Effect.fnUntraced(function* (force: boolean) {
    const listing = yield* listFiles
    const isSame = !force && agreed?.listed === listing.files && Option.contains(yield* readVersion, agreed.version)
    const unchanged: Reconciled = { files: listing.files.length, changed: 0, parsed: 0, isCurrent: isSame }
    if (isSame) return unchanged
    const agreement = force || left !== undefined ? undefined : yield* findAgreement(listing)
    if (agreement === undefined) return yield* updateWorkTree(listing, force)
    agreed = agreement
    return unchanged
  })
  const indexer: Reconciler = {
    reconcile: (force) => Effect.provideContext(updateIfChanged(force), services),
    reconcileFolder: (root) =>
      Effect.provideContext(
        Effect.suspend(() => updateLocked({ root, view: root, isCommit: false }, listFolder(root), false)),
        services
      )
  }
  return indexer
})

/** Makes `Indexer.layer`. */
export const makeLocalIndexer = Effect.gen(function* () {
  const git = yield* Git
  const parser = yield* Extractor
  const use = (work: (indexer: Reconciler) => Effect.Effect<Reconciled, IndexingError>) =>
    Effect.flatMap(Effect.flatMap(writtenDatabasePath, makeIndexer), work).pipe(
      Effect.scoped,
      Effect.provideService(Git, git),
      Effect.provideService(Extractor, parser)
    )
  const indexer: Reconciler = {
    reconcile: (force) => use(({ reconcile: run }) => run(force)),
    reconcileFolder: (root) => use(({ reconcileFolder }) => reconcileFolder(root))
  }
  return indexer
})
