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
import { IndexReader } from "../reading/IndexReader.ts"

/** Every expected failure of a query, except those of the embeddings endpoint. */
export type IndexError = CommitsError | SqlError | GitError

const commitIndexLayer = Layer.unwrap(
  Effect.map(
    Effect.promise(() => Promise.all([import("./makeCommitIndex.ts"), import("./Freshness.ts")])),
    ([{ makeCommitIndex }, { Freshness }]) =>
      Layer.effect(CommitIndex, makeCommitIndex).pipe(Layer.provide(Freshness.layer))
  )
)

/**
 * Queries the commit index (spec commits). Never writes, fetches or waits for a sync. Only `similar` uses the network: it
 * calls the embeddings endpoint.
 */
export class CommitIndex extends Context.Service<
  CommitIndex,
  {
    /** Finds commits by full text, best match first. */
    search(input: SearchInput): Effect.Effect<SearchAnswer, IndexError>
    /** Finds commits by meaning, most similar first. Also fails as `Embeddings` does. */
    similar(input: SimilarInput): Effect.Effect<SimilarAnswer, IndexError | LanguageModelError>
    /** Finds the commits that changed matching files, newest first. */
    touches(input: TouchesInput): Effect.Effect<TouchesAnswer, IndexError>
    /** Reads the metadata and changed files of a commit. */
    commit(input: CommitInput): Effect.Effect<CommitAnswer, IndexError>
    /** Reads the patch of a commit. */
    patch(input: PatchInput): Effect.Effect<PatchAnswer, IndexError>
    /** Lists the indexed repositories. */
    readonly repositories: Effect.Effect<RepositoriesAnswer, IndexError>
  }
>()("ultragit/commitIndex/service/CommitIndex") {
  /** Reads the index on the calling thread. Needs `Sources`. */
  static readonly layer = Layer.provide(commitIndexLayer, IndexReader.layer)

  /** Reads the index on a worker thread, for servers. Needs `Sources`. */
  static readonly layerApart = Layer.provide(commitIndexLayer, IndexReader.layerApart)
}
