import { Effect } from "effect"
import { type Check, orFail } from "./Check.ts"
import { hookChecks } from "./hookChecks.ts"
import { noteChecks, rewriteChecks } from "./noteChecks.ts"
import { contextChecks, queueChecks } from "./queueChecks.ts"
import { mcpChecks, repositoryChecks, settingsChecks, syncChecks } from "./repositoryChecks.ts"
import { speedCheck } from "./speedCheck.ts"

const hasFailed = (checks: ReadonlyArray<Check>): boolean => checks.some(({ status }) => status === "fail")

/** What can be looked at whatever the settings are. */
const apart = (say: (text: string) => Effect.Effect<void>) =>
  Effect.all([
    orFail("queue")(queueChecks),
    orFail("context")(contextChecks),
    orFail("speed")(speedCheck(say)),
    orFail("mcp")(mcpChecks)
  ])

const bySettings = Effect.all([
  orFail("notes")(noteChecks),
  orFail("hooks")(hookChecks),
  orFail("notes.rewriteRef")(rewriteChecks),
  orFail("sync")(syncChecks)
])

/**
 * Everything that must hold for notes to be written, kept and read here, each with what mends it (spec writing §2).
 * Never fails: what cannot be looked at is a failed check. Without a repository that is the only one, and with settings
 * that cannot be, nothing is said of what depends on them. `say` is told what takes its time; it takes 20 seconds at most.
 */
export const doctor = Effect.fn("Setup.doctor")(function* (
  say: (text: string) => Effect.Effect<void> = () => Effect.void
) {
  const repository = yield* orFail("repository")(repositoryChecks)
  if (hasFailed(repository)) return repository
  const settings = yield* orFail("settings")(settingsChecks)
  const rest = hasFailed(settings) ? yield* apart(say) : [...(yield* bySettings), ...(yield* apart(say))]
  const checks: ReadonlyArray<Check> = [...repository, ...settings, ...rest.flat()]
  return checks
})
