import { Effect } from "effect"
import { Pipeline } from "../../../pipeline/questions/Pipeline.ts"
import { depsContract } from "../../../toolsets/annotations/contracts.ts"
import { printAnswer } from "../../kit/answer.ts"
import { type ConfidentInput, confidentFiltersOf } from "../../kit/question.ts"

/** Asks and prints `deps`. */
export const printDeps = (input: ConfidentInput) =>
  printAnswer(input, depsContract, (query) =>
    Effect.flatMap(Pipeline, (pipeline) => pipeline.deps({ ...query, ...confidentFiltersOf(input) }))
  )
