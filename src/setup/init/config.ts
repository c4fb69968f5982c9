import { join } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { globPattern } from "./refPattern.ts"
import { Git, type Repository } from "../../adapters/git/Git.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import { readFile } from "../../rewrite/hooks/files.ts"
import { hashOf, type SetupRecord } from "../../rewrite/hooks/record.ts"

/** One value of the repository's own configuration. */
export interface ConfigValue {
  readonly key: string
  readonly value: string
}

/** The key by which git is told whose notes to copy when it rewrites commits. */
export const rewriteRefKey = "notes.rewriteRef"

/** Whether git copies the notes of this ref already. */
export const isCovered = Effect.fnUntraced(function* (ref: string) {
  const entries = yield* (yield* Git).config
  return entries.some(({ key, value }) => key.toLowerCase() === "notes.rewriteref" && globPattern(value).test(ref))
})

/** Those of the wanted values that the configuration has not yet. */
export const missingValues = Effect.fnUntraced(function* (wanted: ReadonlyArray<ConfigValue>) {
  const entries = yield* (yield* Git).config
  const known = new Set(entries.map(({ key, value }) => `${key.toLowerCase()}\0${value}`))
  return wanted.filter(({ key, value }) => !known.has(`${key.toLowerCase()}\0${value}`))
})

const fileOf = (repository: Repository): string => join(repository.commonDirectory, "config")

const textOf = (repository: Repository) =>
  Effect.map(readFile(fileOf(repository)), (file) =>
    Option.match(file, { onNone: () => "", onSome: ({ text }) => text })
  )

/** Adds values, and says how to take them back: the bytes from before are good while nobody else writes the file. */
export const addValues = Effect.fnUntraced(function* (
  repository: Repository,
  record: SetupRecord,
  values: ReadonlyArray<ConfigValue>
) {
  if (values.length === 0) return record
  const writes = yield* GitWrites
  const before = yield* textOf(repository)
  for (const { key, value } of values) yield* writes.addConfig(key, value)
  const first = record.values.length === 0
  const kept = first ? Buffer.from(before, "latin1").toString("base64") : record.config?.before
  const untouched = first || (record.config !== undefined && record.config.after === hashOf(before))
  const { config: _, ...rest } = record
  return {
    ...rest,
    values: [...record.values, ...values],
    ...(untouched && kept !== undefined ? { config: { before: kept, after: hashOf(yield* textOf(repository)) } } : {})
  } satisfies SetupRecord
})

/** As git does it: whoever makes the lock writes the new file there. Fails when somebody else is at it. */
const restore = Effect.fnUntraced(function* (file: string, text: string, mode: number) {
  const files = yield* FileSystem.FileSystem
  const lock = `${file}.lock`
  yield* files.writeFile(lock, Buffer.from(text, "latin1"), { flag: "wx" })
  yield* files.chmod(lock, mode).pipe(
    Effect.andThen(files.rename(lock, file)),
    Effect.onError(() => Effect.ignore(files.remove(lock)))
  )
})

/** Takes recorded values back: the old bytes where nobody else wrote the file since, else exactly our values. */
export const takeBackValues = Effect.fnUntraced(function* (repository: Repository, record: SetupRecord) {
  const writes = yield* GitWrites
  const file = fileOf(repository)
  const now = yield* readFile(file)
  if (Option.isSome(now) && record.config !== undefined && record.config.after === hashOf(now.value.text)) {
    const before = Buffer.from(record.config.before, "base64").toString("latin1")
    return yield* restore(file, before, now.value.mode)
  }
  for (const { key, value } of record.values) yield* writes.removeConfig(key, value)
})
