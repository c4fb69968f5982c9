import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { Backend } from "./cli/Backend.ts"
import { Settings } from "./config/Settings.ts"
import { GitProcess } from "./git/GitProcess.ts"

/** Files, paths, processes, standard streams, terminal. */
export const platform = NodeServices.layer

const settings = Settings.layerNoDeps.pipe(Layer.provideMerge(GitProcess.layerNoDeps))

/** Git and settings of the repository at `GitDirectory`, with the `SettingsFlags` of the context. */
export const settingsLayer = settings.pipe(Layer.provide(platform))

/** The pipeline, loaded when a question is asked: it and the parser are no part of starting. */
const annotations = Layer.unwrap(
  Effect.gen(function* () {
    const [{ Annotations }, { Notes }, { Parser }] = yield* Effect.promise(() =>
      Promise.all([import("./annotations/Annotations.ts"), import("./notes/Notes.ts"), import("./parser/Parser.ts")])
    )
    return Annotations.layer.pipe(Layer.provide([Notes.layerNoDeps, Parser.layer]))
  })
)

/** Everything the four questions need. */
export const annotationsLayer = annotations.pipe(Layer.provideMerge(settings), Layer.provide(platform))

/** Every toolset, in the order in which they are served. */
const toolsets = Effect.gen(function* () {
  const [{ make }, { bind }, tools] = yield* Effect.promise(() =>
    Promise.all([import("./mcp/Toolset.ts"), import("./mcp/boundary.ts"), import("./annotations/tools.ts")])
  )
  return [
    make({
      name: "annotations",
      title: "Annotations",
      instructions: tools.annotationsInstructions,
      default: true,
      tools: [bind(tools.readTool), bind(tools.depsTool), bind(tools.historyTool), bind(tools.summaryTool)],
      layer: annotationsLayer
    })
  ]
})

/** What the command line runs on. */
export const backend = (version: string) =>
  Layer.succeed(Backend)({ version, settings: settingsLayer, annotations: annotationsLayer, toolsets })
