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
import { CommitIndex } from "../../commitIndex/service/CommitIndex.ts"
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

/** Serves `commitmux_search`. */
export const searchTool: Tool<typeof SearchInput, typeof SearchAnswer, CommitIndex> = {
  contract: searchContract,
  program: (input) => Effect.flatMap(CommitIndex, (index) => index.search(input))
}

/** Serves `commitmux_search_semantic`. */
export const similarTool: Tool<typeof SimilarInput, typeof SimilarAnswer, CommitIndex> = {
  contract: similarContract,
  program: (input) => Effect.flatMap(CommitIndex, (index) => index.similar(input))
}

/** Serves `commitmux_touches`. */
export const touchesTool: Tool<typeof TouchesInput, typeof TouchesAnswer, CommitIndex> = {
  contract: touchesContract,
  program: (input) => Effect.flatMap(CommitIndex, (index) => index.touches(input))
}

/** Serves `commitmux_get_commit`. */
export const commitTool: Tool<typeof CommitInput, typeof CommitAnswer, CommitIndex> = {
  contract: commitContract,
  program: (input) => Effect.flatMap(CommitIndex, (index) => index.commit(input))
}

/** Serves `commitmux_get_patch`. */
export const patchTool: Tool<typeof PatchInput, typeof PatchAnswer, CommitIndex> = {
  contract: patchContract,
  program: (input) => Effect.flatMap(CommitIndex, (index) => index.patch(input))
}

/** Serves `commitmux_list_repos`. */
export const repositoriesTool: Tool<typeof RepositoriesInput, typeof RepositoriesAnswer, CommitIndex> = {
  contract: repositoriesContract,
  program: () => Effect.flatMap(CommitIndex, (index) => index.repositories)
}
