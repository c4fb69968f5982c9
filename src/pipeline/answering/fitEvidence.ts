import { Struct } from "effect"
import { countTokens } from "../../domain/Budget.ts"
import type { Evidence } from "../../domain/Evidence.ts"
import { jsonText } from "../../domain/Text.ts"
import { type AnswerBudget, limitOf } from "./AnswerBudget.ts"
import type { CoChanged } from "./answers.ts"

/** Maximum part of the budget for evidence beside annotations. */
const maxShare = 0.3
/** Maximum tokens of evidence in an answer without annotations, if the query sets no budget. */
const maxTokens = 2_000

/** Keeps the entries that fit the part of the budget for evidence, the first first, in the first form that fits. */
const fitForms = <A>(
  entries: ReadonlyArray<A>,
  formsOf: (entry: A) => ReadonlyArray<A>,
  budget: AnswerBudget,
  hasAnnotations: boolean
): ReadonlyArray<A> => {
  let left = hasAnnotations ? maxShare * limitOf(budget) : (budget.maxTokens ?? maxTokens)
  return entries.flatMap((entry) => {
    const fitting = formsOf(entry).find((one) => countTokens(jsonText(one)) <= left)
    if (fitting === undefined) return []
    left -= countTokens(jsonText(fitting))
    return [fitting]
  })
}

/** Keeps the entries of evidence that fit their part of the budget, the first first, without their text if only so. */
export const fitEvidence = (
  entries: ReadonlyArray<Evidence>,
  budget: AnswerBudget,
  hasRegions: boolean
): ReadonlyArray<Evidence> => fitForms(entries, (entry) => [entry, Struct.omit(entry, ["text"])], budget, hasRegions)

/** Keeps the files that fit the part of the budget for evidence, the most likely first. */
export const fitCoChanged = (
  entries: ReadonlyArray<CoChanged>,
  budget: AnswerBudget,
  hasDependents: boolean
): ReadonlyArray<CoChanged> => fitForms(entries, (entry) => [entry], budget, hasDependents)
