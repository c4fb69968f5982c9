import { isUtf8 } from "node:buffer"
import { basename, dirname, join, resolve } from "node:path"
import { Effect, FileSystem, Option, type PlatformError } from "effect"
import { ConfigInaccessible, ConfigUnparseable, InstallError } from "../InstallError.ts"

/** The content of a client's file. */
interface ConfigFile {
  /** Absolute path of the file, symbolic links resolved. */
  readonly target: string
  /** Whether the client's path is a symbolic link to it. */
  readonly isLink: boolean
  /** None if the file does not exist. */
  readonly text: Option.Option<string>
  /** Permission bits of an existing file. */
  readonly mode: Option.Option<number>
}

const inaccessible = (file: string) => (error: PlatformError.PlatformError) =>
  new InstallError({ reason: new ConfigInaccessible({ file, detail: error.message }) })

const isMissing = (error: PlatformError.PlatformError): boolean => error.reason._tag === "NotFound"

const maxLinks = 40

/** Resolves symbolic links, even to a file that does not exist. */
const resolveLinks = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  let target = file
  for (let hop = 0; hop < maxLinks; hop += 1) {
    const link = yield* Effect.option(files.readLink(target))
    if (Option.isNone(link)) return target
    target = resolve(dirname(target), link.value)
  }
  return target
})

/** Reads a client's file. Fails with `InstallError` if it exists but cannot be read or is not UTF-8. */
export const readConfig = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const target = yield* resolveLinks(file)
  const bytes = yield* files.readFile(target).pipe(
    Effect.asSome,
    Effect.catchIf(isMissing, () => Effect.succeed(Option.none<Uint8Array>())),
    Effect.mapError(inaccessible(file))
  )
  const isLink = target !== file
  if (Option.isNone(bytes)) return { target, isLink, text: Option.none(), mode: Option.none() } satisfies ConfigFile
  if (!isUtf8(bytes.value)) {
    return yield* new InstallError({ reason: new ConfigUnparseable({ file, detail: "it is not UTF-8." }) })
  }
  const info = yield* Effect.mapError(files.stat(target), inaccessible(file))
  const text = Option.some(Buffer.from(bytes.value).toString("utf8"))
  return { target, isLink, text, mode: Option.some(info.mode & 0o7777) } satisfies ConfigFile
})

/** Replaces the file's text atomically and keeps its permissions. */
export const writeConfig = Effect.fnUntraced(function* (file: ConfigFile, text: string) {
  const files = yield* FileSystem.FileSystem
  const folder = dirname(file.target)
  yield* Effect.gen(function* () {
    yield* files.makeDirectory(folder, { recursive: true })
    const work = yield* files.makeTempDirectoryScoped({ directory: folder, prefix: `.${basename(file.target)}-` })
    const draft = join(work, "draft")
    const handle = yield* files.open(draft, { flag: "wx" })
    yield* handle.writeAll(new TextEncoder().encode(text))
    yield* handle.sync
    if (Option.isSome(file.mode)) yield* files.chmod(draft, file.mode.value)
    yield* files.rename(draft, file.target)
  }).pipe(Effect.scoped, Effect.mapError(inaccessible(file.target)))
})

/** Deletes the file. */
export const removeConfig = Effect.fnUntraced(function* (file: ConfigFile) {
  const files = yield* FileSystem.FileSystem
  yield* Effect.mapError(files.remove(file.target), inaccessible(file.target))
})
