import { Clock, Effect, Option, type PlatformError } from "effect"
import type { PrivateFile, PrivateFiles } from "../adapters/git/PrivateFiles.ts"

/** Bytes that a process writes before it scans the cache. */
const scanAfterBytes = 4 * 1024 * 1024
/** Milliseconds after the last scan before the next writer scans. */
const scanAfterMillis = 24 * 60 * 60 * 1000
/** Age in milliseconds from which a temporary file counts as abandoned by its writer. */
const abandonedAfterMillis = 60 * 60 * 1000
/** Fraction of the maximum size to keep after an eviction. */
const evictionTargetRatio = 0.75
/** File whose modification time is the time of the last scan. */
const scanStampFile = "cache/looked"

/** The cache's folder in the private folder. */
const folder = "cache"

const removeAll = (files: PrivateFiles, names: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.forEach(names, (name) => Effect.ignore(files.remove(name)), { concurrency: 16, discard: true })

/** Selects the oldest entries to evict; none within the limit. */
const selectEvictions = (entries: ReadonlyArray<PrivateFile>, maxBytes: number): ReadonlyArray<string> => {
  let total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total <= maxBytes) return []
  const evicted: Array<string> = []
  for (const { name, size } of entries.toSorted((a, b) => a.modifiedMillis - b.modifiedMillis)) {
    if (total <= maxBytes * evictionTargetRatio) break
    evicted.push(name)
    total -= size
  }
  return evicted
}

/** Whether a file is older than `age`. A time that far in the future counts too: one of the clocks was wrong. */
const isOlder = (age: number, changed: number, now: number): boolean => Math.abs(now - changed) > age

const changedAt = (files: PrivateFiles, name: string): Effect.Effect<Option.Option<number>> =>
  Effect.map(Effect.option(files.stat(name)), (found) => Option.map(Option.flatten(found), ({ mtimeMs }) => mtimeMs))

/** Removes abandoned temporary files and, above the limit, the oldest entries. */
const scan = Effect.fnUntraced(function* (files: PrivateFiles, maxBytes: number) {
  yield* files.write(scanStampFile, "")
  // Read from the file system, whose clock also dates the temporary files and may be another machine's.
  const now = yield* changedAt(files, scanStampFile)
  if (Option.isNone(now)) return
  const temporary = (yield* files.list(folder))
    .filter((name) => name.startsWith("."))
    .map((name) => `${folder}/${name}`)
  const abandoned = yield* Effect.filter(temporary, (name) =>
    Effect.map(
      changedAt(files, name),
      Option.exists((changed) => isOlder(abandonedAfterMillis, changed, now.value))
    )
  )
  yield* removeAll(files, abandoned)
  const all = yield* files.files(folder)
  const entries = all.filter(({ name }) => name !== scanStampFile && !name.startsWith(`${folder}/.`))
  yield* removeAll(files, selectEvictions(entries, maxBytes))
})

/**
 * Limits the size of the cache. The returned function is called with the bytes just written; it scans the cache once a
 * day and after every 4 MiB written by this process.
 */
export const makeEvictor = (
  maxBytes: number
): ((files: PrivateFiles, writtenBytes: number) => Effect.Effect<void, PlatformError.PlatformError>) => {
  let unscannedBytes = Number.POSITIVE_INFINITY
  return Effect.fnUntraced(function* (files: PrivateFiles, written: number) {
    const isFirstWrite = unscannedBytes === Number.POSITIVE_INFINITY
    unscannedBytes = isFirstWrite ? written : unscannedBytes + written
    const lastScan = isFirstWrite ? yield* changedAt(files, scanStampFile) : Option.none()
    const now = yield* Clock.currentTimeMillis
    const isScanDue = isFirstWrite && !Option.exists(lastScan, (changed) => !isOlder(scanAfterMillis, changed, now))
    if (!isScanDue && unscannedBytes < scanAfterBytes) return
    unscannedBytes = 0
    yield* scan(files, maxBytes)
  })
}
