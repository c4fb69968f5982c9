import { randomBytes } from "node:crypto"
import {
  type FSWatcher,
  closeSync,
  futimesSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  watch
} from "node:fs"
import { join } from "node:path"
import { kill, pid, platform } from "node:process"
import { Effect, Option, Result, Semaphore } from "effect"
import { decodePath, encodePath } from "../git/parse/PathBytes.ts"

/**
 * File systems of one machine, by the number in `statfs(2)`: ext2 to ext4, XFS, Btrfs, F2FS, bcachefs, ZFS, tmpfs, ramfs and overlayfs.
 * Of others, those of networks and virtual machines among them, the kernel does not see all changes.
 */
const localFileSystems = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0xca451a4e, 0x2fc12fc1, 0x01021994, 0x858458f6, 0x794c7630
])

/** How long to wait for the mark that follows all earlier changes. */
const markTimeout = "1 second"
/** Events that the kernel keeps for a thread by default (inotify(7)). */
const defaultQueueSize = 16_384
/** Share of that queue which may come between two marks: more, and events may have been dropped, without a word from Node. */
const queueShare = 8

/** Events that this thread received. All its watches share one queue of the kernel. */
let received = 0

const readQueueSize = (): number => {
  const text = Result.getOrUndefined(Result.try(() => readFileSync("/proc/sys/fs/inotify/max_queued_events", "latin1")))
  return text === undefined ? defaultQueueSize : Number(text)
}

/** A folder that is watched, with what identifies it. */
interface WatchedFolder {
  readonly watcher: FSWatcher
  readonly inode: number
}

/** Watches folders, each without those in it. */
export interface FolderWatch {
  /**
   * Watches a folder from now on, by its path from the root. `false` if it cannot be watched. One that is gone needs no watch: the
   * folder that held it has one.
   */
  add(folder: string): boolean
  /** Ends the watches of all other folders. */
  keep(folders: ReadonlySet<string>): void
  /** Whether a folder is watched that is still the same. */
  isWatched(folder: string): boolean
  /** Whether a folder of this path is or was watched. */
  has(folder: string): boolean
  /**
   * The paths of all entries of folders that were changed since the last call and before this one, attributes included; some may be
   * named although they were not. None if others may have changed, too.
   */
  readonly take: Effect.Effect<Option.Option<ReadonlySet<string>>>
}

/** Whether all changes of files below a folder can be watched. */
export const isWatchable = (folder: string): boolean => {
  if (platform !== "linux") return false
  const found = Result.getOrUndefined(Result.try(() => statfsSync(folder)))
  return found !== undefined && localFileSystems.has(found.type)
}

const toAbsolute = (root: string, folder: string): Buffer =>
  Buffer.concat([Buffer.from(join(root, "/")), encodePath(folder)])

const hasCode = (error: unknown, codes: ReadonlyArray<string>): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code))

/** Keeps the watches of folders below `root` and reports each entry that changes, by its path. */
const makeWatches = (root: string, report: (path: string) => void) => {
  const device = lstatSync(root).dev
  const watched = new Map<string, WatchedFolder>()
  const identify = (folder: string) =>
    Result.getOrUndefined(Result.try(() => lstatSync(toAbsolute(root, folder), { throwIfNoEntry: false })))
  const remove = (folder: string): void => {
    watched.get(folder)?.watcher.close()
    watched.delete(folder)
  }
  const isWatched = (folder: string): boolean => {
    const known = watched.get(folder)
    return known !== undefined && identify(folder)?.ino === known.inode
  }
  const open = (folder: string) =>
    Result.try(() =>
      watch(toAbsolute(root, folder), { persistent: false, encoding: "buffer" }, (_, name) => {
        if (name !== null) report(folder === "" ? decodePath(name) : `${folder}/${decodePath(name)}`)
      })
    )
  const add = (folder: string): boolean => {
    if (isWatched(folder)) return true
    remove(folder)
    const opened = open(folder)
    if (Result.isFailure(opened)) return hasCode(opened.failure, ["ENOENT", "ENOTDIR"])
    opened.success.on("error", () => remove(folder))
    // Looked up after it is watched: if another folder took its place before, that one is watched.
    const found = identify(folder)
    watched.set(folder, { watcher: opened.success, inode: found?.ino ?? 0 })
    return found === undefined || found.dev === device
  }
  const keep = (folders: ReadonlySet<string>): void => {
    for (const folder of watched.keys()) if (!folders.has(folder)) remove(folder)
  }
  return { add, keep, isWatched, has: (folder: string) => watched.has(folder) }
}

/** Ends after {@link markTimeout}, but not before events were read that waited while this thread was busy. */
const timeout = Effect.andThen(
  Effect.sleep(markTimeout),
  Effect.callback<void>((resume) => {
    const timer = setImmediate(() => setImmediate(() => resume(Effect.void)))
    return Effect.sync(() => clearImmediate(timer))
  })
)

/** Whether a process runs. That of another user does, if it may not be signalled. */
const isRunning = (id: number): boolean => {
  const signalled = Result.try(() => kill(id, 0))
  return Result.isSuccess(signalled) || hasCode(signalled.failure, ["EPERM"])
}

/** Removes the files of processes that were killed, or whose thread was. */
const removeAbandoned = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const owner = Number.parseInt(name, 10)
    if (owner > 0 && !isRunning(owner)) rmSync(join(folder, name), { force: true })
  }
}

const createMarkFile = (folder: string) => {
  const name = `${pid}-${randomBytes(8).toString("hex")}`
  return { name, descriptor: openSync(join(folder, name), "wx") }
}

/**
 * Waits until every event has arrived that the kernel queued before: events of a thread arrive in the order of the changes, so a
 * change of a file of our own comes after all others. False if it does not come.
 */
const makeMark = (folder: string) => {
  let resume: (() => void) | undefined
  removeAbandoned(folder)
  let file = createMarkFile(folder)
  const watcher = watch(folder, { persistent: false }, (kind, changed) => {
    // That the file was created is another kind of event.
    if (kind === "change" && changed === file.name) resume?.()
  })
  watcher.on("error", () => watcher.close())
  const removeFile = (): void => {
    closeSync(file.descriptor)
    rmSync(join(folder, file.name), { force: true })
  }
  const wait = Effect.callback<void>((done) => {
    resume = () => done(Effect.void)
    // The time does not matter: setting it is the event.
    futimesSync(file.descriptor, 0, 0)
    return Effect.sync(() => void (resume = undefined))
  })
  // An event that comes too late must not be taken for a later one.
  const replaceFile = Effect.sync(() => {
    removeFile()
    file = createMarkFile(folder)
  })
  return {
    wait: Effect.raceFirst(Effect.as(wait, true), Effect.as(timeout, false)).pipe(
      Effect.tap((isMarked) => (isMarked ? Effect.void : replaceFile))
    ),
    close: Effect.sync(() => {
      watcher.close()
      removeFile()
    })
  }
}

/**
 * Starts to watch folders below `root`; none if that is impossible. Node's own recursive watch is not used: it misses folders that
 * are renamed. `markFolder`: a real folder on a local file system, for a file of our own. Ends with the scope.
 */
export const makeFolderWatch = Effect.fnUntraced(function* (root: string, markFolder: string) {
  const maxEvents = Math.floor(readQueueSize() / queueShare)
  const permit = yield* Semaphore.make(1)
  let changed = new Set<string>()
  let before = received
  const watches = makeWatches(root, (path) => {
    received += 1
    if (received - before <= maxEvents) changed.add(path)
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => watches.keep(new Set())))
  const opening = Effect.acquireRelease(
    Effect.try(() => makeMark(markFolder)),
    ({ close }) => close
  )
  const mark = Option.getOrUndefined(yield* Effect.option(opening))
  if (mark === undefined) return Option.none<FolderWatch>()
  const take = Effect.map(mark.wait, (isMarked) => {
    const all = changed
    const isComplete = isMarked && received - before <= maxEvents
    changed = new Set()
    before = received
    return isComplete ? Option.some<ReadonlySet<string>>(all) : Option.none()
  }).pipe(permit.withPermits(1))
  // What is not seen once is never seen.
  if (Option.isNone(yield* take)) return Option.none<FolderWatch>()
  return Option.some<FolderWatch>({ ...watches, take })
})
