import { Clock, Effect, Option, type PlatformError } from "effect"
import type { PrivateFile, PrivateFiles } from "../adapters/git/PrivateFiles.ts"

/** Bytes that one process writes before it looks at what all have written. */
const scanAfterBytes = 4 * 1024 * 1024
/** Milliseconds after which the next writer looks. */
const scanAfterMillis = 24 * 60 * 60 * 1000
/** Milliseconds after which a draft belongs to a writer that died. */
const abandonedAfterMillis = 60 * 60 * 1000
/** What is left, of the bytes allowed, when something has to go. */
const evictionTargetRatio = 0.75
/** Its time is that of the last look. */
const scanStampFile = "cache/looked"

/** The part of the private folder that is the cache's. */
const folder = "cache"

const removeAll = (files: PrivateFiles, names: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.forEach(names, (name) => Effect.ignore(files.remove(name)), { concurrency: 16, discard: true })

/** The oldest entries beyond what is allowed; none while it is kept to. */
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

/** What lies that far ahead is older too: the clock was wrong then, or is now. */
const isOlder = (age: number, changed: number, now: number): boolean => Math.abs(now - changed) > age

const changedAt = (files: PrivateFiles, name: string): Effect.Effect<Option.Option<number>> =>
  Effect.map(Effect.option(files.stat(name)), (found) => Option.map(Option.flatten(found), ({ mtimeMs }) => mtimeMs))

/** Takes away what dead writers left and, where all is too much, the oldest entries. */
const scan = Effect.fnUntraced(function* (files: PrivateFiles, maxBytes: number) {
  yield* files.write(scanStampFile, "")
  // By the clock that dates the drafts too, which may be that of another machine.
  const now = yield* changedAt(files, scanStampFile)
  if (Option.isNone(now)) return
  const drafts = (yield* files.list(folder)).filter((name) => name.startsWith(".")).map((name) => `${folder}/${name}`)
  const abandoned = yield* Effect.filter(drafts, (name) =>
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
 * Keeps the files of the cache within so many bytes: the writer tells what it wrote, and looks around once a day and
 * after every 4 MiB of its own.
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
