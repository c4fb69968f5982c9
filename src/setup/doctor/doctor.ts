import { Effect } from "effect"
import { agentChecks } from "./agentChecks.ts"
import { type Check, orFail } from "./Check.ts"
import { evidenceChecks } from "./evidenceChecks.ts"
import { hookChecks } from "./hookChecks.ts"
import { noteChecks, rewriteChecks } from "./noteChecks.ts"
import { contextChecks, queueChecks } from "./queueChecks.ts"
import { mcpChecks, repositoryChecks, settingsChecks, syncChecks } from "./repositoryChecks.ts"
import { speedCheck } from "./speedCheck.ts"

const hasFailed = (checks: ReadonlyArray<Check>): boolean => checks.some(({ status }) => status === "fail")

/** The checks that do not depend on settings. */
const independentChecks = (onProgress: (text: string) => Effect.Effect<void>) =>
  Effect.all([
    orFail("queue")(queueChecks),
    orFail("context")(contextChecks),
    orFail("speed")(speedCheck(onProgress)),
    orFail("mcp")(mcpChecks)
  ])

const settingsDependentChecks = Effect.all([
  orFail("notes")(noteChecks),
  orFail("hooks")(hookChecks),
  orFail("notes.rewriteRef")(rewriteChecks),
  orFail("sync")(syncChecks),
  orFail("evidence")(evidenceChecks),
  orFail("agents")(agentChecks)
])

/**
 * Checks everything that writing, keeping and reading notes needs in this repository, with fixes (spec writing §2). Never
 * fails: an error becomes a failed check. Without a repository, that check is the only one; with invalid settings, the
 * checks that depend on them are skipped. Calls `onProgress` before a measurement of at most 20 seconds.
 */
export const doctor = Effect.fn("Setup.doctor")(function* (
  onProgress: (text: string) => Effect.Effect<void> = () => Effect.void
) {
  const repository = yield* orFail("repository")(repositoryChecks)
  if (hasFailed(repository)) return repository
  const settings = yield* orFail("settings")(settingsChecks)
  const rest = hasFailed(settings)
    ? yield* independentChecks(onProgress)
    : [...(yield* settingsDependentChecks), ...(yield* independentChecks(onProgress))]
  const checks: ReadonlyArray<Check> = [...repository, ...settings, ...rest.flat()]
  return checks
})
