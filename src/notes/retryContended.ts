import { Context, Duration, Effect, Random, Schedule } from "effect"
import { GitError } from "../adapters/git/GitError.ts"
import { NotesContended, NotesError } from "./NotesError.ts"

/** How long a notes write is retried while other writers win the race. Read at each write. */
export const NotesRetryTimeout = Context.Reference<Duration.Input>("ultragit/notes/retryContended/NotesRetryTimeout", {
  defaultValue: () => "1 minute"
})

const firstDelay = "10 millis"
const maxDelay = "500 millis"

/** Exponential backoff with full jitter: each wait is random between zero and the delay, so that writers spread out. */
const backoff = (timeout: Duration.Input) =>
  Schedule.min([Schedule.exponential(firstDelay), Schedule.spaced(maxDelay)]).pipe(
    Schedule.modifyDelay(({ duration }) => Effect.map(Random.next, (part) => Duration.times(duration, part))),
    Schedule.upTo({ duration: timeout })
  )

const refMovedReason = (error: unknown) =>
  error instanceof GitError && error.reason._tag === "RefMoved" ? error.reason : undefined

/** Retries a write while other writers win the race. Fails with `NotesContended` after {@link NotesRetryTimeout}. */
export const retryContended = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E | NotesError, R> =>
  Effect.flatMap(NotesRetryTimeout, (timeout) =>
    attempt.pipe(
      Effect.retry({ schedule: backoff(timeout), while: (error) => refMovedReason(error) !== undefined }),
      Effect.mapError((error) => {
        const reason = refMovedReason(error)
        if (reason === undefined) return error
        const { detail, hint: advice = "Try again.", ref } = reason
        return new NotesError({ reason: new NotesContended({ ref, detail, advice }) })
      })
    )
  )
