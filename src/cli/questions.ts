import { Effect } from "effect"
import { Annotations } from "../annotations/Annotations.ts"
import { depsContract, historyContract, readContract, summaryContract } from "../annotations/contracts.ts"
import { printAnswer } from "./answer.ts"
import type { QuestionInput } from "./question.ts"

/** Asks and prints `read`. */
export const printRead = (input: QuestionInput, own: { readonly lines?: string }) =>
  printAnswer(input, readContract, (query) =>
    Effect.flatMap(Annotations, (annotations) => annotations.read({ ...query, ...own }))
  )

/** Asks and prints `deps`. */
export const printDeps = (input: QuestionInput) =>
  printAnswer(input, depsContract, (query) => Effect.flatMap(Annotations, (annotations) => annotations.deps(query)))

/** Asks and prints `history`. */
export const printHistory = (input: QuestionInput, own: { readonly limit?: number }) =>
  printAnswer(input, historyContract, (query) =>
    Effect.flatMap(Annotations, (annotations) => annotations.history({ ...query, ...own }))
  )

/** Asks and prints `summary`. */
export const printSummary = (input: QuestionInput) =>
  printAnswer(input, summaryContract, (query) =>
    Effect.flatMap(Annotations, (annotations) => annotations.summary(query))
  )
