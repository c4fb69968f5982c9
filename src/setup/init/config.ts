import { join } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { globPattern, quietGlob } from "./refPattern.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Repository } from "../../adapters/git/Repository.ts"
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

/** What is to be done so that git copies notes when it rewrites commits, and never warns that there are none. */
export interface RewritePlan {
  readonly add: ReadonlyArray<ConfigValue>
  /** Values that name the ref itself, at which git warns while it does not exist. */
  readonly replace: ReadonlyArray<ConfigValue>
}

/** Plans `notes.rewriteRef` for a ref; a value of the repository's own file that names the ref itself is replaced. */
export const planRewriteRef = Effect.fnUntraced(function* (ref: string) {
  const wanted = { key: rewriteRefKey, value: quietGlob(ref) }
  const entries = (yield* (yield* Git).config).filter(({ key }) => key.toLowerCase() === rewriteRefKey.toLowerCase())
  const plain = entries.some(({ scope, value }) => scope === "local" && value === ref)
  const covered = plain ? entries.some(({ value }) => value === wanted.value) : yield* isCovered(ref)
  const plan: RewritePlan = {
    add: covered ? [] : [wanted],
    replace: plain ? [{ key: rewriteRefKey, value: ref }] : []
  }
  return plan
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

/** Values to add, and values of the repository's own file that they replace. */
export interface ConfigChange {
  readonly add: ReadonlyArray<ConfigValue>
  readonly replace: ReadonlyArray<ConfigValue>
}

const isSame = (a: ConfigValue) => (b: ConfigValue) => a.key === b.key && a.value === b.value

/** The record with a change in it: values of ours that are replaced are forgotten, those of others to be put back. */
export const withChange = (record: SetupRecord, { add, replace }: ConfigChange): SetupRecord => {
  const isOurs = (value: ConfigValue): boolean => record.values.some(isSame(value))
  const theirs = [...(record.replaced ?? []), ...replace.filter((value) => !isOurs(value))]
  return {
    ...record,
    values: [...record.values.filter((value) => !replace.some(isSame(value))), ...add],
    ...(theirs.length === 0 ? {} : { replaced: theirs })
  }
}

/** Changes values, and says how to take that back: the bytes from before are good while nobody else writes the file. */
export const changeValues = Effect.fnUntraced(function* (
  repository: Repository,
  record: SetupRecord,
  change: ConfigChange
) {
  const writes = yield* GitWrites
  const before = yield* textOf(repository)
  for (const { key, value } of change.replace) yield* writes.removeConfig(key, value)
  for (const { key, value } of change.add) yield* writes.addConfig(key, value)
  const first = record.values.length === 0 && record.replaced === undefined
  const kept = first ? Buffer.from(before, "latin1").toString("base64") : record.config?.before
  const untouched = first || (record.config !== undefined && record.config.after === hashOf(before))
  const { config: _, ...rest } = withChange(record, change)
  return {
    ...rest,
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
  for (const { key, value } of record.replaced ?? []) yield* writes.addConfig(key, value)
})
