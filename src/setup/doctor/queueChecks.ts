import { Clock, Effect, Option } from "effect"
import { toEpochMillis } from "../../domain/Instant.ts"
import { workTreeFiles, readContext } from "../../writing/context/contextFile.ts"
import { lockState } from "../../rewrite/hooks/lockState.ts"
import { listFailedEvents, failedFolder, listEvents } from "../../rewrite/hooks/queue.ts"
import { type Check, pass, warn } from "./Check.ts"
import { formatCount } from "../../domain/Text.ts"

/** A hook event that waits longer is overdue. */
const overdueAfterMillis = 60_000

const maxNamed = 3

/** Reads the state of the queue and its lock. */
export const readQueueState = Effect.gen(function* () {
  const files = yield* workTreeFiles
  const now = yield* Clock.currentTimeMillis
  const events = yield* listEvents(files)
  return {
    files,
    waiting: events.length,
    overdue: events.filter(({ time }) => time + overdueAfterMillis < now).length,
    failed: yield* listFailedEvents(files),
    lock: (yield* lockState(files)).kind
  }
})

/** Checks that no hook event is overdue or failed, and that no lock is stale. */
export const queueChecks = Effect.gen(function* () {
  const { failed, files, lock, overdue, waiting } = yield* readQueueState
  const named = failed.slice(0, maxNamed).map(({ name, reason }) => `${name}: ${reason}`)
  const checks: ReadonlyArray<Check> = [
    overdue > 0 && lock !== "held"
      ? warn("queue", `${formatCount(overdue, "hook event")} overdue, and no worker is running.`, "ultragit hook run")
      : pass("queue", waiting === 0 ? "No hook events waiting." : `${formatCount(waiting, "hook event")} in progress.`),
    ...(failed.length > 0
      ? [
          warn(
            "failed events",
            `${formatCount(failed.length, "hook event")} failed; see ${files.pathOf(failedFolder)}, and delete there what no retry can repair. ${named.join("; ")}`,
            "ultragit hook run --retry"
          )
        ]
      : []),
    ...(lock === "stale" ? [warn("lock", "A worker exited without releasing its lock.", "ultragit hook run")] : [])
  ]
  return checks
})

const staleAfterMillis = 10 * 60_000

/** Warns of an old context of the next commit, which would go to another commit than intended. */
export const contextChecks = Effect.gen(function* () {
  const context = yield* readContext
  if (Option.isNone(context)) return [pass("context", "No reasons are set for the next commit.")]
  const { set_at } = context.value
  const age = set_at === undefined ? 0 : (yield* Clock.currentTimeMillis) - toEpochMillis(set_at)
  return [
    age > staleAfterMillis
      ? warn("context", "The context of the next commit was set more than 10 minutes ago.", "ultragit context clear")
      : pass("context", "A context is set for the next commit.")
  ]
})
