/**
 * A process of its own that writes notes: reads `{ directory, name, commits }` from standard input, says one thing of
 * each commit in turn, in addition to what its note already says, and prints a line once it is written.
 */
import { Effect, Layer, Option, Result, Schema } from "effect"
import { readFileSync } from "node:fs"
import { env } from "node:process"
import type { Annotation, Region } from "../../src/domain/Annotation.ts"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import { authoringLayer } from "../../src/Layers.ts"
import { type CurrentNote, NotesWriter } from "../../src/notes/NotesWriter.ts"
import { isolation } from "./runGit.ts"

const Task = Schema.Struct({ directory: Schema.String, name: Schema.String, commits: Schema.Array(ObjectId) })

const regionOf = (said: string): Region => ({
  file: "src/shared.ts",
  ast_anchor: { type: "function", name: said },
  lines: { start: 1, end: 1 },
  intent: said,
  constraints: [],
  semantic_dependencies: [],
  related_annotations: [],
  tags: []
})

const withRegion = (commit: ObjectId, current: CurrentNote, said: string): Annotation => {
  const note = Option.flatMap(current, Result.getSuccess)
  const before = Option.map(note, ({ recorded }) => recorded)
  return {
    $schema: "ultragit/v1",
    commit,
    timestamp: "2025-01-01T00:00:00Z",
    summary: "",
    context_level: "enhanced",
    cross_cutting: [],
    provenance: { operation: "initial", derived_from: [], original_annotations_preserved: true },
    regions: [...Option.match(before, { onNone: () => [], onSome: ({ regions }) => regions }), regionOf(said)]
  }
}

const write = Effect.gen(function* () {
  const task = yield* Schema.decodeEffect(Schema.fromJsonString(Task))(readFileSync(0, "utf8"))
  const place = Layer.mergeAll(
    Layer.succeed(GitDirectory, task.directory),
    Layer.succeed(GitEnvironment, { ...env, ...isolation })
  )
  yield* Effect.gen(function* () {
    const { update } = yield* NotesWriter
    process.stdout.write("ready\n")
    for (const [at, commit] of task.commits.entries()) {
      const said = `${task.name} ${at}`
      yield* update([commit], `Say ${said}`, (_, current) =>
        Effect.succeedSome({ annotation: withRegion(commit, current, said) })
      )
      process.stdout.write(`${said}\n`)
    }
  }).pipe(Effect.provide(authoringLayer.pipe(Layer.provide(place))))
})

void Effect.runPromise(write)
