import { Effect, Struct } from "effect"
import type { PipelineError } from "../subject/PipelineError.ts"
import type { AnswerBudget } from "./AnswerBudget.ts"
import type { DepsAnswer } from "./answers.ts"
import { fitDepsOnce } from "./fitAnswer.ts"

/** Shortens an answer to its budget. Callers and files that change together never take the place of a dependent. */
export const fitDeps = (answer: DepsAnswer, budget: AnswerBudget): Effect.Effect<DepsAnswer, PipelineError> => {
  const withoutFiles = fitDepsOnce(
    Struct.omit(answer, ["callers", "possible_callers", "possible_places", "co_changed"]),
    budget
  )
  // Saying in `trimmed` that files were dropped costs tokens as well.
  return fitDepsOnce(answer, budget).pipe(
    Effect.filterOrElse(
      ({ dependents }) => dependents.length === answer.dependents.length,
      () => withoutFiles
    ),
    Effect.catch(() => withoutFiles)
  )
}
