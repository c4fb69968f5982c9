import { Effect, Option } from "effect"
import { SharingNotEnabled, SyncError } from "./SyncError.ts"
import { status } from "./status.ts"

/**
 * Fails with `SharingNotEnabled` if a push would publish notes for the first time, to a remote with which they are not shared
 * and that was not named: notes that are public cannot be taken back.
 */
export const checkFirstPush = Effect.fn("Sync.checkFirstPush")(function* (named: Option.Option<string>) {
  if (Option.isSome(named)) return
  const { enabled } = yield* status({ remote: named, ask: false })
  if (enabled) return
  const { now, remote, tip } = yield* status({ remote: named, ask: true })
  if (Option.isNone(tip) || now === undefined || Option.isSome(now)) return
  return yield* new SyncError({ reason: new SharingNotEnabled({ remote }) })
})
