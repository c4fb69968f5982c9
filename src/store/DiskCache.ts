import { createHash } from "node:crypto"
import { Context, Effect, FiberSet, Layer, Option, Semaphore } from "effect"
import { Git } from "../adapters/git/Git.ts"
import { privateFiles } from "../adapters/git/PrivateFiles.ts"
import { encodeEntry, decodeEntry } from "./cacheEntry.ts"
import { makeEvictor } from "./Evictor.ts"

/** What is kept. The number of a kind goes up with every change of what its entries mean or how they are written. */
export type CacheKind =
  | "additions-1"
  | "blame-1"
  | "changes-1"
  | "file-history-1"
  | "line-history-1"
  | "moved-1"
  | "naming-1"
  | "notes-1"
  | "outline-1"
  | "reachable-1"
  | "renames-1"

/** Bytes that all entries of a repository may take. */
const maxCacheBytes = 64 * 1024 * 1024
/** Larger entries are not kept. */
const maxEntryBytes = 16 * 1024 * 1024
/** No entry makes a larger file, its key included. */
const maxFileBytes = maxEntryBytes + 1024 * 1024
/** Bytes of all that waits to be written at once; what comes on top of them is not kept. */
const maxPendingBytes = 32 * 1024 * 1024
/** Entries written at once. */
const maxConcurrentWrites = 4
/** How long the end of the program waits for entries that are being written. */
const flushTimeout = "2 seconds"

/** Whether anything is kept on disk. Read when the layer is built. */
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
  yield* Effect.addFinalizer(() => FiberSet.awaitEmpty(writes).pipe(Effect.timeoutOption(flushTimeout)))

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

  const put = Effect.fn("DiskCache.put")(function* (kind: CacheKind, key: string, data: Uint8Array) {
    if (data.length > maxEntryBytes || pendingBytes + data.length > maxPendingBytes) return
    pendingBytes += data.length
    const quiet = write(kind, key, data).pipe(
      Effect.catch((error) => Effect.logDebug("Nothing was kept on disk", error.message)),
      writePermits.withPermits(1),
      Effect.ensuring(Effect.sync(() => void (pendingBytes -= data.length)))
    )
    yield* FiberSet.run(writes, quiet)
  })

  return DiskCache.of({ get, put })
})

/**
 * Derived data of a repository that outlives the process: files under `ultragit/cache/` of the git common directory,
 * shared by all its work trees and by processes that run at once. All of it may be deleted at any time; what is
 * damaged, cut off or of another version counts as not there. Never fails: where nothing can be read or written (no
 * repository, a read-only one, a full disk), nothing is kept; nor where the folder is a link to another place.
 */
export class DiskCache extends Context.Service<
  DiskCache,
  {
    /** What was kept under this very key. */
    get(kind: CacheKind, key: string): Effect.Effect<Option.Option<Uint8Array>>
    /** Keeps bytes of 16 MiB at most under a key. Goes on beside the caller; the layer's end waits for it. */
    put(kind: CacheKind, key: string, data: Uint8Array): Effect.Effect<void>
  }
>()("ultragit/store/DiskCache") {
  static readonly layerNoDeps = Layer.effect(
    DiskCache,
    Effect.flatMap(DiskCacheEnabled, (enabled) => (enabled ? make : Effect.succeed(DiskCache.of(disabledCache))))
  )
}
