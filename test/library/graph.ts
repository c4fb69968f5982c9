import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Duration, Effect, Layer } from "effect"
import { argv } from "node:process"
import { GitDirectory } from "ultragit"
import * as Graph from "ultragit/graph"

const [directory = ".", path = ""] = argv.slice(2)

/** Prints which files a change of a file may break, nearest first, with the way to each. */
const program = Effect.gen(function* () {
  const graph = yield* Graph.CodeGraph
  const { affected_count, reasons } = yield* graph.impact({ target: path })
  yield* Console.log(`${affected_count} files depend on ${path}`)
  for (const { file, path: names } of reasons) yield* Console.log([path, ...names, file].join(" < "))
})

const surroundings = Layer.merge(Layer.succeed(GitDirectory, directory), NodeServices.layer)

program.pipe(
  Effect.provide(Graph.layer.pipe(Layer.provideMerge(surroundings))),
  // Waits for the index, however long it takes.
  Effect.provideService(Graph.ReconcileTimeout, Duration.infinity),
  NodeRuntime.runMain
)
