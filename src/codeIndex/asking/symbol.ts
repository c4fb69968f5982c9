import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SymbolAnswer } from "../model/answers.ts"
import type { CodeError } from "../model/CodeError.ts"
import type { SymbolQuestion } from "../model/inputs.ts"
import { findNamed } from "./inherited.ts"
import { symbolUnknown } from "./similar.ts"
import { readState } from "./state.ts"

/** Lists the definitions with a name. */
export const findSymbol = (
  connection: Connection,
  view: number,
  question: SymbolQuestion
): Result.Result<SymbolAnswer, CodeError> => {
  const found = findNamed(connection, view, question)
  if (found.length === 0) return Result.fail(symbolUnknown(connection, view, question.name))
  return Result.succeed({
    results: found.slice(0, question.limit),
    total: found.length,
    index: readState(connection, view)
  })
}
