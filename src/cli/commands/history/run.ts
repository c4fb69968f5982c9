import { Effect, type Option } from "effect"
import { Pipeline } from "../../../pipeline/questions/Pipeline.ts"
import { historyContract } from "../../../toolsets/annotations/contracts.ts"
import { printAnswer } from "../../kit/answer.ts"
import { type FilterFlags, toFilters, optionalField, type QueryFlags } from "../../kit/query.ts"

interface HistoryInput extends QueryFlags, FilterFlags {
  readonly limit: Option.Option<number>
  readonly depth: Option.Option<number>
}

/** Prints the answer of `history`. */
export const printHistory = (input: HistoryInput) => {
  const own = { ...toFilters(input), ...optionalField("limit", input.limit), ...optionalField("depth", input.depth) }
  return printAnswer(input, historyContract, (query) =>
    Effect.flatMap(Pipeline, (pipeline) => pipeline.history({ ...query, ...own }))
  )
}
