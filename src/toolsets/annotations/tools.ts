import { Effect } from "effect"
import type { Tool } from "../../domain/Contract.ts"
import { Pipeline } from "../../pipeline/questions/Pipeline.ts"
import {
  depsContract,
  type DepsInput,
  historyContract,
  type HistoryInput,
  readContract,
  type ReadInput,
  summaryContract,
  type SummaryInput
} from "./contracts.ts"
import type { DepsAnswer, HistoryAnswer, ReadAnswer, SummaryAnswer } from "../../pipeline/answering/answers.ts"

/** Serves `ultragit_read`. */
export const readTool: Tool<typeof ReadInput, typeof ReadAnswer, Pipeline> = {
  contract: readContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.read(input))
}

/** Serves `ultragit_deps`. */
export const depsTool: Tool<typeof DepsInput, typeof DepsAnswer, Pipeline> = {
  contract: depsContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.deps(input))
}

/** Serves `ultragit_history`. */
export const historyTool: Tool<typeof HistoryInput, typeof HistoryAnswer, Pipeline> = {
  contract: historyContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.history(input))
}

/** Serves `ultragit_summary`. */
export const summaryTool: Tool<typeof SummaryInput, typeof SummaryAnswer, Pipeline> = {
  contract: summaryContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.summary(input))
}
