import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer } from "effect"
import { argv } from "node:process"
import * as Commits from "ultragit/commits"

const [index = "", source = ".", query = ""] = argv.slice(2)

/** Indexes a repository and prints the commits that match, best first. */
const program = Effect.gen(function* () {
  const repositories = yield* Commits.Repositories
  const { registration } = yield* repositories.add({ source })
  yield* repositories.sync([registration.name])
  const commits = yield* Commits.CommitIndex
  const { results } = yield* commits.search({ query, limit: 5 })
  for (const { sha, subject } of results) yield* Console.log(`${sha.slice(0, 10)} ${subject}`)
})

const surroundings = Layer.merge(Layer.succeed(Commits.IndexPath, index), NodeServices.layer)

program.pipe(Effect.provide(Commits.layer.pipe(Layer.provide(surroundings))), NodeRuntime.runMain)
