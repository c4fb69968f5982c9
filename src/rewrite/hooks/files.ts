import { Effect, FileSystem, Option } from "effect"
import { replaceFile } from "../../adapters/git/RegularFile.ts"

/** The content of a file, with links followed. */
export interface FileContent {
  /** The bytes as Latin-1. */
  readonly text: string
  /** Permission bits. */
  readonly mode: number
  /** Whether the path is a symbolic link. */
  readonly link: boolean
}

/**
 * Reads a file; none if it does not exist. Anything other than a regular file has an empty text. Fails if the file
 * exists but cannot be read.
 */
export const readFile = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const link = Option.isSome(yield* Effect.option(files.readLink(file)))
  const info = yield* Effect.option(files.stat(file))
  if (Option.isNone(info)) return Option.none<FileContent>()
  if (info.value.type !== "File") return Option.some<FileContent>({ text: "", mode: info.value.mode & 0o7777, link })
  const bytes = yield* files.readFile(file)
  const now: FileContent = { text: Buffer.from(bytes).toString("latin1"), mode: info.value.mode & 0o7777, link }
  return Option.some(now)
})

/** Whether a path exists, including a broken link. */
export const pathExists = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  if (Option.isSome(yield* Effect.option(files.readLink(path)))) return true
  return yield* Effect.orElseSucceed(files.exists(path), () => false)
})

/** Replaces a file atomically; `text` is the bytes as Latin-1. */
export const replaceFileBytes = (file: string, text: string, mode: number) =>
  replaceFile(file, Buffer.from(text, "latin1"), { mode })

/** Removes a folder if it is empty. */
export const removeIfEmpty = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const names = yield* Effect.option(files.readDirectory(folder))
  if (Option.exists(names, (all) => all.length === 0)) yield* files.remove(folder, { recursive: true })
})
