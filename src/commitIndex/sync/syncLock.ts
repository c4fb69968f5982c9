import { Clock, Duration, Effect } from "effect"
import { holdLock } from "../../adapters/sql/Lock.ts"
import { IndexingError, SyncRunning } from "../model/IndexingError.ts"
import type { Registration } from "../model/Registration.ts"
import { SyncProgress } from "./Progress.ts"

const pause = "100 millis"

/**
 * Waits until nobody else syncs a repository of the index at a path, and keeps all others from it to the end of the scope.
 * Fails with `SyncRunning` where that takes longer than the patience.
 */
export const holdSyncLock = Effect.fnUntraced(function* (
  path: string,
  { id, name }: Registration,
  patience: Duration.Input
) {
  const tell = yield* SyncProgress
  const longest = Duration.toMillis(Duration.fromInputUnsafe(patience))
  const start = yield* Clock.currentTimeMillis
  while (!(yield* holdLock(`${path}-sync/${id}`))) {
    if ((yield* Clock.currentTimeMillis) - start >= longest) {
      return yield* new IndexingError({ reason: new SyncRunning({ name }) })
    }
    yield* tell({ repository: name, stage: "waiting", done: 0, all: 0 })
    yield* Effect.sleep(pause)
  }
})
