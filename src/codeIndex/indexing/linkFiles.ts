import { Effect } from "effect"
import type { Database } from "../../adapters/sql/Database.ts"

export const linkFiles = Effect.fnUntraced(function* (_database: Database, _view: number, _hasChanged: boolean) {
  yield* Effect.void
})
