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

/** Why the code in scope is as it is. */
export const readTool: Tool<typeof ReadInput, typeof ReadAnswer, Pipeline> = {
  contract: readContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.read(input))
}

/** What relies on the code. */
export const depsTool: Tool<typeof DepsInput, typeof DepsAnswer, Pipeline> = {
  contract: depsContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.deps(input))
}

/** How the code came to be. */
export const historyTool: Tool<typeof HistoryInput, typeof HistoryAnswer, Pipeline> = {
  contract: historyContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.history(input))
}

/** What a file or folder is for. */
export const summaryTool: Tool<typeof SummaryInput, typeof SummaryAnswer, Pipeline> = {
  contract: summaryContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.summary(input))
}
