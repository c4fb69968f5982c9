import { Result } from "effect"

/** Why a query is malformed. */
export interface QueryProblem {
  /** What is wrong, without a period. */
  readonly detail: string
  /** Position in the query, counted in UTF-16 code units from 1. */
  readonly position: number
}

/** Fails for the character at an index, counted from 0. */
export const problemAt = (index: number, detail: string): Result.Result<never, QueryProblem> =>
  Result.fail({ detail, position: index + 1 })
