import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { hookClients } from "../../agents/events/AgentEvent.ts"
import { checkHooks } from "../agents/hookFiles.ts"
import { readUsage } from "../agents/usageReport.ts"
import { Platform, readPlatform } from "../clients/Platform.ts"
import { pass, warn } from "./Check.ts"

/** Checks the hooks of coding agents in the project's files, and names the newest failure of a hook. */
export const agentChecks = Effect.gen(function* () {
  const { workTree } = yield* (yield* Git).repository
  if (Option.isNone(workTree)) return []
  const { gate } = yield* (yield* Settings).values
  const options = { root: workTree.value, scope: "project", dryRun: true, isGated: gate === "once" } as const
  const found = yield* Effect.forEach(hookClients, (client) => checkHooks(client, options))
  const checks = found.flatMap(Option.toArray).flatMap(({ client, file, state }) => {
    if (state === "absent") return []
    return state === "current"
      ? [pass(`agents ${client}`, `${file} has current hooks.`)]
      : [
          warn(
            `agents ${client}`,
            `${file} has hooks of another version or setting.`,
            `ultragit agents install --client ${client}`
          )
        ]
  })
  const { errors } = yield* readUsage()
  const newest = errors.at(-1)
  return newest === undefined
    ? checks
    : [...checks, warn("agents", `A hook failed: ${newest}`, "ultragit agents status")]
}).pipe(Effect.provideServiceEffect(Platform, readPlatform))
