import { createHash } from "node:crypto"
import { Context, Effect, FiberSet, Layer, Option, Semaphore } from "effect"
import { Git } from "../adapters/git/Git.ts"
import { privateFiles } from "../adapters/git/PrivateFiles.ts"
import { timeoutRunning } from "../adapters/runtime/runningTime.ts"
import { encodeEntry, decodeEntry } from "./cacheEntry.ts"
import { makeEvictor } from "./Evictor.ts"

/** The kinds of entries. Increment a kind's number whenever the meaning or format of its entries changes. */
export type CacheKind =
  | "additions-1"
  | "blame-1"
  | "changes-1"
  | "cochange-2"
  | "evidence-6"
  | "file-history-1"
  | "ignoring-1"
  | "line-hashes-1"
  | "line-history-1"
  | "merges-2"
  | "moved-1"
  | "naming-1"
  | "notes-1"
  | "outline-1"
  | "reachable-1"
  | "renames-1"

/** Maximum size of all entries of a repository. */
const maxCacheBytes = 64 * 1024 * 1024
/** Maximum size of an entry; larger ones are not stored. */
const maxEntryBytes = 16 * 1024 * 1024
/** Maximum size of an entry's file, including its key. */
const maxFileBytes = maxEntryBytes + 1024 * 1024
/** Maximum size of entries waiting to be written; further ones are dropped. */
const maxPendingBytes = 32 * 1024 * 1024
/** Maximum concurrent writes. */
const maxConcurrentWrites = 4
/** Running time that pending writes have when the program ends. */
const flushTimeout = "2 seconds"

/** Whether the disk cache is enabled. Read when the layer is built. */
export const DiskCacheEnabled = Context.Reference<boolean>("ultragit/store/DiskCacheEnabled", {
  defaultValue: () => true
})

const disabledCache: DiskCache["Service"] = {
  get: () => Effect.succeedNone,
  put: () => Effect.void
}

const entryPath = (kind: CacheKind, key: string): string => {
  const name = createHash("sha256").update(Buffer.from(key, "utf16le")).digest("hex").slice(0, 40)
  return `cache/${kind}/${name.slice(0, 2)}/${name.slice(2)}`
}

const make = Effect.gen(function* () {
  const git = yield* Git
  const writes = yield* FiberSet.make<void>()
  const writePermits = yield* Semaphore.make(maxConcurrentWrites)
  let pendingBytes = 0
  yield* Effect.addFinalizer(() => FiberSet.awaitEmpty(writes).pipe(timeoutRunning(flushTimeout)))

  const openFolder = Effect.map(git.repository, ({ commonDirectory }) => privateFiles(commonDirectory))
  const evict = makeEvictor(maxCacheBytes)

  const get = Effect.fn("DiskCache.get")(
    function* (kind: CacheKind, key: string) {
      const found = yield* (yield* openFolder).read(entryPath(kind, key), maxFileBytes)
      return Option.flatMap(found, (bytes) => decodeEntry(key, bytes))
    },
    Effect.orElseSucceed(() => Option.none<Uint8Array>())
  )

  const write = Effect.fnUntraced(function* (kind: CacheKind, key: string, data: Uint8Array) {
    const files = yield* openFolder
    const sealed = encodeEntry(key, data)
    yield* files.write(entryPath(kind, key), sealed)
    yield* evict(files, sealed.length)
  })

  // Uninterruptible: bytes counted without a write that discounts them would count for ever.
  const put = Effect.fn("DiskCache.put")(function* (kind: CacheKind, key: string, data: Uint8Array) {
    if (data.length > maxEntryBytes || pendingBytes + data.length > maxPendingBytes) return
    pendingBytes += data.length
    const quiet = write(kind, key, data).pipe(
      Effect.catch((error) => Effect.logDebug("Cannot write to the disk cache", error.message)),
      writePermits.withPermits(1),
      Effect.ensuring(Effect.sync(() => void (pendingBytes -= data.length)))
    )
    yield* FiberSet.run(writes, quiet)
  }, Effect.uninterruptible)

  return DiskCache.of({ get, put })
})

/**
 * A cache of derived data that outlives the process: files under `ultragit/cache/` in the git common directory, shared
 * by all worktrees and concurrent processes. It may be deleted at any time; damaged, truncated and outdated entries
 * count as missing. Never fails: if nothing can be read or written (no repository, read-only, disk full), or the folder
 * is a symbolic link, nothing is cached.
 */
export class DiskCache extends Context.Service<
  DiskCache,
  {
    /** Returns the entry with exactly this key. */
    get(kind: CacheKind, key: string): Effect.Effect<Option.Option<Uint8Array>>
    /** Stores an entry of at most 16 MiB. Writes in the background; closing the layer waits for it. */
    put(kind: CacheKind, key: string, data: Uint8Array): Effect.Effect<void>
  }
>()("ultragit/store/DiskCache") {
  static readonly layerNoDeps = Layer.effect(
    DiskCache,
    Effect.flatMap(DiskCacheEnabled, (enabled) => (enabled ? make : Effect.succeed(DiskCache.of(disabledCache))))
  )
}
