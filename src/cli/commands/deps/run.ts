import { Effect } from "effect"
import { Pipeline } from "../../../pipeline/questions/Pipeline.ts"
import { depsContract } from "../../../toolsets/annotations/contracts.ts"
import { printAnswer } from "../../kit/answer.ts"
import { type ConfidenceFilterFlags, toConfidenceFilters } from "../../kit/query.ts"

/** Prints the answer of `deps`. */
export const printDeps = (input: ConfidenceFilterFlags) =>
  printAnswer(input, depsContract, (query) =>
    Effect.flatMap(Pipeline, (pipeline) => pipeline.deps({ ...query, ...toConfidenceFilters(input) }))
  )
