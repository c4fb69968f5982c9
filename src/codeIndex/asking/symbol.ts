import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SymbolAnswer } from "../model/answers.ts"
import type { CodeError } from "../model/CodeError.ts"
import type { SymbolQuestion } from "../model/inputs.ts"
import { checkRange } from "./checkRange.ts"
import { findNamed } from "./inherited.ts"
import { symbolUnknown } from "./similar.ts"
import { readState } from "./state.ts"

const maxResults = 1_000

/** Lists the definitions with a name. */
export const findSymbol = (
  connection: Connection,
  view: number,
  question: SymbolQuestion
): Result.Result<SymbolAnswer, CodeError> =>
  Result.gen(function* () {
    const limit = yield* checkRange("limit", question.limit, 1, maxResults)
    const found = findNamed(connection, view, question)
    if (found.length === 0) return yield* Result.fail(symbolUnknown(connection, view, question.name))
    return { results: found.slice(0, limit), total: found.length, index: readState(connection, view) }
  })
