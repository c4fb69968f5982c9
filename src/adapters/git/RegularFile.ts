import { Effect, PlatformError, Predicate } from "effect"
import { randomBytes } from "node:crypto"
import { constants, lstatSync, type Stats } from "node:fs"
import { type FileHandle, open, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"

type Failed = PlatformError.PlatformError

/** Prefix of temporary files that are renamed when complete. */
const draftPrefix = ".draft-"

export const systemError = (tag: PlatformError.SystemErrorTag, method: string, path: string, description: string) =>
  PlatformError.systemError({ _tag: tag, module: "PrivateFiles", method, pathOrDescriptor: path, description })

const tags: Readonly<Record<string, PlatformError.SystemErrorTag>> = {
  EACCES: "PermissionDenied",
  EEXIST: "AlreadyExists",
  ENOENT: "NotFound",
  EPERM: "PermissionDenied"
}

const errorCode = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""

const toSystemError = (method: string, path: string) => (cause: unknown) =>
  systemError(tags[errorCode(cause)] ?? "Unknown", method, path, cause instanceof Error ? cause.message : String(cause))

const kinds = {
  link: "is a symbolic link and is not followed",
  other: "is not what ultragit keeps there",
  shared: "has a second name (a hard link)"
}

/** The error for a path where something other than the expected file or folder exists. */
export const blockedError = (method: string, path: string, kind: keyof typeof kinds): Failed =>
  systemError("PermissionDenied", method, path, `${path} ${kinds[kind]}; remove it and try again`)

export const tryFileCall = <A>(method: string, path: string, work: () => Promise<A>): Effect.Effect<A, Failed> =>
  Effect.tryPromise({ try: work, catch: toSystemError(method, path) })

/**
 * Reads the stats of a path without following links. Synchronous, because the answer is nearly always in the cache of
 * the system.
 */
export const statPath = (method: string, path: string): Effect.Effect<Stats | undefined, Failed> =>
  Effect.try({ try: () => lstatSync(path, { throwIfNoEntry: false }), catch: toSystemError(method, path) })

/** Returns whether a folder exists. Fails if the path is something else. */
export const isFolder = Effect.fnUntraced(function* (method: string, path: string) {
  const found = yield* statPath(method, path)
  if (found === undefined || found.isDirectory()) return found !== undefined
  return yield* blockedError(method, path, found.isSymbolicLink() ? "link" : "other")
})

/** Windows lacks these flags; undefined counts as 0. */
const safeOpenFlags = constants.O_NOFOLLOW | constants.O_NONBLOCK

const close = (handle: FileHandle) => Effect.ignore(Effect.tryPromise(() => handle.close()))

/** Creates a file, whole also if interrupted. Fails with `AlreadyExists` if the path exists, even as a dangling link. */
export const createFile = (method: string, path: string, content: string | Uint8Array, mode?: number) =>
  Effect.uninterruptible(
    Effect.acquireUseRelease(
      tryFileCall(method, path, () => open(path, "wx", mode)),
      (handle) =>
        tryFileCall(method, path, () =>
          handle.writeFile(content).then(() => (mode === undefined ? undefined : handle.chmod(mode)))
        ),
      close
    )
  )

/** Names a file in an error, in place of its temporary one. */
const naming =
  (file: string, draft: string) =>
  (error: Failed): Failed => {
    const { reason } = error
    if (reason._tag === "BadArgument") return error
    return systemError(reason._tag, "write", file, (reason.description ?? reason._tag).replaceAll(draft, file))
  }

/**
 * Replaces a file atomically: writes a new temporary file and renames it over the target. If the target is a symbolic
 * or hard link, the linked content is unchanged. Readers never see a partial file. `drafts`: folder of the temporary
 * file, on the same file system. Fails with `PlatformError`.
 */
export const replaceFile = Effect.fnUntraced(function* (
  file: string,
  content: string | Uint8Array,
  { drafts = dirname(file), mode }: { readonly drafts?: string; readonly mode?: number } = {}
) {
  const draft = join(drafts, `${draftPrefix}${randomBytes(8).toString("hex")}`)
  const put = createFile("write", draft, content, mode).pipe(
    Effect.mapError(naming(file, draft)),
    Effect.andThen(tryFileCall("write", file, () => rename(draft, file))),
    Effect.onError(() => Effect.ignore(tryFileCall("write", draft, () => rm(draft, { force: true }))))
  )
  // An interruption must not leave the temporary file behind.
  yield* Effect.uninterruptible(put)
})

/** Opens a regular file. Fails for symbolic links and special files. */
export const openRegularFile = (method: string, path: string, flags: number) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => open(path, flags | safeOpenFlags),
      catch: (cause) =>
        errorCode(cause) === "ELOOP"
          ? blockedError(method, path, "link")
          : errorCode(cause) === "ENXIO"
            ? blockedError(method, path, "other")
            : toSystemError(method, path)(cause)
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
