import { Clock, Duration, Effect } from "effect"
import { holdLock } from "../../adapters/sql/Lock.ts"

const retryDelay = "100 millis"

/**
 * Waits for the lock of a file, and holds it until the scope closes. Returns false if another process still holds it
 * after the timeout. Runs `onWait` before each further attempt.
 */
export const waitForLock = Effect.fnUntraced(function* <E, R>(
  path: string,
  timeout: Duration.Input,
  onWait: Effect.Effect<void, E, R>
) {
  const timeoutMillis = Duration.toMillis(Duration.fromInputUnsafe(timeout))
  const start = yield* Clock.currentTimeMillis
  while (!(yield* holdLock(path))) {
    if ((yield* Clock.currentTimeMillis) - start >= timeoutMillis) return false
    yield* onWait
    yield* Effect.sleep(retryDelay)
  }
  return true
})
