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

/** Reads the record; an empty one if it is missing or invalid. */
export const readRecord = Effect.fnUntraced(function* ({ commonDirectory }: Repository) {
  const text = yield* privateFiles(commonDirectory).readText(name, maxBytes)
  return Option.getOrElse(Option.flatMap(text, decode), () => nothing)
})

/** Whether `init` was run in this repository. */
export const hasRecord = ({ commonDirectory }: Repository) =>
  Effect.map(privateFiles(commonDirectory).stat(name), Option.isSome)

/** Writes the record. */
export const writeRecord = ({ commonDirectory }: Repository, record: SetupRecord) =>
  privateFiles(commonDirectory).write(name, encode(record))

/** Hashes a file for the record; `text` is its bytes as Latin-1. */
export const hashBytes = (text: string): string => createHash("sha256").update(text, "latin1").digest("hex")
