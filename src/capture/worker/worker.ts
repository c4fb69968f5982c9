import { Cause, Effect, Option, Predicate } from "effect"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"
import { ownFiles } from "../../writing/context/contextFile.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"
import { withLock } from "../../rewrite/hooks/lock.ts"
import { logLine } from "../../rewrite/hooks/log.ts"
import {
  countTry,
  finishEvent,
  type QueuedEvent,
  retryFailed,
  setAside,
  waitingEvents
} from "../../rewrite/hooks/queue.ts"
import { workOf } from "./work.ts"

/** What a run of the worker did. */
export interface WorkerOutcome {
  /** Events whose work is done. */
  readonly done: number
  /** Events put aside. */
  readonly failed: number
  /** Whether another worker was at it and this one left it the rest. */
  readonly busy: boolean
}

const maxTries = 3

const isText = (value: unknown): value is string => typeof value === "string"

/** An expected failure in its own words, everything else as a bug shows itself. */
const words = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (!Predicate.hasProperty(error, "message") || !isText(error.message)) return Cause.pretty(cause).slice(0, 1000)
  const details = Predicate.hasProperty(error, "details") && Array.isArray(error.details) ? error.details : []
  return [error.message, ...details.filter(isText)].join(" ")
}

/** One try of one event; true when it is out of the queue. */
const attempt = Effect.fnUntraced(function* (event: QueuedEvent) {
  const tries = yield* countTry(event)
  const said = yield* Effect.matchCauseEffect(workOf(event), {
    onSuccess: (done) => Effect.succeed({ ok: true, text: done }),
    onFailure: (cause) =>
      Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.succeed({ ok: false, text: words(cause) })
  })
  yield* logLine(event.files, `${event.name} ${said.ok ? "done" : `failed (try ${tries})`}: ${said.text}`)
  if (said.ok) yield* finishEvent(event)
  else if (tries >= maxTries) yield* setAside(event, said.text)
  return said.ok ? "done" : tries >= maxTries ? "failed" : "again"
})

/** Works until the queue is empty; an event that failed is tried again after those behind it. */
const drain = Effect.fnUntraced(function* (files: PrivateFiles) {
  const count = { done: 0, failed: 0, again: 0 }
  for (;;) {
    const events = yield* waitingEvents(files)
    if (events.length === 0) return count
    const before = count.again
    for (const event of events) count[yield* attempt(event)] += 1
    if (count.again > before) yield* Effect.sleep("200 millis")
  }
})

/** Gives the lock up and looks again: an event left meanwhile is not forgotten. */
const drainLocked = Effect.fnUntraced(function* (files: PrivateFiles, wait: boolean) {
  const total = { done: 0, failed: 0 }
  for (;;) {
    if ((yield* waitingEvents(files)).length === 0) return { ...total, busy: false } satisfies WorkerOutcome
    const count = yield* withLock(files, drain(files))
    if (Option.isSome(count)) {
      total.done += count.value.done
      total.failed += count.value.failed
    } else if (wait) yield* Effect.sleep("50 millis")
    else return { ...total, busy: true } satisfies WorkerOutcome
  }
})

interface RunOptions {
  /** Where another worker is at it: until the queue is empty. */
  readonly wait?: boolean
  /** Try the events again that were put aside. */
  readonly retry?: boolean
}

/**
 * Works through the queue of this work tree's hook events: one worker at a time, first come first, each event removed
 * only after its work is done, put aside after three tries (spec writing §2). Fails with `GitError` without a repository, with `SetupError` where the queue cannot be used.
 */
export const runWorker = Effect.fn("Hooks.runWorker")(function* (options: RunOptions = {}) {
  const files = yield* ownFiles
  if (options.retry === true) yield* Effect.mapError(retryFailed(files), inaccessible)
  return yield* Effect.catchTag(drainLocked(files, options.wait === true), "PlatformError", (error) =>
    Effect.fail(inaccessible(error))
  )
})
