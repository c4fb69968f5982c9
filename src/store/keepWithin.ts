import { join } from "node:path"
import { Clock, Effect, FileSystem, Option, type PlatformError } from "effect"

/** Bytes that one process writes before it looks at what all have written. */
const lookAfterBytes = 4 * 1024 * 1024
/** Milliseconds after which the next writer looks. */
const lookAfterMillis = 24 * 60 * 60 * 1000
/** Milliseconds after which a draft belongs to a writer that died. */
const abandonedAfter = 60 * 60 * 1000
/** What is left, of the bytes allowed, when something has to go. */
const remaining = 0.75
/** Its time is that of the last look. */
const stampName = "looked"

interface Entry {
  readonly file: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly changed: number
}

const entryAt = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const info = yield* Effect.option(files.stat(file))
  return Option.map(info, ({ mtime, size, type }) => ({
    file,
    type,
    size: Number(size),
    changed: Option.match(mtime, { onNone: () => 0, onSome: (time) => time.getTime() })
  }))
})

const entriesIn = Effect.fnUntraced(function* (folder: string, recursive: boolean) {
  const files = yield* FileSystem.FileSystem
  const names = yield* files.readDirectory(folder, { recursive })
  const found = yield* Effect.forEach(names, (name) => entryAt(join(folder, name)), { concurrency: 16 })
  return found.flatMap(Option.toArray)
})

const removeAll = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
  const files = yield* FileSystem.FileSystem
  yield* Effect.forEach(paths, (path) => Effect.ignore(files.remove(path, { force: true, recursive: true })), {
    concurrency: 16,
    discard: true
  })
})

/** The oldest entries beyond what is allowed; none while it is kept to. */
const surplus = (entries: ReadonlyArray<Entry>, mostBytes: number): ReadonlyArray<string> => {
  let total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total <= mostBytes) return []
  const gone: Array<string> = []
  for (const { file, size } of entries.toSorted((a, b) => a.changed - b.changed)) {
    if (total <= mostBytes * remaining) break
    gone.push(file)
    total -= size
  }
  return gone
}

/** What lies that far ahead is older too: the clock was wrong then, or is now. */
const isOlder = (age: number, changed: number, now: number): boolean => Math.abs(now - changed) > age

/** Takes away what dead writers left and, where all is too much, the oldest entries. */
const look = Effect.fnUntraced(function* (folder: string, mostBytes: number) {
  const files = yield* FileSystem.FileSystem
  yield* files.writeFileString(join(folder, stampName), "")
  const top = yield* entriesIn(folder, false)
  // By the clock that dates the drafts too, which may be that of another machine.
  const now = top.find(({ file }) => file === join(folder, stampName))?.changed
  if (now === undefined) return
  const isDraft = (file: string) => file.slice(folder.length + 1).startsWith(".")
  yield* removeAll(
    top.filter(({ changed, file }) => isDraft(file) && isOlder(abandonedAfter, changed, now)).map(({ file }) => file)
  )
  const all = yield* entriesIn(folder, true)
  yield* removeAll(
    surplus(
      all.filter(({ file, type }) => type === "File" && !isDraft(file) && file !== join(folder, stampName)),
      mostBytes
    )
  )
})

/**
 * Keeps the files below a folder within so many bytes: the writer tells what it wrote, and looks around once a day and
 * after every 4 MiB of its own.
 */
export const keepWithin = (
  mostBytes: number
): ((folder: string, written: number) => Effect.Effect<void, PlatformError.PlatformError, FileSystem.FileSystem>) => {
  let unseen = Number.POSITIVE_INFINITY
  return Effect.fnUntraced(function* (folder: string, written: number) {
    const first = unseen === Number.POSITIVE_INFINITY
    unseen = first ? written : unseen + written
    const stamp = first ? yield* entryAt(join(folder, stampName)) : Option.none()
    const now = yield* Clock.currentTimeMillis
    const due = first && !Option.exists(stamp, ({ changed }) => !isOlder(lookAfterMillis, changed, now))
    if (!due && unseen < lookAfterBytes) return
    unseen = 0
    yield* look(folder, mostBytes)
  })
}
