import { Effect, FileSystem, Option } from "effect"
import { replaceFile } from "../../adapters/git/RegularFile.ts"

/** A file as it is, links followed. */
export interface FileNow {
  /** Bytes, one character each. */
  readonly text: string
  /** Permission bits. */
  readonly mode: number
  /** Whether the path is a symbolic link. */
  readonly link: boolean
}

/** Reads a file byte by byte; none when there is none, or no plain file. Fails when it is there but cannot be read. */
export const readFile = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const link = Option.isSome(yield* Effect.option(files.readLink(file)))
  const info = yield* Effect.option(files.stat(file))
  if (Option.isNone(info)) return Option.none<FileNow>()
  if (info.value.type !== "File") return Option.some<FileNow>({ text: "", mode: info.value.mode & 0o7777, link })
  const bytes = yield* files.readFile(file)
  const now: FileNow = { text: Buffer.from(bytes).toString("latin1"), mode: info.value.mode & 0o7777, link }
  return Option.some(now)
})

/** Whether there is anything at a path, a broken link included. */
export const isThere = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  if (Option.isSome(yield* Effect.option(files.readLink(path)))) return true
  return yield* Effect.orElseSucceed(files.exists(path), () => false)
})

/** Puts a file of bytes, one character each, in place in one step: nobody ever sees half of it. */
export const putFile = (file: string, text: string, mode: number) =>
  replaceFile(file, Buffer.from(text, "latin1"), { mode })

/** Removes a folder when nothing is in it. */
export const removeIfEmpty = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const names = yield* Effect.option(files.readDirectory(folder))
  if (Option.exists(names, (all) => all.length === 0)) yield* files.remove(folder, { recursive: true })
})
