import { Context, type Effect } from "effect"
import type { SettingsError } from "../config/SettingsError.ts"
import type { GitError } from "../git/GitError.ts"
import type { NotesError } from "../notes/NotesError.ts"
import type { Answer, DepsAnswer, HistoryAnswer, ReadAnswer, SummaryAnswer } from "./answers.ts"
import type { AnnotationsError } from "./AnnotationsError.ts"

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
  readonly lines?: string
  /** Newest entries kept. */
  readonly limit?: number
}

export interface SummaryQuery extends Options {
  readonly path: string
}

/** Every expected failure of the four questions. */
export type QueryError = AnnotationsError | NotesError | SettingsError | GitError

/**
 * The four questions asked of a repository's notes (spec annotations §5). Deterministic: the same repository, work
 * tree and settings give the same answer.
 */
export class Annotations extends Context.Service<Annotations, {
  /** Why the code in scope is as it is: regions of the commits that blame names for its lines. */
  read(query: ReadQuery): Effect.Effect<ReadAnswer, QueryError>
  /** Which regions elsewhere say they rely on this code. */
  deps(query: DepsQuery): Effect.Effect<DepsAnswer, QueryError>
  /** Every annotated step in the life of this code, overwritten ones too, oldest first. */
  history(query: HistoryQuery): Effect.Effect<HistoryAnswer, QueryError>
  /** Newest intent, constraints and risk notes of each unit of a file or folder. */
  summary(query: SummaryQuery): Effect.Effect<SummaryAnswer, QueryError>
}>()("ultragit/annotations/Annotations") {}
