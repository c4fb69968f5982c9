import { Effect } from "effect"
import { CodeError, IndexBehind } from "../model/CodeError.ts"

const saysMissing: ReadonlySet<string> = new Set(["FileNotFound", "FileUnknown", "NodeUnknown", "SymbolUnknown"])

/** What an index that is not up to date lacks may be there all the same: the failure says so, by the warnings. */
export const explainMissing =
  (warnings: ReadonlyArray<string>) =>
  <A, E, R>(request: Effect.Effect<A, E | CodeError, R>): Effect.Effect<A, E | CodeError, R> =>
    Effect.mapError(request, (error) =>
      warnings.length > 0 && error instanceof CodeError && saysMissing.has(error.reason._tag)
        ? new CodeError({ reason: new IndexBehind({ missing: error.message, warnings }) })
        : error
    )
