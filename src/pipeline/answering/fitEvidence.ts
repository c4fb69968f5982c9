import { Struct } from "effect"
import { countTokens } from "../../domain/Budget.ts"
import type { Evidence } from "../../domain/Evidence.ts"
import { jsonText } from "../../domain/Text.ts"
import { type AnswerBudget, limitOf } from "./AnswerBudget.ts"

/** Maximum part of the budget for evidence beside annotations. */
const maxShare = 0.3
/** Maximum tokens of evidence in an answer without annotations, if the query sets no budget. */
const maxTokens = 2_000

/** Keeps the entries of evidence that fit their part of the budget, the first first, without their text if only so. */
export const fitEvidence = (
  entries: ReadonlyArray<Evidence>,
  budget: AnswerBudget,
  hasRegions: boolean
): ReadonlyArray<Evidence> => {
  let left = hasRegions ? maxShare * limitOf(budget) : (budget.maxTokens ?? maxTokens)
  return entries.flatMap((entry) => {
    const fitting = [entry, Struct.omit(entry, ["text"])].find((one) => countTokens(jsonText(one)) <= left)
    if (fitting === undefined) return []
    left -= countTokens(jsonText(fitting))
    return [fitting]
  })
}
