import { Effect } from "effect"
import { SqlError } from "../../adapters/sql/SqlError.ts"
import { CodeError, IndexBehind } from "../model/CodeError.ts"

const saysMissing: ReadonlySet<string> = new Set(["FileNotFound", "FileUnknown", "NodeUnknown", "SymbolUnknown"])

/** What a failure says is missing; undefined if it says something else. */
const missingOf = (error: unknown): string | undefined => {
  if (error instanceof SqlError && error.reason._tag === "DatabaseMissing") return "Nothing is indexed yet."
  return error instanceof CodeError && saysMissing.has(error.reason._tag) ? error.message : undefined
}

/** What an index that is not up to date lacks may be there all the same: the failure says so, by the warnings. */
export const explainMissing =
  (warnings: ReadonlyArray<string>) =>
  <A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, E | CodeError, R> =>
    Effect.mapError(request, (error) => {
      const missing = warnings.length === 0 ? undefined : missingOf(error)
      return missing === undefined ? error : new CodeError({ reason: new IndexBehind({ missing, warnings }) })
    })
