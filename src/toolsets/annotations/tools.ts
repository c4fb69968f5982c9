import { Effect, identity } from "effect"
import type { Tool } from "../../domain/Contract.ts"
import { omitImpliedFromHistory, omitImpliedFromRead } from "../../pipeline/answering/implied.ts"
import type { Settings } from "../../config/Settings.ts"
import { asMarkdown } from "./asMarkdown.ts"
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
export const readTool: Tool<typeof ReadInput, typeof ReadAnswer, Pipeline | Settings> = {
  contract: readContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.read(input)),
  withText: (input) => asMarkdown((pipeline, options) => pipeline.read({ ...input, ...options }), omitImpliedFromRead)
}

/** Serves `ultragit_deps`. */
export const depsTool: Tool<typeof DepsInput, typeof DepsAnswer, Pipeline | Settings> = {
  contract: depsContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.deps(input)),
  withText: (input) => asMarkdown((pipeline, options) => pipeline.deps({ ...input, ...options }), identity)
}

/** Serves `ultragit_history`. */
export const historyTool: Tool<typeof HistoryInput, typeof HistoryAnswer, Pipeline | Settings> = {
  contract: historyContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.history(input)),
  withText: (input) =>
    asMarkdown((pipeline, options) => pipeline.history({ ...input, ...options }), omitImpliedFromHistory)
}

/** Serves `ultragit_summary`. */
export const summaryTool: Tool<typeof SummaryInput, typeof SummaryAnswer, Pipeline | Settings> = {
  contract: summaryContract,
  program: (input) => Effect.flatMap(Pipeline, (pipeline) => pipeline.summary(input)),
  withText: (input) => asMarkdown((pipeline, options) => pipeline.summary({ ...input, ...options }), identity)
}
