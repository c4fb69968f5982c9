import { Effect } from "effect"
import type { Tool } from "../../domain/Contract.ts"
import type {
  CommitAnswer,
  PatchAnswer,
  RepositoriesAnswer,
  SearchAnswer,
  SimilarAnswer,
  TouchesAnswer
} from "../../commitIndex/model/answers.ts"
import { CommitIndex } from "../../commitIndex/asking/CommitIndex.ts"
import {
  commitContract,
  patchContract,
  repositoriesContract,
  searchContract,
  similarContract,
  touchesContract
} from "./contracts.ts"
import {
  type CommitInput,
  type PatchInput,
  type RepositoriesInput,
  type SearchInput,
  type SimilarInput,
  type TouchesInput
} from "../../commitIndex/model/inputs.ts"

/** What was done before. */
export const searchTool: Tool<typeof SearchInput, typeof SearchAnswer, CommitIndex> = {
  contract: searchContract,
  program: (input) => Effect.flatMap(CommitIndex, (index) => index.search(input))
}

/** What was done before, by meaning. */
export const similarTool: Tool<typeof SimilarInput, typeof SimilarAnswer, CommitIndex> = {
  contract: similarContract,
  program: (input) => Effect.flatMap(CommitIndex, (index) => index.similar(input))
}

/** Who changed a path. */
export const touchesTool: Tool<typeof TouchesInput, typeof TouchesAnswer, CommitIndex> = {
  contract: touchesContract,
  program: (input) => Effect.flatMap(CommitIndex, (index) => index.touches(input))
}

/** What a commit says. */
export const commitTool: Tool<typeof CommitInput, typeof CommitAnswer, CommitIndex> = {
  contract: commitContract,
  program: (input) => Effect.flatMap(CommitIndex, (index) => index.commit(input))
}

/** What a commit changed. */
export const patchTool: Tool<typeof PatchInput, typeof PatchAnswer, CommitIndex> = {
  contract: patchContract,
  program: (input) => Effect.flatMap(CommitIndex, (index) => index.patch(input))
}

/** Which repositories are indexed. */
export const repositoriesTool: Tool<typeof RepositoriesInput, typeof RepositoriesAnswer, CommitIndex> = {
  contract: repositoriesContract,
  program: () => Effect.flatMap(CommitIndex, (index) => index.repositories)
}
