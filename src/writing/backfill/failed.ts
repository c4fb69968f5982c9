import { basename, dirname, join } from "node:path"
import { Effect, FileSystem, Option, type PlatformError, Schema } from "effect"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { BackfillError, MemoryFailed } from "./BackfillError.ts"

/** A commit that could not be annotated, and why. */
export const Failed = Schema.Struct({ commit: ObjectId, code: Schema.String, message: Schema.String })
export type Failed = typeof Failed.Type

const Memory = Schema.fromJsonString(
  Schema.Struct({ $schema: Schema.Literal("ultragit-backfill-failed/v1"), failed: Schema.Array(Failed) })
)

const fileOf = Effect.gen(function* () {
  const { commonDirectory } = yield* (yield* Git).repository
  return join(commonDirectory, "ultragit", "backfill.json")
})

const inaccessible = (file: string) => (error: PlatformError.PlatformError) =>
  new BackfillError({ reason: new MemoryFailed({ file, detail: error.message }) })

/** The commits that failed in earlier runs. A file that is none of ours counts as empty. */
export const readFailed = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const file = yield* fileOf
  const text = yield* files.readFileString(file).pipe(
    Effect.catchIf(
      (error) => error.reason._tag === "NotFound",
      () => Effect.succeed("")
    ),
    Effect.mapError(inaccessible(file))
  )
  const memory = yield* Effect.option(Schema.decodeEffect(Memory)(text))
  return Option.match(memory, { onNone: (): ReadonlyArray<Failed> => [], onSome: ({ failed }) => failed })
})

/** Remembers exactly these, in one step; none: nothing is remembered. */
export const writeFailed = Effect.fnUntraced(function* (failed: ReadonlyArray<Failed>) {
  const files = yield* FileSystem.FileSystem
  const file = yield* fileOf
  const write = Effect.gen(function* () {
    yield* files.makeDirectory(dirname(file), { recursive: true })
    const work = yield* files.makeTempDirectoryScoped({ directory: dirname(file), prefix: `.${basename(file)}-` })
    const draft = join(work, "draft")
    const text = yield* Effect.orDie(Schema.encodeEffect(Memory)({ $schema: "ultragit-backfill-failed/v1", failed }))
    yield* files.writeFileString(draft, `${text}\n`)
    yield* files.rename(draft, file)
  })
  yield* Effect.scoped(failed.length === 0 ? files.remove(file, { force: true }) : write).pipe(
    Effect.mapError(inaccessible(file))
  )
})
