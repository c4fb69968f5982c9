import { Effect, FileSystem, Option } from "effect"

/** The files behind the settings as they were when they were read. */
export interface Stamps {
  readonly files: ReadonlyMap<string, string>
  /** Milliseconds since 1970 of the youngest change among them. */
  readonly changed: number
  /** When reading them began, in milliseconds since 1970. */
  readonly started: number
}

/** A file changed this many milliseconds before it was read may change again within the file system's same tick. */
const settled = 100

const stampOf = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const info = yield* Effect.option(fs.stat(file))
  if (Option.isNone(info)) return { file, text: "", changed: 0 }
  const changed = Option.match(info.value.mtime, { onNone: () => 0, onSome: (time) => time.getTime() })
  const inode = Option.getOrElse(info.value.ino, () => 0n)
  return { file, text: `${changed} ${info.value.size} ${inode}`, changed }
})

const stampsOf = (files: Iterable<string>) => Effect.forEach(new Set(files), stampOf, { concurrency: "unbounded" })

/** Looks at files that were read from `started` on: modification time, size, inode; a missing file is a stamp too. */
export const take = Effect.fnUntraced(function* (files: Iterable<string>, started: number) {
  const stamps = yield* stampsOf(files)
  return {
    files: new Map(stamps.map(({ file, text }) => [file, text])),
    changed: Math.max(0, ...stamps.map(({ changed }) => changed)),
    started
  } satisfies Stamps
})

/** Whether nothing has changed since, as far as modification times can tell. */
export const isCurrent = Effect.fnUntraced(function* (stamps: Stamps) {
  if (stamps.started - stamps.changed < settled) return false
  const now = yield* stampsOf(stamps.files.keys())
  return now.every(({ file, text }) => stamps.files.get(file) === text)
})
