import { Effect } from "effect"
import { SqlError } from "../../adapters/sql/SqlError.ts"
import { escapeControls } from "../../domain/Text.ts"
import { CodeError, IndexBehind } from "../model/CodeError.ts"

const describe = (name: string): string => `Not indexed yet, or not there: ${escapeControls(name.slice(0, 200))}.`

/** What a failure says is missing; undefined if it says something else. */
const missingOf = (error: unknown): string | undefined => {
  if (error instanceof SqlError && error.reason._tag === "DatabaseMissing") return "Nothing is indexed yet."
  if (!(error instanceof CodeError)) return undefined
  const { reason } = error
  if (reason._tag === "FileNotFound" || reason._tag === "FileUnknown") return describe(reason.path)
  return reason._tag === "NodeUnknown" || reason._tag === "SymbolUnknown" ? describe(reason.name) : undefined
}

/** Whether a failure says that an index which is not up to date lacks something. */
export const isIndexBehind = (error: unknown): boolean =>
  error instanceof CodeError && error.reason._tag === "IndexBehind"

/** What an index that is not up to date lacks may be there all the same: the failure says so, by the warnings. */
export const explainMissing =
  (warnings: ReadonlyArray<string>) =>
  <A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, E | CodeError, R> =>
    Effect.mapError(request, (error) => {
      const missing = warnings.length === 0 ? undefined : missingOf(error)
      return missing === undefined ? error : new CodeError({ reason: new IndexBehind({ missing, warnings }) })
    })
