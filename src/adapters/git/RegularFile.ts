import { Effect, PlatformError, Predicate } from "effect"
import { randomBytes } from "node:crypto"
import { constants, lstatSync, type Stats } from "node:fs"
import { type FileHandle, open, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"

type Failed = PlatformError.PlatformError

/** What the name of a file begins with that is renamed once it is whole. */
const draftPrefix = ".draft-"

export const systemError = (tag: PlatformError.SystemErrorTag, method: string, path: string, description: string) =>
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
export const blockedError = (method: string, path: string, kind: keyof typeof kinds): Failed =>
  systemError("PermissionDenied", method, path, `${path} ${kinds[kind]}; remove it and try again`)

export const tryFileCall = <A>(method: string, path: string, work: () => Promise<A>): Effect.Effect<A, Failed> =>
  Effect.tryPromise({ try: work, catch: failed(method, path) })

/** What is at a path, links not followed; looked up at once, since the answer is nearly always in the system's memory. */
export const statPath = (method: string, path: string): Effect.Effect<Stats | undefined, Failed> =>
  Effect.try({ try: () => lstatSync(path, { throwIfNoEntry: false }), catch: failed(method, path) })

/** Whether a folder is there; fails where something else is in its place. */
export const isFolder = Effect.fnUntraced(function* (method: string, path: string) {
  const found = yield* statPath(method, path)
  if (found === undefined || found.isDirectory()) return found !== undefined
  return yield* blockedError(method, path, found.isSymbolicLink() ? "link" : "other")
})

/** Flags that Windows does not have count as none there. */
const careful = constants.O_NOFOLLOW | constants.O_NONBLOCK

const close = (handle: FileHandle) => Effect.ignore(Effect.tryPromise(() => handle.close()))

/** Makes a file that was not there; fails with `AlreadyExists` where anything is, a link to nothing too. */
export const createFile = (method: string, path: string, content: string | Uint8Array, mode?: number) =>
  Effect.acquireUseRelease(
    tryFileCall(method, path, () => open(path, "wx", mode)),
    (handle) =>
      tryFileCall(method, path, () =>
        handle.writeFile(content).then(() => (mode === undefined ? undefined : handle.chmod(mode)))
      ),
    close
  )

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
  const put = createFile("write", draft, content, mode).pipe(
    Effect.andThen(tryFileCall("write", file, () => rename(draft, file))),
    Effect.onError(() => Effect.ignore(tryFileCall("write", draft, () => rm(draft, { force: true }))))
  )
  // A draft that is begun is renamed or removed.
  yield* Effect.uninterruptible(put)
})

/** Opens a file that must be there as a plain one. */
export const openRegularFile = (method: string, path: string, flags: number) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => open(path, flags | careful),
      catch: (cause) =>
        codeOf(cause) === "ELOOP"
          ? blockedError(method, path, "link")
          : codeOf(cause) === "ENXIO"
            ? blockedError(method, path, "other")
            : failed(method, path)(cause)
    }),
    close
  ).pipe(
    Effect.flatMap((handle) =>
      Effect.flatMap(
        tryFileCall(method, path, () => handle.stat()),
        (stat) => (stat.isFile() ? Effect.succeed({ handle, stat }) : Effect.fail(blockedError(method, path, "other")))
      )
    )
  )
