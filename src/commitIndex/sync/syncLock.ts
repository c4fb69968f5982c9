import { type Duration, Effect } from "effect"
import { waitForLock } from "../../store/database/waitForLock.ts"
import { IndexingError, SyncRunning } from "../model/IndexingError.ts"
import type { Registration } from "../model/Registration.ts"
import { SyncProgress } from "./Progress.ts"

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
  const waiting = report({ repository: name, stage: "waiting", done: 0, all: 0 })
  const isHeld = yield* waitForLock(`${path}-sync/${id}`, timeout, waiting)
  if (!isHeld) return yield* new IndexingError({ reason: new SyncRunning({ name }) })
})
