import { join } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { globPattern, quietGlob } from "./refPattern.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Repository } from "../../adapters/git/Repository.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import { readFile } from "../../rewrite/hooks/files.ts"
import { hashBytes, type SetupRecord } from "../../rewrite/hooks/SetupRecord.ts"

/** One value of the repository's own configuration. */
export interface ConfigValue {
  readonly key: string
  readonly value: string
}

/** The key of the notes refs that git copies when it rewrites commits. */
export const rewriteRefKey = "notes.rewriteRef"

/** Whether git already copies the notes of this ref. */
export const isRefCovered = Effect.fnUntraced(function* (ref: string) {
  const entries = yield* (yield* Git).config
  return entries.some(({ key, value }) => key.toLowerCase() === "notes.rewriteref" && globPattern(value).test(ref))
})

/** Values to add, and values of the repository's own file to remove. */
export interface ConfigChange {
  readonly add: ReadonlyArray<ConfigValue>
  readonly replace: ReadonlyArray<ConfigValue>
}

/**
 * Plans the change of `notes.rewriteRef` with which git copies the notes of a ref. Replaces a value that names the ref
 * itself, because git warns of it while the ref does not exist.
 */
export const planRewriteRef = Effect.fnUntraced(function* (ref: string) {
  const wanted = { key: rewriteRefKey, value: quietGlob(ref) }
  const entries = (yield* (yield* Git).config).filter(({ key }) => key.toLowerCase() === rewriteRefKey.toLowerCase())
  const plain = entries.some(({ scope, value }) => scope === "local" && value === ref)
  const covered = plain ? entries.some(({ value }) => value === wanted.value) : yield* isRefCovered(ref)
  const plan: ConfigChange = {
    add: covered ? [] : [wanted],
    replace: plain ? [{ key: rewriteRefKey, value: ref }] : []
  }
  return plan
})

/** Filters the values that the configuration lacks. */
export const findMissingValues = Effect.fnUntraced(function* (wanted: ReadonlyArray<ConfigValue>) {
  const entries = yield* (yield* Git).config
  const known = new Set(entries.map(({ key, value }) => `${key.toLowerCase()}\0${value}`))
  return wanted.filter(({ key, value }) => !known.has(`${key.toLowerCase()}\0${value}`))
})

const configFile = (repository: Repository): string => join(repository.commonDirectory, "config")

const readConfigText = (repository: Repository) =>
  Effect.map(readFile(configFile(repository)), (file) =>
    Option.match(file, { onNone: () => "", onSome: ({ text }) => text })
  )

const isEqualTo = (a: ConfigValue) => (b: ConfigValue) => a.key === b.key && a.value === b.value

/** Adds a change to the record. It forgets replaced values of ours, and keeps those of others to restore them. */
export const addToRecord = (record: SetupRecord, { add, replace }: ConfigChange): SetupRecord => {
  const isOurs = (value: ConfigValue): boolean => record.values.some(isEqualTo(value))
  const theirs = [...(record.replaced ?? []), ...replace.filter((value) => !isOurs(value))]
  return {
    ...record,
    values: [...record.values.filter((value) => !replace.some(isEqualTo(value))), ...add],
    ...(theirs.length === 0 ? {} : { replaced: theirs })
  }
}

/**
 * Changes the configuration and returns the record with which {@link restoreConfig} restores it. The former bytes of the
 * file are restored only if no other program writes it in between.
 */
export const changeConfig = Effect.fnUntraced(function* (
  repository: Repository,
  record: SetupRecord,
  change: ConfigChange
) {
  const writes = yield* GitWrites
  const before = yield* readConfigText(repository)
  for (const { key, value } of change.replace) yield* writes.removeConfig(key, value)
  for (const { key, value } of change.add) yield* writes.addConfig(key, value)
  const first = record.values.length === 0 && record.replaced === undefined
  const kept = first ? Buffer.from(before, "latin1").toString("base64") : record.config?.before
  const untouched = first || (record.config !== undefined && record.config.after === hashBytes(before))
  const { config: _, ...rest } = addToRecord(record, change)
  return {
    ...rest,
    ...(untouched && kept !== undefined
      ? { config: { before: kept, after: hashBytes(yield* readConfigText(repository)) } }
      : {})
  } satisfies SetupRecord
})

/** Writes the configuration under git's lock file. Fails if another process holds the lock. */
const restore = Effect.fnUntraced(function* (file: string, text: string, mode: number) {
  const files = yield* FileSystem.FileSystem
  const lock = `${file}.lock`
  yield* files.writeFile(lock, Buffer.from(text, "latin1"), { flag: "wx" })
  yield* files.chmod(lock, mode).pipe(
    Effect.andThen(files.rename(lock, file)),
    Effect.onError(() => Effect.ignore(files.remove(lock)))
  )
})

/** Restores the former bytes if no other program wrote the file since; otherwise removes exactly our values. */
export const restoreConfig = Effect.fnUntraced(function* (repository: Repository, record: SetupRecord) {
  const writes = yield* GitWrites
  const file = configFile(repository)
  const now = yield* readFile(file)
  if (Option.isSome(now) && record.config !== undefined && record.config.after === hashBytes(now.value.text)) {
    const before = Buffer.from(record.config.before, "base64").toString("latin1")
    return yield* restore(file, before, now.value.mode)
  }
  for (const { key, value } of record.values) yield* writes.removeConfig(key, value)
  for (const { key, value } of record.replaced ?? []) yield* writes.addConfig(key, value)
})
