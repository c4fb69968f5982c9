import { Effect, Option, PlatformError, Predicate } from "effect"
import { randomBytes } from "node:crypto"
import { constants, type Dirent, lstatSync, type Stats } from "node:fs"
import { link, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"

type Failed = PlatformError.PlatformError

/** A plain file of ours. */
export interface PrivateFile {
  /** Below the private folder. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly changed: number
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

/** What the name of a file begins with that is renamed once it is whole. */
const draftPrefix = ".draft-"

const systemError = (tag: PlatformError.SystemErrorTag, method: string, path: string, description: string) =>
  PlatformError.systemError({ _tag: tag, module: "PrivateFiles", method, pathOrDescriptor: path, description })

const tags: Readonly<Record<string, PlatformError.SystemErrorTag>> = {
  EACCES: "PermissionDenied",
  EEXIST: "AlreadyExists",
  ENOENT: "NotFound",
  EPERM: "PermissionDenied"
}

const codeOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""

const failed = (method: string, path: string) => (cause: unknown) =>
  systemError(tags[codeOf(cause)] ?? "Unknown", method, path, cause instanceof Error ? cause.message : String(cause))

const kinds = {
  link: "is a symbolic link and is not followed",
  other: "is not what ultragit keeps there",
  shared: "has a second name (a hard link)"
}

/** Something else is where a file or folder of ours should be. */
const inTheWay = (method: string, path: string, kind: keyof typeof kinds): Failed =>
  systemError("PermissionDenied", method, path, `${path} ${kinds[kind]}; remove it and try again`)

const attempt = <A>(method: string, path: string, work: () => Promise<A>): Effect.Effect<A, Failed> =>
  Effect.tryPromise({ try: work, catch: failed(method, path) })

/** What is at a path, links not followed; looked up at once, since the answer is nearly always in the system's memory. */
const lookAt = (method: string, path: string): Effect.Effect<Stats | undefined, Failed> =>
  Effect.try({ try: () => lstatSync(path, { throwIfNoEntry: false }), catch: failed(method, path) })

/** Whether a folder is there; fails where something else is in its place. */
const isFolder = Effect.fnUntraced(function* (method: string, path: string) {
  const found = yield* lookAt(method, path)
  if (found === undefined || found.isDirectory()) return found !== undefined
  return yield* inTheWay(method, path, found.isSymbolicLink() ? "link" : "other")
})

/** Flags that Windows does not have count as none there. */
const careful = constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Replaces a file in one step: a draft that did not exist before is filled and renamed over it. What a link or a second
 * name of that file leads to keeps its bytes, and no reader sees half of it. `drafts`: the folder of the draft, on the
 * same file system. Fails with `PlatformError`.
 */
export const replaceFile = Effect.fnUntraced(function* (
  file: string,
  content: string | Uint8Array,
  { drafts = dirname(file), mode }: { readonly drafts?: string; readonly mode?: number } = {}
) {
  const draft = join(drafts, `${draftPrefix}${randomBytes(8).toString("hex")}`)
  const fill = () =>
    open(draft, "wx", mode).then((handle) =>
      handle
        .writeFile(content)
        .then(() => (mode === undefined ? undefined : handle.chmod(mode)))
        .finally(() => handle.close())
    )
  const put = () =>
    fill()
      .then(() => rename(draft, file))
      .catch((cause: unknown) => rm(draft, { force: true }).then(() => Promise.reject(cause)))
  // Uninterruptible: a draft that is begun is renamed or removed.
  yield* Effect.uninterruptible(attempt("write", file, put))
})

/** Opens a file that must be there as a plain one. */
const openPlain = (method: string, path: string, flags: number) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => open(path, flags | careful),
      catch: (cause) =>
        codeOf(cause) === "ELOOP"
          ? inTheWay(method, path, "link")
          : codeOf(cause) === "ENXIO"
            ? inTheWay(method, path, "other")
            : failed(method, path)(cause)
    }),
    (handle) => Effect.ignore(Effect.tryPromise(() => handle.close()))
  ).pipe(
    Effect.flatMap((handle) =>
      Effect.flatMap(
        attempt(method, path, () => handle.stat()),
        (stat) => (stat.isFile() ? Effect.succeed({ handle, stat }) : Effect.fail(inTheWay(method, path, "other")))
      )
    )
  )

const missing = (error: Failed): boolean => error.reason._tag === "NotFound"

/** The private files of a git directory, absolute and without links. Nothing is made before something is written. */
export const privateFiles = (gitDirectory: string): PrivateFiles => {
  const root = join(gitDirectory, "ultragit")
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
        attempt("makeFolder", folder, () => mkdir(folder)),
        (error) => error.reason._tag === "AlreadyExists",
        () => isFolder("makeFolder", folder)
      )
    }
  })

  /** Makes the folder that a name is in. */
  const makeRoom = (name: string) => makeFolder(name.includes("/") ? dirname(name) : "")

  const stat = Effect.fnUntraced(function* (name: string) {
    if (!(yield* reaches("stat", name))) return Option.none<Stats>()
    return Option.fromUndefinedOr(yield* lookAt("stat", pathOf(name)))
  })

  const readBytes = Effect.fnUntraced(function* (name: string, maxBytes: number) {
    const path = pathOf(name)
    if (!(yield* reaches("read", name))) return Option.none<Uint8Array>()
    const { handle, stat: found } = yield* openPlain("read", path, constants.O_RDONLY)
    if (found.size > maxBytes) return yield* systemError("InvalidData", "read", path, `more than ${maxBytes} bytes`)
    return Option.some<Uint8Array>(yield* attempt("read", path, () => handle.readFile()))
  }, Effect.scoped)
  const read = (name: string, maxBytes: number) =>
    Effect.catchIf(readBytes(name, maxBytes), missing, () => Effect.succeed(Option.none<Uint8Array>()))
  const readText = (name: string, maxBytes: number) =>
    Effect.map(
      read(name, maxBytes),
      Option.map((bytes) => new TextDecoder().decode(bytes))
    )

  const write = Effect.fnUntraced(function* (name: string, content: string | Uint8Array, mode?: number) {
    yield* makeRoom(name)
    const drafts = pathOf(name.includes("/") ? (name.split("/")[0] ?? "") : "")
    yield* replaceFile(pathOf(name), content, mode === undefined ? { drafts } : { drafts, mode })
  })

  const create = Effect.fnUntraced(function* (name: string, text: string) {
    yield* makeRoom(name)
    const fill = () => open(pathOf(name), "wx").then((handle) => handle.writeFile(text).finally(() => handle.close()))
    return yield* attempt("create", pathOf(name), fill).pipe(
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
    const { handle, stat: found } = yield* openPlain(
      "append",
      path,
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT
    )
    if (found.nlink > 1) return yield* inTheWay("append", path, "shared")
    yield* attempt("append", path, () => handle.appendFile(text))
  }, Effect.scoped)

  const touch = Effect.fnUntraced(function* (name: string, seconds: number) {
    if (!(yield* reaches("touch", name))) return
    const { handle } = yield* openPlain("touch", pathOf(name), constants.O_RDONLY)
    yield* attempt("touch", pathOf(name), () => handle.utimes(seconds, seconds))
  }, Effect.scoped)

  const remove = Effect.fnUntraced(function* (name: string) {
    if (!(yield* reaches("remove", name))) return
    yield* attempt("remove", pathOf(name), () => rm(pathOf(name), { recursive: true, force: true }))
  })

  const move = Effect.fnUntraced(function* (from: string, to: string) {
    if (!(yield* reaches("move", from))) return
    yield* makeRoom(to)
    yield* attempt("move", pathOf(from), () => rename(pathOf(from), pathOf(to)))
  })

  const linkTo = Effect.fnUntraced(function* (from: string, to: string) {
    if (!((yield* reaches("link", from)) && (yield* reaches("link", to)))) return
    yield* attempt("link", pathOf(to), () => link(pathOf(from), pathOf(to)))
  })

  const entries = Effect.fnUntraced(function* (name: string) {
    const nothing: ReadonlyArray<Dirent> = []
    if (!((yield* reaches("list", name)) && (yield* isFolder("list", pathOf(name))))) return nothing
    return yield* attempt("list", pathOf(name), () => readdir(pathOf(name), { withFileTypes: true }))
  })
  const list = (name: string) => Effect.map(entries(name), (found) => found.map((entry) => entry.name))

  const fileOf = (name: string): Effect.Effect<ReadonlyArray<PrivateFile>> =>
    attempt("list", pathOf(name), () => lstat(pathOf(name))).pipe(
      Effect.map(({ mtimeMs, size }) => [{ name, size, changed: mtimeMs }]),
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

  return {
    root,
    pathOf,
    stat,
    read,
    readText,
    write,
    create,
    append,
    touch,
    remove,
    move,
    link: linkTo,
    list,
    files,
    makeFolder
  }
}
