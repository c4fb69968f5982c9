import type { Answer } from "./answers.ts"

/** What every question may carry beside its path. */
export interface Options {
  /** Name of a unit; empty counts as absent. */
  readonly anchor?: string
  /** Any revision instead of HEAD and the work tree. */
  readonly rev?: string
  /** Budget in tokens instead of the configured one. */
  readonly max_tokens?: number
  /** Keep empty fields in entries. */
  readonly verbose?: boolean
  /** How the answer will be written, for the budget; compact JSON unless given. */
  readonly measure?: (answer: Answer) => string
}

export interface ReadQuery extends Options {
  readonly path: string
  /** `START:END`, also `START,END`, `START-END` or one number. */
  readonly lines?: string
}

export interface DepsQuery extends Options {
  readonly path: string
}

export interface HistoryQuery extends Options {
  readonly path: string
  /** Newest entries kept. */
  readonly limit?: number
}

export interface SummaryQuery extends Options {
  readonly path: string
}
