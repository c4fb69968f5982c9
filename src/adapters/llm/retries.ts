import { Context, Duration, Effect, Option, Schedule } from "effect"
import type { LanguageModelError } from "./LanguageModelError.ts"

/** Wait before the first retry; each further one waits twice as long, with jitter. Read at each call. */
export const FirstRetryDelay = Context.Reference<Duration.Duration>("ultragit/adapters/llm/retries/FirstWait", {
  defaultValue: () => Duration.seconds(1)
})

/** Longest wait of our own. */
const maxDelay = Duration.seconds(30)
/** Longest wait that an endpoint may ask for, in seconds; where it asks for more, the call fails and says so. */
const maxRetryAfterSeconds = 120

/** What may go better a moment later, and how often it is tried again. */
const maxRetriesByReason: { readonly [Tag in LanguageModelError["reason"]["_tag"]]?: number } = {
  RateLimited: 4,
  Unavailable: 4,
  ConnectionFailed: 4,
  AnswerTimedOut: 1,
  AnswerMalformed: 1
}

/** Seconds. */
const readRetryAfterSeconds = ({ reason }: LanguageModelError): number =>
  "retryAfter" in reason ? Option.getOrElse(reason.retryAfter, () => 0) : 0

const countRetries = (error: LanguageModelError): number =>
  readRetryAfterSeconds(error) > maxRetryAfterSeconds ? 0 : (maxRetriesByReason[error.reason._tag] ?? 0)

/** Tries again what may go better later: up to four times, exponentially later, never sooner than the endpoint asks. */
export const withRetries = <A, R>(
  call: Effect.Effect<A, LanguageModelError, R>
): Effect.Effect<A, LanguageModelError, R> =>
  Effect.gen(function* () {
    const first = yield* FirstRetryDelay
    const schedule = Schedule.exponential(first).pipe(
      Schedule.setInputType<LanguageModelError>(),
      Schedule.jittered,
      Schedule.modifyDelay(({ duration, input }) =>
        Effect.succeed(Duration.max(Duration.min(duration, maxDelay), Duration.seconds(readRetryAfterSeconds(input))))
      ),
      Schedule.while(({ attempt, input }) => Effect.succeed(attempt <= countRetries(input)))
    )
    return yield* Effect.retry(call, schedule)
  })
