import { Effect, Option, type PlatformError, Schema } from "effect"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { BackfillError, MemoryFailed } from "./BackfillError.ts"

/** A commit that could not be annotated, and why. */
export const Failed = Schema.Struct({ commit: ObjectId, code: Schema.String, message: Schema.String })
export type Failed = typeof Failed.Type

const Memory = Schema.fromJsonString(
  Schema.Struct({ $schema: Schema.Literal("ultragit-backfill-failed/v1"), failed: Schema.Array(Failed) })
)

const name = "backfill.json"

/** Maximum size of the record of failed commits. */
const maxBytes = 16 * 1024 * 1024

const place = Effect.map(
  Effect.flatMap(Git, (git) => git.repository),
  ({ commonDirectory }) => privateFiles(commonDirectory)
)

const inaccessible = (file: string) => (error: PlatformError.PlatformError) =>
  new BackfillError({ reason: new MemoryFailed({ file, detail: error.message }) })

/** Reads the commits that failed in earlier runs. An invalid file counts as empty. */
export const readFailed = Effect.gen(function* () {
  const files = yield* place
  const read = yield* Effect.mapError(files.readText(name, maxBytes), inaccessible(files.pathOf(name)))
  const text = Option.getOrElse(read, () => "")
  const memory = yield* Effect.option(Schema.decodeEffect(Memory)(text))
  return Option.match(memory, { onNone: (): ReadonlyArray<Failed> => [], onSome: ({ failed }) => failed })
})

/** Replaces the record of failed commits atomically. Removes the file if there are none. */
export const writeFailed = Effect.fnUntraced(function* (failed: ReadonlyArray<Failed>) {
  const files = yield* place
  const text = yield* Effect.orDie(Schema.encodeEffect(Memory)({ $schema: "ultragit-backfill-failed/v1", failed }))
  yield* Effect.mapError(
    failed.length === 0 ? files.remove(name) : files.write(name, `${text}\n`),
    inaccessible(files.pathOf(name))
  )
})
