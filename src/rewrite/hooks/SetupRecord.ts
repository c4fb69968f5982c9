import { createHash } from "node:crypto"
import { Effect, Option, Schema } from "effect"
import type { Repository } from "../../adapters/git/Repository.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"

const Value = Schema.Struct({ key: Schema.String, value: Schema.String })

/** Changes that `init` made to a repository, for `uninstall` to revert. */
export const SetupRecord = Schema.Struct({
  $schema: Schema.Literal("ultragit-setup/v1"),
  /** Absolute paths of the folders that were created. */
  folders: Schema.Array(Schema.String),
  /** Configuration values that were added. */
  values: Schema.Array(Value),
  /** The user's configuration values that were replaced. */
  replaced: Schema.optionalKey(Schema.Array(Value)),
  /** The configuration file's bytes before (base64) and its hash after, to detect later changes by others. */
  config: Schema.optionalKey(Schema.Struct({ before: Schema.String, after: Schema.String }))
})
export type SetupRecord = typeof SetupRecord.Type

const nothing: SetupRecord = { $schema: "ultragit-setup/v1", folders: [], values: [] }

const name = "setup.json"

/** Maximum size of a record, in bytes; it contains the configuration file. */
const maxBytes = 64 * 1024 * 1024

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(SetupRecord))
const encode = Schema.encodeSync(Schema.fromJsonString(SetupRecord))

/** Where a record is kept that cannot be read, as one of a newer version. */
const asideName = "setup.json.unreadable"

/** Reads the record; none if it exists and cannot be read. */
const readValid = Effect.fnUntraced(function* ({ commonDirectory }: Repository) {
  const text = yield* privateFiles(commonDirectory)
    .readText(name, maxBytes)
    .pipe(
      Effect.catchIf(
        ({ reason }) => reason._tag === "InvalidData",
        () => Effect.succeedSome("")
      )
    )
  return Option.match(text, { onNone: () => Option.some(nothing), onSome: decode })
})

/** Reads the record; an empty one if it is missing or invalid. */
export const readRecord = (repository: Repository) =>
  Effect.map(
    readValid(repository),
    Option.getOrElse(() => nothing)
  )

/** Whether there is a record that cannot be read. */
export const isRecordUnreadable = (repository: Repository) => Effect.map(readValid(repository), Option.isNone)

/** Whether `init` was run in this repository. */
export const hasRecord = ({ commonDirectory }: Repository) =>
  Effect.map(privateFiles(commonDirectory).stat(name), Option.isSome)

/** Writes the record. One that cannot be read is kept aside. */
export const writeRecord = Effect.fnUntraced(function* (repository: Repository, record: SetupRecord) {
  const files = privateFiles(repository.commonDirectory)
  if (yield* isRecordUnreadable(repository)) yield* files.move(name, asideName)
  yield* files.write(name, encode(record))
})

/** Hashes a file for the record; `text` is its bytes as Latin-1. */
export const hashBytes = (text: string): string => createHash("sha256").update(text, "latin1").digest("hex")
