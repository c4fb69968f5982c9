import { createHash } from "node:crypto"
import { Effect, Option, Schema } from "effect"
import type { Repository } from "../../adapters/git/Repository.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"

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

const name = "setup.json"

/** Largest record, in bytes: it has the configuration file in it. */
const maxBytes = 64 * 1024 * 1024

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(SetupRecord))
const encode = Schema.encodeSync(Schema.fromJsonString(SetupRecord))

/** What is recorded; nothing where there is no record, or none that can be understood. */
export const readRecord = Effect.fnUntraced(function* ({ commonDirectory }: Repository) {
  const text = yield* privateFiles(commonDirectory).readText(name, maxBytes)
  return Option.getOrElse(Option.flatMap(text, decode), () => nothing)
})

/** Whether `init` was run here. */
export const hasRecord = ({ commonDirectory }: Repository) =>
  Effect.map(privateFiles(commonDirectory).stat(name), Option.isSome)

/** Keeps a record. */
export const writeRecord = ({ commonDirectory }: Repository, record: SetupRecord) =>
  privateFiles(commonDirectory).write(name, encode(record))

/** A file's bytes (one character each) as a record has them. */
export const hashOf = (text: string): string => createHash("sha256").update(text, "latin1").digest("hex")
