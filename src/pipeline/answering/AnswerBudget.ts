import type { Answer } from "./answers.ts"

/** The token budget of an answer. */
export interface AnswerBudget {
  /** The budget of the query. */
  readonly maxTokens: number | undefined
  /** The configured budget; 0 for none. */
  readonly configured: number
  /** Formats the answer to count its tokens (default: compact JSON). */
  readonly measure: ((answer: Answer) => string) | undefined
}

/** Returns the budget in tokens, infinite without one. */
export const limitOf = (budget: AnswerBudget): number =>
  budget.maxTokens ?? (budget.configured === 0 ? Number.POSITIVE_INFINITY : budget.configured)
