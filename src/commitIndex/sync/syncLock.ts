import { Clock, Duration, Effect } from "effect"
import { holdLock } from "../../adapters/sql/Lock.ts"
import { IndexingError, SyncRunning } from "../model/IndexingError.ts"
import type { Registration } from "../model/Registration.ts"
import { SyncProgress } from "./Progress.ts"

const retryDelay = "100 millis"

/**
 * Waits for the sync lock of a repository of the index at `path`, and holds it until the scope closes. Fails with
 * `SyncRunning` after the timeout.
 */
export const holdSyncLock = Effect.fnUntraced(function* (
  path: string,
  { id, name }: Registration,
  timeout: Duration.Input
) {
  const report = yield* SyncProgress
  const timeoutMillis = Duration.toMillis(Duration.fromInputUnsafe(timeout))
  const start = yield* Clock.currentTimeMillis
  while (!(yield* holdLock(`${path}-sync/${id}`))) {
    if ((yield* Clock.currentTimeMillis) - start >= timeoutMillis) {
      return yield* new IndexingError({ reason: new SyncRunning({ name }) })
    }
    yield* report({ repository: name, stage: "waiting", done: 0, all: 0 })
    yield* Effect.sleep(retryDelay)
  }
})
