import { Context, Effect, Layer } from "effect"
import type { SettingsError } from "../../config/SettingsError.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { NotesError } from "../../notes/NotesError.ts"
import type { DepsAnswer, HistoryAnswer, ReadAnswer, SummaryAnswer } from "../answering/answers.ts"
import type { PipelineError } from "../subject/PipelineError.ts"
import type { DepsQuery, HistoryQuery, ReadQuery, SummaryQuery } from "../answering/queries.ts"

/** Every expected failure of the four questions. */
export type QueryError = PipelineError | NotesError | SettingsError | GitError

/**
 * The four questions asked of a repository's notes (spec annotations §5). Deterministic: the same repository, work
 * tree and settings give the same answer.
 */
export class Pipeline extends Context.Service<
  Pipeline,
  {
    /** Why the code in scope is as it is: regions of the commits that blame names for its lines. */
    read(query: ReadQuery): Effect.Effect<ReadAnswer, QueryError>
    /** Which regions elsewhere say they rely on this code. */
    deps(query: DepsQuery): Effect.Effect<DepsAnswer, QueryError>
    /** Every annotated step in the life of this code, overwritten ones too, oldest first. */
    history(query: HistoryQuery): Effect.Effect<HistoryAnswer, QueryError>
    /** Newest intent, constraints and risk notes of each unit of a file or folder. */
    summary(query: SummaryQuery): Effect.Effect<SummaryAnswer, QueryError>
  }
>()("ultragit/pipeline/questions/Pipeline") {
  /** The pipeline with its caches, loaded when the layer is built; git, settings, parser and notes are the caller's. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./makePipeline.ts")),
      ({ caches, makePipeline }) => Layer.effect(Pipeline, makePipeline).pipe(Layer.provide(caches))
    )
  )
}
