import { Effect, type Scope, Semaphore } from "effect"
import { workerUrl } from "./assets.ts"
import { workerLimits } from "./limits.ts"
import type { ParseFailed, ParseRequests } from "./messages.ts"
import { makeParsingThread } from "./ParsingThread.ts"
import { ParseTimeBudget } from "./ParseTimeBudget.ts"
import type { ParsedUnits } from "./SourceText.ts"

/** Growth of the process, in bytes, since the worker started, after which the worker is replaced. */
const maxGrowthBytes = 64 * 1024 * 1024
/** Maximum size of a file, in bytes, after which the worker is reused. */
const maxFileBytesForReuse = 512 * 1024

/** Makes a client of the parsing worker, which starts at the first request and stops when idle. */
export const make: Effect.Effect<
  (language: string, content: Uint8Array) => Effect.Effect<ParsedUnits, ParseFailed>,
  never,
  Scope.Scope
> = Effect.gen(function* () {
  const worker = yield* makeParsingThread<ParseRequests>({
    script: workerUrl,
    resourceLimits: workerLimits,
    maxGrowthBytes,
    maxFileBytesForReuse
  })
  const timeBudget = new ParseTimeBudget()
  const oneAtATime = yield* Semaphore.make(1)
  const attempt = Effect.fnUntraced(function* (language: string, content: Uint8Array) {
    const maxMillis = timeBudget.nextLimitMillis()
    const copy = new Uint8Array(content)
    return yield* worker
      .request(
        "parse",
        { language, content: copy, maxMillis },
        { transfer: [copy.buffer], bytes: content.length, maxMillis }
      )
      .pipe(
        Effect.tapError(({ failure }) => Effect.sync(() => failure === "time" && timeBudget.recordTimeout(maxMillis)))
      )
  })
  return (language, content) =>
    // Retry in a fresh worker, as memory left over from earlier files may have caused the failure.
    Effect.retry(attempt(language, content), {
      times: 1,
      while: ({ failure }) => worker.wasUsed() && failure !== "time"
    }).pipe(oneAtATime.withPermits(1))
})
