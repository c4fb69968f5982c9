import { Effect, type Option } from "effect"
import { Pipeline } from "../../../pipeline/questions/Pipeline.ts"
import { historyContract } from "../../../toolsets/annotations/contracts.ts"
import { printAnswer } from "../../kit/answer.ts"
import { type FilterInput, filtersOf, given, type QuestionInput } from "../../kit/question.ts"

interface HistoryInput extends QuestionInput, FilterInput {
  readonly limit: Option.Option<number>
  readonly depth: Option.Option<number>
}

/** Asks and prints `history`. */
export const printHistory = (input: HistoryInput) => {
  const own = { ...filtersOf(input), ...given("limit", input.limit), ...given("depth", input.depth) }
  return printAnswer(input, historyContract, (query) =>
    Effect.flatMap(Pipeline, (pipeline) => pipeline.history({ ...query, ...own }))
  )
}
