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

type Failed = PlatformError.PlatformError

/** A plain file of ours. */
export interface PrivateFile {
  /** Below the private folder. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modifiedMillis: number
}

/**
 * The files in the private folder of a git directory, `<git directory>/ultragit`: the only way in which the program reads
 * and changes them. A repository may come from a stranger, so nothing there is taken for ours that is a symbolic link,
 * in a folder that is one, or no plain file: nothing is read, written, emptied or removed through a link, and nothing waits
 * for a pipe. Names count from the private folder, with `/` between their parts. Everything fails with `PlatformError`
 * that names what is in the way.
 */
export interface PrivateFiles {
  /** The private folder, absolute. */
  readonly root: string
  /** The absolute path of a name, for messages and for other programs. */
  pathOf(name: string): string
  /** What is at a name, links not followed; none where there is nothing. */
  stat(name: string): Effect.Effect<Option.Option<Stats>, Failed>
  /** A file's bytes; none where there is nothing. Fails with `InvalidData` where there are more than `maxBytes`. */
  read(name: string, maxBytes: number): Effect.Effect<Option.Option<Uint8Array>, Failed>
  /** The same as UTF-8 text. */
  readText(name: string, maxBytes: number): Effect.Effect<Option.Option<string>, Failed>
  /** Puts a whole file in place of whatever file or link has the name; its folders are made. `mode`: permission bits. */
  write(name: string, content: string | Uint8Array, mode?: number): Effect.Effect<void, Failed>
  /** Makes a file; false where anything has the name already. */
  create(name: string, text: string): Effect.Effect<boolean, Failed>
  /** Adds to the end of a file, which is made where there is none. Fails where the file has a second name. */
  append(name: string, text: string): Effect.Effect<void, Failed>
  /** Sets a file's times, in seconds since 1970. */
  touch(name: string, seconds: number): Effect.Effect<void, Failed>
  /** Removes what has the name, a folder with all that is in it; of a link the link alone. */
  remove(name: string): Effect.Effect<void, Failed>
  /** Gives a file or folder another name, whose folder is made. */
  move(from: string, to: string): Effect.Effect<void, Failed>
  /** Gives a file a second name; fails with `AlreadyExists` where anything has that. */
  link(from: string, to: string): Effect.Effect<void, Failed>
  /** The names in a folder; none where there is no folder. */
  list(name: string): Effect.Effect<ReadonlyArray<string>, Failed>
  /** All plain files below a folder; folders that are links are not entered. */
  files(name: string): Effect.Effect<ReadonlyArray<PrivateFile>, Failed>
  /** Makes a folder and those above it. */
  makeFolder(name: string): Effect.Effect<void, Failed>
}

const missing = (error: Failed): boolean => error.reason._tag === "NotFound"

/** Where names are, and whether what leads to them are folders. */
const makePlaces = (root: string) => {
  const pathOf = (name: string) => join(root, name)
  /** The private folder and those below it that lead to a name, outermost first; none for the private folder itself. */
  const foldersTo = (name: string): ReadonlyArray<string> =>
    name === "" ? [] : [...foldersTo(name.includes("/") ? dirname(name) : ""), dirname(pathOf(name))]

  /** Whether every folder to a name is there. */
  const reaches = Effect.fnUntraced(function* (method: string, name: string) {
    for (const folder of foldersTo(name)) if (!(yield* isFolder(method, folder))) return false
    return true
  })

  const makeFolder = Effect.fnUntraced(function* (name: string) {
    for (const folder of [...foldersTo(name), pathOf(name)]) {
      if (yield* isFolder("makeFolder", folder)) continue
      yield* Effect.catchIf(
        tryFileCall("makeFolder", folder, () => mkdir(folder)),
        (error) => error.reason._tag === "AlreadyExists",
        () => isFolder("makeFolder", folder)
      )
    }
  })

  /** Makes the folder that a name is in. */
  const makeRoom = (name: string) => makeFolder(name.includes("/") ? dirname(name) : "")

  return { pathOf, reaches, makeFolder, makeRoom }
}

type Places = ReturnType<typeof makePlaces>

const reading = ({ pathOf, reaches }: Places) => {
  const stat = Effect.fnUntraced(function* (name: string) {
    if (!(yield* reaches("stat", name))) return Option.none<Stats>()
    return Option.fromUndefinedOr(yield* statPath("stat", pathOf(name)))
  })

  const readBytes = Effect.fnUntraced(function* (name: string, maxBytes: number) {
    const path = pathOf(name)
    if (!(yield* reaches("read", name))) return Option.none<Uint8Array>()
    const { handle, stat: found } = yield* openRegularFile("read", path, constants.O_RDONLY)
    if (found.size > maxBytes) return yield* systemError("InvalidData", "read", path, `more than ${maxBytes} bytes`)
    return Option.some<Uint8Array>(yield* tryFileCall("read", path, () => handle.readFile()))
  }, Effect.scoped)
  const read = (name: string, maxBytes: number) =>
    Effect.catchIf(readBytes(name, maxBytes), missing, () => Effect.succeed(Option.none<Uint8Array>()))
  const readText = (name: string, maxBytes: number) =>
    Effect.map(
      read(name, maxBytes),
      Option.map((bytes) => new TextDecoder().decode(bytes))
    )

  return { stat, read, readText }
}

const listing = ({ pathOf, reaches }: Places) => {
  const entries = Effect.fnUntraced(function* (name: string) {
    const nothing: ReadonlyArray<Dirent> = []
    if (!((yield* reaches("list", name)) && (yield* isFolder("list", pathOf(name))))) return nothing
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

const writing = ({ makeRoom, pathOf }: Places) => {
  const write = Effect.fnUntraced(function* (name: string, content: string | Uint8Array, mode?: number) {
    yield* makeRoom(name)
    const drafts = pathOf(name.includes("/") ? (name.split("/")[0] ?? "") : "")
    yield* replaceFile(pathOf(name), content, mode === undefined ? { drafts } : { drafts, mode })
  })

  const create = Effect.fnUntraced(function* (name: string, text: string) {
    yield* makeRoom(name)
    return yield* createFile("create", pathOf(name), text).pipe(
      Effect.as(true),
      Effect.catchIf(
        (error) => error.reason._tag === "AlreadyExists",
        () => Effect.succeed(false)
      )
    )
  })

  const append = Effect.fnUntraced(function* (name: string, text: string) {
    yield* makeRoom(name)
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

const moving = ({ makeRoom, pathOf, reaches }: Places) => {
  const touch = Effect.fnUntraced(function* (name: string, seconds: number) {
    if (!(yield* reaches("touch", name))) return
    const { handle } = yield* openRegularFile("touch", pathOf(name), constants.O_RDONLY)
    yield* tryFileCall("touch", pathOf(name), () => handle.utimes(seconds, seconds))
  }, Effect.scoped)

  const remove = Effect.fnUntraced(function* (name: string) {
    if (!(yield* reaches("remove", name))) return
    yield* tryFileCall("remove", pathOf(name), () => rm(pathOf(name), { recursive: true, force: true }))
  })

  const move = Effect.fnUntraced(function* (from: string, to: string) {
    if (!(yield* reaches("move", from))) return
    yield* makeRoom(to)
    yield* tryFileCall("move", pathOf(from), () => rename(pathOf(from), pathOf(to)))
  })

  const linkTo = Effect.fnUntraced(function* (from: string, to: string) {
    if (!((yield* reaches("link", from)) && (yield* reaches("link", to)))) return
    yield* tryFileCall("link", pathOf(to), () => link(pathOf(from), pathOf(to)))
  })

  return { touch, remove, move, link: linkTo }
}

/** The private files of a git directory, absolute and without links. Nothing is made before something is written. */
export const privateFiles = (gitDirectory: string): PrivateFiles => {
  const root = join(gitDirectory, "ultragit")
  const places = makePlaces(root)
  const { makeFolder, pathOf } = places
  return { root, pathOf, makeFolder, ...reading(places), ...listing(places), ...writing(places), ...moving(places) }
}
