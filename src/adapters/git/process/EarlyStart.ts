import { Effect, Result } from "effect"
import { resolve } from "node:path"
import { batchCall, configCall, discoveryCall } from "./DiscoveryCalls.ts"
import { type EarlyGit, type GitChild, startGit } from "./GitChild.ts"
import { repositoryEnvironment, GitEnvironment } from "../GitEnvironment.ts"
import { signalGroup } from "./ProcessGroup.ts"

type Environment = Readonly<Record<string, string>>

const keyOf = (args: ReadonlyArray<string>, env: Environment): string => JSON.stringify([args, env])

/**
 * Starts the git processes that every answer needs: discovery, configuration and objects. Git works while the rest of
 * the program loads. Processes that nothing takes over are killed with the scope.
 */
export const startEarlyGit = Effect.fnUntraced(function* (directory: string) {
  const at = resolve(directory)
  const env = repositoryEnvironment(directory, yield* GitEnvironment)
  const children = new Map<string, GitChild>()
  const start = Effect.sync(() => {
    for (const call of [discoveryCall(at), configCall(at), batchCall(at)]) {
      const environment = { ...env, ...call.env }
      // A start that fails here fails again, with its error, when the process is needed.
      const child = Result.getSuccess(
        Result.try(() => startGit(call.args, environment, { stdin: call.name === "cat-file" ? "pipe" : "ignore" }))
      )
      if (child._tag === "Some") children.set(keyOf(call.args, environment), child.value)
    }
  })
  yield* Effect.acquireRelease(start, () =>
    Effect.sync(() => {
      for (const { process } of children.values()) signalGroup(process, "SIGKILL")
    })
  )
  const early: EarlyGit = {
    isOneShot: true,
    take: (args, environment) => {
      const key = keyOf(args, environment)
      const child = children.get(key)
      children.delete(key)
      return child
    }
  }
  return early
})
