import type { ContextLevel } from "../../domain/Annotation.ts"
import type { Answer } from "./answers.ts"

/** Fields of every query. */
export interface Options {
  /** Name of a unit. Empty counts as absent. */
  readonly anchor?: string
  /** Revision (default: HEAD with the work tree). */
  readonly rev?: string
  /** Token budget (default: the configured one). */
  readonly max_tokens?: number
  /** Include empty fields and implied ones in entries. */
  readonly verbose?: boolean
  /**
   * Include fields that others imply, for rendering as text: a summary equal to the intent, the provenance of an original
   * note, the factors of the confidence.
   */
  readonly implied?: boolean
  /** An existing file outside of the work tree that was asked about, where `path` is the one of the same name: a warning says so. */
  readonly outside?: string
  /** Formats the answer to count its tokens (default: compact JSON). */
  readonly measure?: (answer: Answer) => string
}

/**
 * Filters for regions, applied before any budget, as if the other regions did not exist. `warnings` says how many were
 * left out. Cross-cutting concerns are not filtered.
 */
export interface Filters {
  /**
   * Regions of commits with this author time or a later one: an ISO 8601 date or time, an expression of
   * `git log --since`, or a revision for its author time.
   */
  readonly since?: string
  /** Regions with any of these tags, case-insensitive. */
  readonly tags?: ReadonlyArray<string>
  readonly context_level?: ContextLevel
}

interface ConfidenceFilter {
  /** Minimum confidence, 0 to 1. */
  readonly min_confidence?: number
}

interface Depth {
  /** Number of hops along `related_annotations`, from 0 (default: the configured one). */
  readonly depth?: number
}

/** Query of `read`: a file, or an anchor or lines in it. */
export interface ReadQuery extends Options, Filters, ConfidenceFilter, Depth {
  readonly path: string
  /** `START:END`, `START,END`, `START-END` or one number. */
  readonly lines?: string
  /** Maximum number of regions, most confident first (default: the configured one). */
  readonly max_regions?: number
}

/** Query of `deps`: a file, or an anchor in it. */
export interface DepsQuery extends Options, Filters, ConfidenceFilter {
  readonly path: string
  /** Include what refers to the anchor, if the repository has a code index (default: true). */
  readonly callers?: boolean
}

/** Query of `history`: a file, or an anchor in it. */
export interface HistoryQuery extends Options, Filters, Depth {
  readonly path: string
  /** Maximum number of entries, newest first (default: the configured one). */
  readonly limit?: number
}

/** Query of `summary`: a file, an anchor in it, or a folder. */
export interface SummaryQuery extends Options, Filters, ConfidenceFilter {
  readonly path: string
}
