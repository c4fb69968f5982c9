import { Effect, Option, type PlatformError } from "effect"
import { constants, type Dirent, type Stats } from "node:fs"
import { link, lstat, mkdir, readdir, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import {
  tryFileCall,
  createFile,
  blockedError,
  isFolder,
  statPath,
  openRegularFile,
  replaceFile,
  systemError
} from "./RegularFile.ts"
import { takeBefore } from "../../domain/Text.ts"

type Failed = PlatformError.PlatformError

/** A regular file in the private folder. */
export interface PrivateFile {
  /** Path from the private folder. */
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  /** Modification time, milliseconds since 1970. */
  readonly modifiedMillis: number
}

/**
 * The files in the private folder of a git directory, `<git directory>/ultragit`. All reads and writes of these files
 * go through this interface. A repository may be untrusted, so symbolic links, paths through linked folders and special
 * files are rejected: nothing is read, written, emptied or removed through a link, and no call blocks on a pipe. Names
 * are relative to the private folder, with `/` as separator. Every call fails with a `PlatformError` that names the
 * blocking path.
 */
export interface PrivateFiles {
  /** Absolute path of the private folder. */
  readonly root: string
  /** Returns the absolute path of a name, for messages and other programs. */
  pathOf(name: string): string
  /** Reads the stats of a name without following links. None if nothing exists. */
  stat(name: string): Effect.Effect<Option.Option<Stats>, Failed>
  /** Reads the bytes of a file. None if it does not exist. Fails with `InvalidData` if it exceeds `maxBytes`. */
  read(name: string, maxBytes: number): Effect.Effect<Option.Option<Uint8Array>, Failed>
  /** Reads a file as UTF-8 text. Otherwise like `read`. */
  readText(name: string, maxBytes: number): Effect.Effect<Option.Option<string>, Failed>
  /** Atomically replaces the file or link with this name, creating its folders. `mode`: permission bits. */
  write(name: string, content: string | Uint8Array, mode?: number): Effect.Effect<void, Failed>
  /** Creates a file. Returns false if the name exists. */
  create(name: string, text: string): Effect.Effect<boolean, Failed>
  /** Appends to a file, creating it if needed. Fails if the file has another hard link. */
  append(name: string, text: string): Effect.Effect<void, Failed>
  /** Sets access and modification time, in seconds since 1970. */
  touch(name: string, seconds: number): Effect.Effect<void, Failed>
  /** Removes a file, a link itself (not its target), or a folder recursively. */
  remove(name: string): Effect.Effect<void, Failed>
  /** Renames a file or folder, creating the target folder. */
  move(from: string, to: string): Effect.Effect<void, Failed>
  /** Creates a hard link. Fails with `AlreadyExists` if the target exists. */
  link(from: string, to: string): Effect.Effect<void, Failed>
  /** Lists the names in a folder. Empty if it does not exist. */
  list(name: string): Effect.Effect<ReadonlyArray<string>, Failed>
  /** Lists all regular files below a folder, without entering linked folders. */
  files(name: string): Effect.Effect<ReadonlyArray<PrivateFile>, Failed>
  /** Creates a folder and its parents. */
  makeFolder(name: string): Effect.Effect<void, Failed>
}

const isMissing = (error: Failed): boolean => error.reason._tag === "NotFound"

/** Resolves names, and checks that their parents are real folders. */
const makePaths = (root: string) => {
  const pathOf = (name: string) => join(root, name)
  /**
   * Lists the private folder and the folders below it on the way to a name, outermost first. Empty for the private
   * folder itself.
   */
  const parentsOf = (name: string): ReadonlyArray<string> =>
    name === "" ? [] : [...parentsOf(name.includes("/") ? dirname(name) : ""), dirname(pathOf(name))]

  /** Returns whether all parent folders of a name exist. */
  const hasParents = Effect.fnUntraced(function* (method: string, name: string) {
    for (const folder of parentsOf(name)) if (!(yield* isFolder(method, folder))) return false
    return true
  })

  const makeFolder = Effect.fnUntraced(function* (name: string) {
    for (const folder of [...parentsOf(name), pathOf(name)]) {
      if (yield* isFolder("makeFolder", folder)) continue
      yield* Effect.catchIf(
        tryFileCall("makeFolder", folder, () => mkdir(folder)),
        (error) => error.reason._tag === "AlreadyExists",
        () => isFolder("makeFolder", folder)
      )
    }
  })

  /** Creates the parent folder of a name. */
  const makeParent = (name: string) => makeFolder(name.includes("/") ? dirname(name) : "")

  return { pathOf, hasParents, makeFolder, makeParent }
}

type Paths = ReturnType<typeof makePaths>

const makeReads = ({ pathOf, hasParents }: Paths) => {
  const stat = Effect.fnUntraced(function* (name: string) {
    if (!(yield* hasParents("stat", name))) return Option.none<Stats>()
    return Option.fromUndefinedOr(yield* statPath("stat", pathOf(name)))
  })

  const readBytes = Effect.fnUntraced(function* (name: string, maxBytes: number) {
    const path = pathOf(name)
    if (!(yield* hasParents("read", name))) return Option.none<Uint8Array>()
    const { handle, stat: found } = yield* openRegularFile("read", path, constants.O_RDONLY)
    if (found.size > maxBytes) return yield* systemError("InvalidData", "read", path, `more than ${maxBytes} bytes`)
    return Option.some<Uint8Array>(yield* tryFileCall("read", path, () => handle.readFile()))
  }, Effect.scoped)
  const read = (name: string, maxBytes: number) =>
    Effect.catchIf(readBytes(name, maxBytes), isMissing, () => Effect.succeed(Option.none<Uint8Array>()))
  const readText = (name: string, maxBytes: number) =>
    Effect.map(
      read(name, maxBytes),
      Option.map((bytes) => new TextDecoder().decode(bytes))
    )

  return { stat, read, readText }
}

const makeLists = ({ pathOf, hasParents }: Paths) => {
  const entries = Effect.fnUntraced(function* (name: string) {
    const nothing: ReadonlyArray<Dirent> = []
    if (!((yield* hasParents("list", name)) && (yield* isFolder("list", pathOf(name))))) return nothing
    return yield* tryFileCall("list", pathOf(name), () => readdir(pathOf(name), { withFileTypes: true }))
  })
  const list = (name: string) => Effect.map(entries(name), (found) => found.map((entry) => entry.name))

  const fileOf = (name: string): Effect.Effect<ReadonlyArray<PrivateFile>> =>
    tryFileCall("list", pathOf(name), () => lstat(pathOf(name))).pipe(
      Effect.map(({ mtimeMs, size }) => [{ name, size, modifiedMillis: mtimeMs }]),
      Effect.orElseSucceed(() => [])
    )

  const files = (name: string): Effect.Effect<ReadonlyArray<PrivateFile>, Failed> =>
    Effect.flatMap(entries(name), (found) =>
      Effect.map(
        Effect.forEach(
          found,
          (entry): Effect.Effect<ReadonlyArray<PrivateFile>, Failed> =>
            entry.isDirectory()
              ? Effect.orElseSucceed(files(`${name}/${entry.name}`), () => [])
              : entry.isFile()
                ? fileOf(`${name}/${entry.name}`)
                : Effect.succeed([]),
          { concurrency: 16 }
        ),
        (all) => all.flat()
      )
    )

  return { list, files }
}

const makeWrites = ({ makeParent, pathOf }: Paths) => {
  const write = Effect.fnUntraced(function* (name: string, content: string | Uint8Array, mode?: number) {
    yield* makeParent(name)
    const drafts = pathOf(name.includes("/") ? takeBefore(name, "/") : "")
    yield* replaceFile(pathOf(name), content, mode === undefined ? { drafts } : { drafts, mode })
  })

  const create = Effect.fnUntraced(function* (name: string, text: string) {
    yield* makeParent(name)
    return yield* createFile("create", pathOf(name), text).pipe(
      Effect.as(true),
      Effect.catchIf(
        (error) => error.reason._tag === "AlreadyExists",
        () => Effect.succeed(false)
      )
    )
  })

  const append = Effect.fnUntraced(function* (name: string, text: string) {
    yield* makeParent(name)
    const path = pathOf(name)
    const { handle, stat: found } = yield* openRegularFile(
      "append",
      path,
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT
    )
    if (found.nlink > 1) return yield* blockedError("append", path, "shared")
    yield* tryFileCall("append", path, () => handle.appendFile(text))
  }, Effect.scoped)

  return { write, create, append }
}

const makeMoves = ({ makeParent, pathOf, hasParents }: Paths) => {
  const touch = Effect.fnUntraced(function* (name: string, seconds: number) {
    if (!(yield* hasParents("touch", name))) return
    const { handle } = yield* openRegularFile("touch", pathOf(name), constants.O_RDONLY)
    yield* tryFileCall("touch", pathOf(name), () => handle.utimes(seconds, seconds))
  }, Effect.scoped)

  const remove = Effect.fnUntraced(function* (name: string) {
    if (!(yield* hasParents("remove", name))) return
    yield* tryFileCall("remove", pathOf(name), () => rm(pathOf(name), { recursive: true, force: true }))
  })

  const move = Effect.fnUntraced(function* (from: string, to: string) {
    if (!(yield* hasParents("move", from))) return
    yield* makeParent(to)
    yield* tryFileCall("move", pathOf(from), () => rename(pathOf(from), pathOf(to)))
  })

  const createLink = Effect.fnUntraced(function* (from: string, to: string) {
    if (!((yield* hasParents("link", from)) && (yield* hasParents("link", to)))) return
    yield* tryFileCall("link", pathOf(to), () => link(pathOf(from), pathOf(to)))
  })

  return { touch, remove, move, link: createLink }
}

/**
 * Creates the interface for a git directory, given as an absolute path without symbolic links. Creates nothing on disk
 * before the first write.
 */
export const privateFiles = (gitDirectory: string): PrivateFiles => {
  const root = join(gitDirectory, "ultragit")
  const paths = makePaths(root)
  const { makeFolder, pathOf } = paths
  return {
    root,
    pathOf,
    makeFolder,
    ...makeReads(paths),
    ...makeLists(paths),
    ...makeWrites(paths),
    ...makeMoves(paths)
  }
}
