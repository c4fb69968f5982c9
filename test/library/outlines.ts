/** A program that prints the last unit of each file it is given, a line a file, as the library's parser finds it. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, FileSystem, Layer } from "effect"
import { argv } from "node:process"
import { Parser } from "ultragit"

const outlines = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const parser = yield* Parser
  for (const path of argv.slice(2)) {
    const { units } = yield* parser.outline(path, yield* files.readFile(path))
    yield* Console.log(units.at(-1)?.name ?? "nothing")
  }
})

outlines.pipe(Effect.provide(Layer.merge(Parser.layer, NodeServices.layer)), NodeRuntime.runMain)
