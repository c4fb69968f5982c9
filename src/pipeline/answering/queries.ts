import type { ContextLevel } from "../../domain/Annotation.ts"
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

/**
 * Which regions count, before any budget: the answer is what it would be if there were no others, and says in
 * `warnings` how many were left out. Concerns that regions share are no regions and stay.
 */
export interface Filters {
  /**
   * Those of commits written then or later (author time): a day or moment of ISO 8601, words as `git log --since` has
   * them, or a revision, which stands for its author time.
   */
  readonly since?: string
  /** Those with any of these tags, case aside. */
  readonly tags?: ReadonlyArray<string>
  readonly context_level?: ContextLevel
}

interface Confident {
  /** Those with at least this confidence, 0 to 1. */
  readonly min_confidence?: number
}

interface Deep {
  /** Hops along `related_annotations` instead of the configured ones; 0: none. */
  readonly depth?: number
}

/** What `read` is asked: a file, or an anchor or lines in it. */
export interface ReadQuery extends Options, Filters, Confident, Deep {
  readonly path: string
  /** `START:END`, also `START,END`, `START-END` or one number. */
  readonly lines?: string
  /** Most confident regions kept, instead of the configured number. */
  readonly max_regions?: number
}

/** What `deps` is asked: a file, or an anchor in it. */
export interface DepsQuery extends Options, Filters, Confident {
  readonly path: string
}

/** What `history` is asked: a file, or an anchor in it. */
export interface HistoryQuery extends Options, Filters, Deep {
  readonly path: string
  /** Newest entries kept. */
  readonly limit?: number
}

/** What `summary` is asked: a file, an anchor in it, or a folder. */
export interface SummaryQuery extends Options, Filters, Confident {
  readonly path: string
}
