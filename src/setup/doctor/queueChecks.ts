import { Clock, Effect, Option } from "effect"
import { toEpochMillis } from "../../domain/Instant.ts"
import { ownFiles, readContext } from "../../writing/context/contextFile.ts"
import { lockState } from "../../rewrite/hooks/lock.ts"
import { failedEvents, failedFolder, waitingEvents } from "../../rewrite/hooks/queue.ts"
import { type Check, pass, warn } from "./Check.ts"

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

/** Milliseconds that an event may wait before something is wrong. */
const patience = 60_000

const maxNamed = 3

/** What waits, what failed, who is at it. */
export const queueState = Effect.gen(function* () {
  const files = yield* ownFiles
  const now = yield* Clock.currentTimeMillis
  const events = yield* waitingEvents(files)
  return {
    files,
    waiting: events.length,
    overdue: events.filter(({ time }) => time + patience < now).length,
    failed: yield* failedEvents(files),
    lock: (yield* lockState(files)).kind
  }
})

/** The queue of hook events: nothing left lying, nothing failed, no lock without a holder. */
export const queueChecks = Effect.gen(function* () {
  const { failed, files, lock, overdue, waiting } = yield* queueState
  const named = failed.slice(0, maxNamed).map(({ name, reason }) => `${name}: ${reason}`)
  const checks: ReadonlyArray<Check> = [
    overdue > 0 && lock !== "held"
      ? warn("queue", `${counted(overdue, "hook event")} left, and nobody is at work.`, "ultragit hook run")
      : pass("queue", waiting === 0 ? "Nothing waits." : `${counted(waiting, "hook event")} being worked on.`),
    ...(failed.length > 0
      ? [
          warn(
            "failed events",
            `${counted(failed.length, "hook event")} failed and lie in ${files.pathOf(failedFolder)}. ${named.join(" ")}`,
            "ultragit hook run --retry"
          )
        ]
      : []),
    ...(lock === "stale" ? [warn("lock", "A worker ended without giving up its lock.", "ultragit hook run")] : [])
  ]
  return checks
})

const staleAfter = 10 * 60_000

/** Facts left for the next commit must not wait for long: they would go to another commit than was meant. */
export const contextChecks = Effect.gen(function* () {
  const facts = yield* readContext
  if (Option.isNone(facts)) return [pass("context", "No facts wait for the next commit.")]
  const { set_at } = facts.value
  const age = set_at === undefined ? 0 : (yield* Clock.currentTimeMillis) - toEpochMillis(set_at)
  return [
    age > staleAfter
      ? warn("context", "Facts were left for the next commit some time ago.", "ultragit context clear")
      : pass("context", "Facts wait for the next commit.")
  ]
})
