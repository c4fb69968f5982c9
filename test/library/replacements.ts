/**
 * A program that puts services of its own in the place of the library's, one at a time, and prints as JSON what `read`
 * then reads the anchor `broker` in `settings.ini`, and prints the intents found, by the name of what was replaced.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer, Option } from "effect"
import { argv } from "node:process"
import { Pipeline, Git, GitDirectory, GitProcess, layer, Notes, Parser, Settings, type Unit } from "ultragit"

const intents = Effect.gen(function* () {
  const pipeline = yield* Pipeline
  const answer = yield* pipeline.read({ path: "settings.ini", anchor: "broker" })
  return answer.regions.map((region) => `${region.match}: ${region.intent}`)
})

const nothing = Pipeline.layer.pipe(
  Layer.provide([Notes.layerNoDeps, Parser.layer]),
  Layer.provide(Settings.layerNoDeps),
  Layer.provide(GitProcess.layerNoDeps)
)

/** Git as it is, but with no ref at all. */
const refless = Layer.effect(
  Git,
  Effect.map(Git, (git) => Git.of({ ...git, resolveRef: () => Effect.succeedNone }))
).pipe(Layer.provide(GitProcess.layerNoDeps))

const ownGit = Pipeline.layer.pipe(
  Layer.provide([Notes.layerNoDeps, Parser.layer]),
  Layer.provide(Settings.layerNoDeps),
  Layer.provide(refless)
)

/** Sections of `.ini` files: a header with the lines up to the next one. */
const sections = (text: string): ReadonlyArray<Unit> => {
  const lines = text.trimEnd().split("\n")
  const heads = lines.flatMap((line, index) => (line.startsWith("[") ? [index] : []))
  return heads.map((head, position) => ({
    type: "namespace",
    name: lines[head]?.slice(1, -1) ?? "",
    signature: lines[head] ?? "",
    lines: { start: head + 1, end: heads[position + 1] ?? lines.length }
  }))
}

const iniParser = Layer.effect(
  Parser,
  Effect.map(Parser, (parser) =>
    Parser.of({
      ...parser,
      outline: (path, content) =>
        path.endsWith(".ini")
          ? Effect.succeed({
              language: Option.some("ini"),
              units: sections(new TextDecoder().decode(content)),
              partial: false
            })
          : parser.outline(path, content)
    })
  )
).pipe(Layer.provide(Parser.layer))

const ownParser = Pipeline.layer.pipe(
  Layer.provide([Notes.layerNoDeps, iniParser]),
  Layer.provide(Settings.layerNoDeps),
  Layer.provide(GitProcess.layerNoDeps)
)

/** Settings as they are, but for what is left out. */
const narrow = Layer.effect(
  Settings,
  Effect.map(Settings, (settings) =>
    Settings.of({ ...settings, values: Effect.map(settings.values, (values) => ({ ...values, exclude: ["*.ini"] })) })
  )
).pipe(Layer.provide(Settings.layerNoDeps))

const ownSettings = Pipeline.layer.pipe(
  Layer.provide([Notes.layerNoDeps, Parser.layer]),
  Layer.provide(narrow),
  Layer.provide(GitProcess.layerNoDeps)
)

/** The ready layer, with answers cut to their first region. */
const ownPipeline = Layer.effect(
  Pipeline,
  Effect.map(Pipeline, (pipeline) =>
    Pipeline.of({
      ...pipeline,
      read: (query) =>
        Effect.map(pipeline.read(query), (answer) => ({ ...answer, regions: answer.regions.slice(0, 1) }))
    })
  )
).pipe(Layer.provide(layer))

Effect.all({
  nothing: Effect.provide(intents, nothing),
  git: Effect.provide(intents, ownGit),
  parser: Effect.provide(intents, ownParser),
  settings: Effect.provide(intents, ownSettings),
  annotations: Effect.provide(intents, ownPipeline)
}).pipe(
  Effect.flatMap((found) => Console.log(JSON.stringify(found))),
  Effect.provide(Layer.provideMerge(Layer.succeed(GitDirectory, argv[2] ?? "."), NodeServices.layer)),
  NodeRuntime.runMain
)
