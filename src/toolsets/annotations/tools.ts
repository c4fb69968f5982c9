import { Effect } from "effect"
import type { Tool } from "../../domain/Contract.ts"
import { Annotations } from "../../pipeline/questions/Annotations.ts"
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
export const readTool: Tool<typeof ReadInput, typeof ReadAnswer, Annotations> = {
  contract: readContract,
  program: (input) => Effect.flatMap(Annotations, (annotations) => annotations.read(input))
}

/** What relies on the code. */
export const depsTool: Tool<typeof DepsInput, typeof DepsAnswer, Annotations> = {
  contract: depsContract,
  program: (input) => Effect.flatMap(Annotations, (annotations) => annotations.deps(input))
}

/** How the code came to be. */
export const historyTool: Tool<typeof HistoryInput, typeof HistoryAnswer, Annotations> = {
  contract: historyContract,
  program: (input) => Effect.flatMap(Annotations, (annotations) => annotations.history(input))
}

/** What a file or folder is for. */
export const summaryTool: Tool<typeof SummaryInput, typeof SummaryAnswer, Annotations> = {
  contract: summaryContract,
  program: (input) => Effect.flatMap(Annotations, (annotations) => annotations.summary(input))
}
