import { Effect, identity } from "effect"
import type { Tool } from "../../domain/Contract.ts"
import { omitImpliedFromHistory, omitImpliedFromRead } from "../../pipeline/answering/implied.ts"
import type { Settings } from "../../config/Settings.ts"
import { asMarkdown } from "./asMarkdown.ts"
import { followPart } from "../../pipeline/questions/followPart.ts"
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
  program: (input) =>
    Effect.flatMap(Pipeline, (pipeline) => followPart(pipeline, input, true, (query) => pipeline.read(query))),
  withText: (input) =>
    asMarkdown(
      (pipeline, options) => followPart(pipeline, input, true, (query) => pipeline.read({ ...query, ...options })),
      omitImpliedFromRead
    )
}

/** Serves `ultragit_deps`. */
export const depsTool: Tool<typeof DepsInput, typeof DepsAnswer, Pipeline | Settings> = {
  contract: depsContract,
  program: (input) =>
    Effect.flatMap(Pipeline, (pipeline) => followPart(pipeline, input, false, (query) => pipeline.deps(query))),
  withText: (input) =>
    asMarkdown(
      (pipeline, options) => followPart(pipeline, input, false, (query) => pipeline.deps({ ...query, ...options })),
      identity
    )
}

/** Serves `ultragit_history`. */
export const historyTool: Tool<typeof HistoryInput, typeof HistoryAnswer, Pipeline | Settings> = {
  contract: historyContract,
  program: (input) =>
    Effect.flatMap(Pipeline, (pipeline) => followPart(pipeline, input, false, (query) => pipeline.history(query))),
  withText: (input) =>
    asMarkdown(
      (pipeline, options) => followPart(pipeline, input, false, (query) => pipeline.history({ ...query, ...options })),
      omitImpliedFromHistory
    )
}

/** Serves `ultragit_summary`. */
export const summaryTool: Tool<typeof SummaryInput, typeof SummaryAnswer, Pipeline | Settings> = {
  contract: summaryContract,
  program: (input) =>
    Effect.flatMap(Pipeline, (pipeline) => followPart(pipeline, input, false, (query) => pipeline.summary(query))),
  withText: (input) =>
    asMarkdown(
      (pipeline, options) => followPart(pipeline, input, false, (query) => pipeline.summary({ ...query, ...options })),
      identity
    )
}
