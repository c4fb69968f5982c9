import { Effect } from "effect"
import { Pipeline } from "../../../pipeline/questions/Pipeline.ts"
import { summaryContract } from "../../../toolsets/annotations/contracts.ts"
import { printAnswer } from "../../kit/answer.ts"
import { type ConfidenceFilterFlags, toConfidenceFilters } from "../../kit/query.ts"
import { withWorkProgress } from "../../kit/workProgress.ts"

/** Prints the answer of `summary`, with a progress bar if it takes long. */
export const printSummary = (input: ConfidenceFilterFlags) =>
  printAnswer(input, summaryContract, (query) =>
    withWorkProgress(
      Effect.flatMap(Pipeline, (pipeline) => pipeline.summary({ ...query, ...toConfidenceFilters(input) }))
    )
  )
