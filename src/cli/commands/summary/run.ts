import { Effect } from "effect"
import { Pipeline } from "../../../pipeline/questions/Pipeline.ts"
import { summaryContract } from "../../../toolsets/annotations/contracts.ts"
import { printAnswer } from "../../kit/answer.ts"
import { type ConfidentInput, confidentFiltersOf } from "../../kit/question.ts"
import { withWorkProgress } from "./workProgress.ts"

/** Asks and prints `summary`. */
export const printSummary = (input: ConfidentInput) =>
  printAnswer(input, summaryContract, (query) =>
    withWorkProgress(
      Effect.flatMap(Pipeline, (pipeline) => pipeline.summary({ ...query, ...confidentFiltersOf(input) }))
    )
  )
