import { isUtf8 } from "node:buffer"
import { basename, dirname, join, resolve } from "node:path"
import { Effect, FileSystem, Option, type PlatformError } from "effect"
import { ConfigInaccessible, ConfigUnparseable, InstallError } from "../InstallError.ts"

/** A client's file as it is now. */
export interface ConfigFile {
  /** Where its bytes are, symbolic links followed. */
  readonly target: string
  /** Whether symbolic links lead there. */
  readonly isLink: boolean
  /** None when there is no file. */
  readonly text: Option.Option<string>
  /** Permission bits of an existing file. */
  readonly mode: Option.Option<number>
}

const inaccessible = (file: string) => (error: PlatformError.PlatformError) =>
  new InstallError({ reason: new ConfigInaccessible({ file, detail: error.message }) })

const isMissing = (error: PlatformError.PlatformError): boolean => error.reason._tag === "NotFound"

const longestChain = 40

/** Follows symbolic links also to a file that does not exist yet. */
const follow = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  let target = file
  for (let hop = 0; hop < longestChain; hop += 1) {
    const link = yield* Effect.option(files.readLink(target))
    if (Option.isNone(link)) return target
    target = resolve(dirname(target), link.value)
  }
  return target
})

/** Reads a client's file; fails when it is there but cannot be read or is not UTF-8. */
export const readConfig = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const target = yield* follow(file)
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

/** Puts the text in the file's place in one step, permissions as before. */
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

/** Takes the file away. */
export const removeConfig = Effect.fnUntraced(function* (file: ConfigFile) {
  const files = yield* FileSystem.FileSystem
  yield* Effect.mapError(files.remove(file.target), inaccessible(file.target))
})
