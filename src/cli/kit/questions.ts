import { Effect, type Option } from "effect"
import { Pipeline } from "../../pipeline/questions/Pipeline.ts"
import { depsContract, historyContract, summaryContract } from "../../toolsets/annotations/contracts.ts"
import { printAnswer } from "./answer.ts"
import { type FilterInput, filtersOf, given, type QuestionInput } from "./question.ts"
import { withWorkProgress } from "./workProgress.ts"

interface Confident extends QuestionInput, FilterInput {
  readonly minConfidence: Option.Option<number>
}

interface HistoryInput extends QuestionInput, FilterInput {
  readonly limit: Option.Option<number>
  readonly depth: Option.Option<number>
}

const confident = (input: Confident) => ({ ...filtersOf(input), ...given("min_confidence", input.minConfidence) })

/** Asks and prints `deps`. */
export const printDeps = (input: Confident) =>
  printAnswer(input, depsContract, (query) =>
    Effect.flatMap(Pipeline, (pipeline) => pipeline.deps({ ...query, ...confident(input) }))
  )

/** Asks and prints `history`. */
export const printHistory = (input: HistoryInput) => {
  const own = { ...filtersOf(input), ...given("limit", input.limit), ...given("depth", input.depth) }
  return printAnswer(input, historyContract, (query) =>
    Effect.flatMap(Pipeline, (pipeline) => pipeline.history({ ...query, ...own }))
  )
}

/** Asks and prints `summary`. */
export const printSummary = (input: Confident) =>
  printAnswer(input, summaryContract, (query) =>
    withWorkProgress(Effect.flatMap(Pipeline, (pipeline) => pipeline.summary({ ...query, ...confident(input) })))
  )
