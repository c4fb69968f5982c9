import { Context, Effect, Layer } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { LanguageModelError } from "../../adapters/llm/LanguageModelError.ts"
import type {
  CommitAnswer,
  PatchAnswer,
  RepositoriesAnswer,
  SearchAnswer,
  SimilarAnswer,
  TouchesAnswer
} from "../model/answers.ts"
import type { CommitInput, PatchInput, SearchInput, SimilarInput, TouchesInput } from "../model/inputs.ts"
import type { CommitsError } from "../model/CommitsError.ts"
import { Freshness } from "./Freshness.ts"
import { IndexReader } from "../reading/IndexReader.ts"

/** Every expected failure of the questions. */
export type IndexError = CommitsError | SqlError | GitError

const questions = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("./makeCommitIndex.ts")),
    ({ makeCommitIndex }) => Layer.effect(CommitIndex, makeCommitIndex).pipe(Layer.provide(Freshness.layer))
  )
)

/**
 * The questions asked of the index (spec commits). Nothing is written, nothing is fetched, no sync is waited for; `similar`
 * alone asks somebody else, the endpoint for embeddings.
 */
export class CommitIndex extends Context.Service<
  CommitIndex,
  {
    /** Commits that match, best first. */
    search(input: SearchInput): Effect.Effect<SearchAnswer, IndexError>
    /** Commits that mean what the query means, most similar first. Fails also as `Embeddings` does. */
    similar(input: SimilarInput): Effect.Effect<SimilarAnswer, IndexError | LanguageModelError>
    /** Files that match with the commits that changed them, newest first. */
    touches(input: TouchesInput): Effect.Effect<TouchesAnswer, IndexError>
    /** What one commit says. */
    commit(input: CommitInput): Effect.Effect<CommitAnswer, IndexError>
    /** What one commit changed. */
    patch(input: PatchInput): Effect.Effect<PatchAnswer, IndexError>
    /** What is indexed. */
    readonly repositories: Effect.Effect<RepositoriesAnswer, IndexError>
  }
>()("ultragit/commitIndex/asking/CommitIndex") {
  /** The questions, answered on the calling thread; how repositories are asked is the caller's. */
  static readonly layer = Layer.provide(questions, IndexReader.layer)

  /** The same for a server: the index is read on a thread of its own. */
  static readonly layerApart = Layer.provide(questions, IndexReader.layerApart)
}
