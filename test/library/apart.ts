/**
 * A program that asks an index on a thread of its own, first as the library does it, then with `Sources` of its own, in
 * which repositories have no ref; prints as JSON the subjects found and how many commits are said not to be indexed.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer } from "effect"
import { argv } from "node:process"
import { Git } from "ultragit"
import { CommitIndex, FreshnessTimeout, IndexPath, Sources, sources } from "ultragit/commits"

const [index = "", query = ""] = argv.slice(2)

const found = Effect.gen(function* () {
  const commits = yield* CommitIndex
  const { repositories, results } = yield* commits.search({ query })
  return { subjects: results.map(({ subject }) => subject), behind: repositories.map(({ behind }) => behind) }
})

const refless = Layer.effect(
  Git,
  Effect.map(Git, (git) => Git.of({ ...git, refs: () => Effect.succeed([]) }))
)

const ownSources = Layer.effect(
  Sources,
  Effect.map(Sources, ({ at }) => Sources.of({ at: (directory) => refless.pipe(Layer.provideMerge(at(directory))) }))
).pipe(Layer.provide(sources))

const surroundings = Layer.mergeAll(
  Layer.succeed(IndexPath, index),
  Layer.succeed(FreshnessTimeout, "20 seconds"),
  NodeServices.layer
)

Effect.all({
  apart: Effect.provide(found, CommitIndex.layerApart.pipe(Layer.provide(sources))),
  sources: Effect.provide(found, CommitIndex.layerApart.pipe(Layer.provide(ownSources)))
}).pipe(
  Effect.flatMap((answers) => Console.log(JSON.stringify(answers))),
  Effect.provide(surroundings),
  NodeRuntime.runMain
)
