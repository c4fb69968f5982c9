import { Effect } from "effect"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { CurrentPrincipal } from "../../domain/Principal.ts"
import { CommitsError, IndexMissing } from "../model/CommitsError.ts"

/** Replaces `DatabaseMissing` by `IndexMissing`, which says how to create the index. */
export const failWithIndexMissing = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError, R>
): Effect.Effect<A, E | SqlError | CommitsError, R> =>
  Effect.catchReason(effect, "SqlError", "DatabaseMissing", ({ path }) =>
    Effect.flatMap(CurrentPrincipal, (principal) =>
      Effect.fail(new CommitsError({ reason: new IndexMissing(principal === undefined ? { path } : {}) }))
    )
  )
