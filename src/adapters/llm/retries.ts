import { Context, Duration, Effect, Option, Schedule } from "effect"
import type { LanguageModelError } from "./LanguageModelError.ts"

/** Delay before the first retry. Each further delay doubles, with jitter. Read at each call. */
export const FirstRetryDelay = Context.Reference<Duration.Duration>("ultragit/adapters/llm/retries/FirstWait", {
  defaultValue: () => Duration.seconds(1)
})

/** Maximum delay of the backoff. */
const maxDelay = Duration.seconds(30)
/** Maximum wait that an endpoint may request, in seconds. If it requests more, the call fails. */
const maxRetryAfterSeconds = 120

/** Maximum retries of transient failures. */
const maxRetriesByReason: { readonly [Tag in LanguageModelError["reason"]["_tag"]]?: number } = {
  RateLimited: 4,
  Unavailable: 4,
  ConnectionFailed: 4,
  AnswerTimedOut: 1,
  AnswerMalformed: 1
}

/** Returns the wait that the endpoint requests, in seconds. */
const readRetryAfterSeconds = ({ reason }: LanguageModelError): number =>
  "retryAfter" in reason ? Option.getOrElse(reason.retryAfter, () => 0) : 0

const countRetries = (error: LanguageModelError): number =>
  readRetryAfterSeconds(error) > maxRetryAfterSeconds ? 0 : (maxRetriesByReason[error.reason._tag] ?? 0)

/** Retries transient failures up to four times with exponential backoff, never sooner than the endpoint requests. */
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
