import { Effect } from "effect"
import { type Check, orFail } from "./Check.ts"
import { hookChecks } from "./hookChecks.ts"
import { noteChecks, rewriteChecks } from "./noteChecks.ts"
import { contextChecks, queueChecks } from "./queueChecks.ts"
import { mcpChecks, repositoryChecks, settingsChecks, speedChecks, syncChecks } from "./repositoryChecks.ts"

/**
 * Everything that must hold for notes to be written, kept and read here, each with what mends it (spec writing §2).
 * Never fails: what cannot be looked at is a failed check. Without a repository that is the only one.
 */
export const doctor = Effect.fn("Setup.doctor")(function* () {
  const first = yield* orFail("repository")(repositoryChecks)
  if (first.some(({ status }) => status === "fail")) return first
  const rest = yield* Effect.all([
    orFail("settings")(settingsChecks),
    orFail("notes")(noteChecks),
    orFail("hooks")(hookChecks),
    orFail("notes.rewriteRef")(rewriteChecks),
    orFail("queue")(queueChecks),
    orFail("context")(contextChecks),
    orFail("sync")(syncChecks),
    orFail("speed")(speedChecks),
    orFail("mcp")(mcpChecks)
  ])
  const checks: ReadonlyArray<Check> = [...first, ...rest.flat()]
  return checks
})
