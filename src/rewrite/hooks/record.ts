import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { Effect, FileSystem, Option, Schema } from "effect"
import type { Repository } from "../../adapters/git/Git.ts"
import { putFile, readFile } from "./files.ts"

const Value = Schema.Struct({ key: Schema.String, value: Schema.String })

/** What `init` did to a repository, for `uninstall`. */
export const SetupRecord = Schema.Struct({
  $schema: Schema.Literal("ultragit-setup/v1"),
  /** Folders that were made, absolute. */
  folders: Schema.Array(Schema.String),
  /** Configuration that was added. */
  values: Schema.Array(Value),
  /** Configuration of the user's that ours replaced. */
  replaced: Schema.optionalKey(Schema.Array(Value)),
  /** The configuration file's bytes before (base64) and their hash after, while nobody else changed it. */
  config: Schema.optionalKey(Schema.Struct({ before: Schema.String, after: Schema.String }))
})
export type SetupRecord = typeof SetupRecord.Type

const nothing: SetupRecord = { $schema: "ultragit-setup/v1", folders: [], values: [] }

const fileOf = (repository: Repository): string => join(repository.commonDirectory, "ultragit", "setup.json")

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(SetupRecord))
const encode = Schema.encodeSync(Schema.fromJsonString(SetupRecord))

/** What is recorded; nothing where there is no record, or none that can be read. */
export const readRecord = Effect.fnUntraced(function* (repository: Repository) {
  const file = yield* readFile(fileOf(repository))
  return Option.getOrElse(
    Option.flatMap(file, ({ text }) => decode(text)),
    () => nothing
  )
})

/** Whether `init` was run here. */
export const hasRecord = (repository: Repository) => Effect.map(readFile(fileOf(repository)), Option.isSome)

/** Keeps a record. */
export const writeRecord = Effect.fnUntraced(function* (repository: Repository, record: SetupRecord) {
  const files = yield* FileSystem.FileSystem
  const file = fileOf(repository)
  yield* files.makeDirectory(dirname(file), { recursive: true })
  yield* putFile(file, encode(record), 0o644)
})

/** A file's bytes (one character each) as a record has them. */
export const hashOf = (text: string): string => createHash("sha256").update(text, "latin1").digest("hex")
