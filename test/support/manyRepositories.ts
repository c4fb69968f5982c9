import { Context, Effect, Layer, Scheduler } from "effect"
import { env } from "node:process"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import { Backend } from "../../src/cli/kit/Backend.ts"
import { backend } from "../../src/Layers.ts"
import { MaxOpenRepositories, OpenRepositories } from "../../src/openRepositories/OpenRepositories.ts"
import { openToolsets } from "../../src/serving/server/openToolsets.ts"
import { makeTimeSlices } from "../../src/serving/server/TimeSlices.ts"
import { isolation } from "./runGit.ts"

/** Opens the program's own toolsets in this process, for calls on any repository. */
export const serveRepositories = Effect.fnUntraced(
  function* (maxOpen: number, environment: Readonly<Record<string, string>> = {}) {
    const surroundings = Layer.mergeAll(
      Layer.succeed(MaxOpenRepositories)(maxOpen),
      Layer.succeed(GitEnvironment)({ ...env, ...isolation, ...environment })
    )
    const repositories = yield* Layer.build(Layer.provide(OpenRepositories.layer, surroundings))
    const { toolsets, version } = yield* Backend
    const options = { name: "ultragit", version, toolsets: yield* toolsets }
    const served = yield* Effect.provideContext(openToolsets(options), repositories)
    const call = (repository: string, tool: string, given: unknown) =>
      served.call({ repository }, tool, given) ?? Effect.die(new Error(`no tool ${tool}`))
    return { call, directories: Context.get(repositories, OpenRepositories).directories }
  },
  Effect.provide(backend("1.2.3")),
  Effect.provideService(Scheduler.Scheduler, makeTimeSlices())
)
