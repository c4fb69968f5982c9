import { Cause, Effect, Option, Predicate } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"
import { workTreeFiles } from "../../writing/context/contextFile.ts"
import { EventsFailed, inaccessible, SetupError } from "../../rewrite/hooks/SetupError.ts"
import { withLock } from "../../rewrite/hooks/lock.ts"
import { logLine } from "../../rewrite/hooks/log.ts"
import { recordTry, finishEvent, type QueuedEvent, retryFailed, giveUp, listEvents } from "../../rewrite/hooks/queue.ts"
import { importQueue } from "../../sessions/importing/importQueue.ts"
import { handleInPartialClone } from "./handleInPartialClone.ts"

/** Result of a run of the worker. */
export interface WorkerOutcome {
  /** Number of events handled. */
  readonly done: number
  /** Number of events given up. */
  readonly failed: number
  /** Whether another worker was running and this one left the rest to it. */
  readonly busy: boolean
}

const maxTries = 3

const isText = (value: unknown): value is string => typeof value === "string"

/** Describes an expected failure by its message, a defect by its stack trace. */
const describeCause = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (!Predicate.hasProperty(error, "message") || !isText(error.message)) return Cause.pretty(cause).slice(0, 1000)
  const details = Predicate.hasProperty(error, "details") && Array.isArray(error.details) ? error.details : []
  return [error.message, ...details.filter(isText)].join(" ")
}

/** Tries to handle an event. `again` means that it stays in the queue for a retry. */
const attempt = Effect.fnUntraced(function* (event: QueuedEvent) {
  const tries = yield* recordTry(event)
  const result = yield* Effect.matchCauseEffect(handleInPartialClone(event), {
    onSuccess: (done) => Effect.succeed({ ok: true, text: done }),
    onFailure: (cause) =>
      Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.succeed({ ok: false, text: describeCause(cause) })
  })
  yield* logLine(event.files, `${event.name} ${result.ok ? "done" : `failed (try ${tries})`}: ${result.text}`)
  if (result.ok) yield* finishEvent(event)
  else if (tries >= maxTries) yield* giveUp(event, result.text)
  return result.ok ? "done" : tries >= maxTries ? "failed" : "again"
})

/** Handles events until the queue is empty; retries a failed event after the others. */
const drain = Effect.fnUntraced(function* (files: PrivateFiles) {
  const count = { done: 0, failed: 0, again: 0 }
  for (;;) {
    const events = yield* listEvents(files)
    if (events.length === 0) return count
    const before = count.again
    for (const event of events) count[yield* attempt(event)] += 1
    if (count.again > before) yield* Effect.sleep("200 millis")
  }
})

/** Handles events under the lock, then checks the queue again for events that came in the meantime. */
const drainLocked = Effect.fnUntraced(function* (files: PrivateFiles, wait: boolean) {
  const total = { done: 0, failed: 0 }
  for (;;) {
    if ((yield* listEvents(files)).length === 0) return { ...total, busy: false } satisfies WorkerOutcome
    const count = yield* withLock(files, drain(files))
    if (Option.isSome(count)) {
      total.done += count.value.done
      total.failed += count.value.failed
    } else if (wait) yield* Effect.sleep("50 millis")
    else return { ...total, busy: true } satisfies WorkerOutcome
  }
})

/** Imports the sessions that hooks of agents queued. A failure is logged: the hooks of git do not depend on it. */
const importSessions = (files: PrivateFiles) =>
  Effect.catchCause(importQueue(), (cause) =>
    Cause.hasInterrupts(cause) ? Effect.interrupt : logLine(files, `import of sessions failed: ${describeCause(cause)}`)
  )

/** Fails if the settings cannot be used. Events then wait: a mistake, also in the tracked file, will be corrected. */
const checkSettings = Effect.fnUntraced(function* (files: PrivateFiles) {
  const { values } = yield* Settings
  yield* Effect.tapError(values, ({ message }) => logLine(files, `events wait: ${message}`))
})

interface RunOptions {
  /** Whether to wait until the queue is empty if another worker is running. */
  readonly wait?: boolean
}

/**
 * Handles the queued hook events of this worktree in order, one worker at a time. An event stays in the queue until it is
 * handled, and is given up after three tries (spec writing §2). Then imports the sessions that agents' hooks queued. Fails with `GitError` outside a repository, with
 * `SetupError` if the queue cannot be read or written, and with `SettingsError` without trying any event.
 */
export const runWorker = Effect.fn("Hooks.runWorker")(function* (options: RunOptions = {}) {
  const files = yield* workTreeFiles
  yield* checkSettings(files)
  const outcome = yield* Effect.catchTag(drainLocked(files, options.wait === true), "PlatformError", (error) =>
    Effect.fail(inaccessible(error))
  )
  if (!outcome.busy) yield* importSessions(files)
  return outcome
})

/** Tries the events again that were given up, with those that wait, and fails if one is given up again. */
export const retryEvents = Effect.gen(function* () {
  const files = yield* workTreeFiles
  // Events that cannot be tried stay given up, where the doctor shows them.
  yield* checkSettings(files)
  yield* Effect.mapError(retryFailed(files), inaccessible)
  const outcome = yield* runWorker({ wait: true })
  if (outcome.failed > 0) return yield* new SetupError({ reason: new EventsFailed({ failed: outcome.failed }) })
  return outcome
})
