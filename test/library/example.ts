import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer, Option } from "effect"
import { argv } from "node:process"
import * as Ultragit from "ultragit"

const [directory = ".", path = "", anchor = ""] = argv.slice(2)

/** Prints why the code is as it is, one line per region. */
const why = Effect.gen(function* () {
  const pipeline = yield* Ultragit.Pipeline
  const { regions } = yield* pipeline.read({ path, anchor })
  for (const region of regions) yield* Console.log(`${region.anchor.name}: ${region.intent}`)
})

/** Replaces the repository's notes with one of the program's own, on the commit at HEAD. */
const ownNotes = Layer.effect(
  Ultragit.Notes,
  Effect.gen(function* () {
    const git = yield* Ultragit.Git
    const commit = yield* git.resolveCommit("HEAD")
    const note = new TextEncoder().encode(
      JSON.stringify({
        $schema: "ultragit/v1",
        timestamp: "2026-01-31T12:00:00Z",
        context_level: "enhanced",
        regions: [
          { file: path, ast_anchor: { name: anchor }, lines: { start: 1, end: 1 }, intent: "The program says so." }
        ]
      })
    )
    const index = Ultragit.NotesIndex.of([{ commit, blob: commit, bytes: note }])
    return Ultragit.Notes.of({
      snapshot: Effect.succeed({ ref: "refs/notes/own", tip: Option.some(commit), index }),
      read: (_, commits) => Effect.succeed(new Map(Array.from(commits, (id) => [id, Ultragit.decodeNote(id, note)])))
    })
  })
)

/** The same services as in `Ultragit.layer`, wired by hand. */
const withOwnNotes = Ultragit.Pipeline.layer.pipe(
  Layer.provide([ownNotes, Ultragit.Parser.layer]),
  Layer.provide(Ultragit.Settings.layerNoDeps),
  Layer.provide(Ultragit.GitProcess.layerNoDeps)
)

const surroundings = Layer.provideMerge(Layer.succeed(Ultragit.GitDirectory, directory), NodeServices.layer)

why.pipe(
  Effect.provide(Ultragit.layer),
  Effect.andThen(Effect.provide(why, withOwnNotes)),
  Effect.provide(surroundings),
  NodeRuntime.runMain
)
