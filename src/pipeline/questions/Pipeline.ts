import { Context, Effect, Layer } from "effect"
import { IndexUpdates } from "../../codeIndex/service/IndexUpdates.ts"
import type { SettingsError } from "../../config/SettingsError.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { NotesError } from "../../notes/NotesError.ts"
import type { DepsAnswer, HistoryAnswer, ReadAnswer, SummaryAnswer } from "../answering/answers.ts"
import type { Located } from "../subject/locate.ts"
import type { PipelineError } from "../subject/PipelineError.ts"
import type { DepsQuery, HistoryQuery, ReadQuery, SummaryQuery } from "../answering/queries.ts"

/** The expected failures of the four questions. */
export type QueryError = PipelineError | NotesError | SettingsError | GitError

const pipelineLayer = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("./makePipeline.ts")),
    ({ caches, makePipeline }) => Layer.effect(Pipeline, makePipeline).pipe(Layer.provide(caches))
  )
)

/**
 * The four questions about the notes of a repository (spec annotations §5). Answers are deterministic: they depend only on
 * the repository, its work tree and the settings.
 */
export class Pipeline extends Context.Service<
  Pipeline,
  {
    /** Explains the code in scope: the regions of the commits that blame finds for its lines. */
    read(query: ReadQuery): Effect.Effect<ReadAnswer, QueryError>
    /** Finds regions elsewhere that depend on this code. */
    deps(query: DepsQuery): Effect.Effect<DepsAnswer, QueryError>
    /** Lists all annotated steps in the history of this code, also overwritten ones, oldest first. */
    history(query: HistoryQuery): Effect.Effect<HistoryAnswer, QueryError>
    /** Lists the newest intent, constraints and risk notes of each unit in a file or folder. */
    summary(query: SummaryQuery): Effect.Effect<SummaryAnswer, QueryError>
    /** Finds the file that a text names in another way than by its path, such as a line of a stack trace. */
    locate(text: string): Effect.Effect<Located | undefined, QueryError>
  }
>()("ultragit/pipeline/questions/Pipeline") {
  /**
   * The pipeline with its caches, loaded when the layer is built. Needs git, settings, the parser and notes. Brings a code index
   * up to date on the calling thread.
   */
  static readonly layer = pipelineLayer.pipe(Layer.provide(IndexUpdates.layer))

  /** The same for servers: a thread brings the index up to date. */
  static readonly layerApart = pipelineLayer.pipe(Layer.provide(IndexUpdates.layerApart))
}
