import type { Contract } from "../../domain/Contract.ts"
import {
  CommitAnswer,
  PatchAnswer,
  RepositoriesAnswer,
  SearchAnswer,
  SimilarAnswer,
  TouchesAnswer
} from "../../commitIndex/model/answers.ts"
import {
  SearchInput,
  SimilarInput,
  TouchesInput,
  CommitInput,
  PatchInput,
  RepositoriesInput
} from "../../commitIndex/model/inputs.ts"

const reading = { readOnly: true, idempotent: true, destructive: false } as const

/** Contract of `commitmux_search`. */
export const searchContract: Contract<typeof SearchInput, typeof SearchAnswer> = {
  name: "commitmux_search",
  title: "What was done before",
  command: "ultragit commits search",
  description:
    "Search commits of all indexed repositories by message, annotation, paths and changed lines, best first. Use before building something, to see how it was done or tried elsewhere. Then commitmux_get_patch on the best hits.",
  input: SearchInput,
  output: SearchAnswer,
  hints: reading
}

/** Contract of `commitmux_search_semantic`. */
export const similarContract: Contract<typeof SimilarInput, typeof SimilarAnswer> = {
  name: "commitmux_search_semantic",
  title: "What was done before, by meaning",
  command: "ultragit commits search --similar",
  description:
    "Search commits by meaning, most similar first. Use when commitmux_search finds nothing because the words differ. Finds only commits with a vector (repositories count those without). Sends the query to the embeddings endpoint that the user configured: the only network call of this server.",
  input: SimilarInput,
  output: SimilarAnswer,
  hints: reading
}

/** Contract of `commitmux_touches`. */
export const touchesContract: Contract<typeof TouchesInput, typeof TouchesAnswer> = {
  name: "commitmux_touches",
  title: "Who changed this path",
  command: "ultragit commits touches",
  description:
    "Find commits that changed matching paths, newest first, one result per file. Use before a change to see recent changes around it.",
  input: TouchesInput,
  output: TouchesAnswer,
  hints: reading
}

/** Contract of `commitmux_get_commit`. */
export const commitContract: Contract<typeof CommitInput, typeof CommitAnswer> = {
  name: "commitmux_get_commit",
  title: "What a commit says",
  command: "ultragit commits show",
  description: "Full message, people, parents and changed files of a commit. Use before fetching its patch.",
  input: CommitInput,
  output: CommitAnswer,
  hints: reading
}

/** Contract of `commitmux_get_patch`. */
export const patchContract: Contract<typeof PatchInput, typeof PatchAnswer> = {
  name: "commitmux_get_patch",
  title: "What a commit changed",
  command: "ultragit commits patch",
  description: "Unified diff of a commit. Use max_bytes or path to limit large ones.",
  input: PatchInput,
  output: PatchAnswer,
  hints: reading
}

/** Contract of `commitmux_list_repos`. */
export const repositoriesContract: Contract<typeof RepositoriesInput, typeof RepositoriesAnswer> = {
  name: "commitmux_list_repos",
  title: "Which repositories are indexed",
  command: "ultragit repos status",
  description: "List indexed repositories with commit counts and freshness.",
  input: RepositoriesInput,
  output: RepositoriesAnswer,
  hints: reading
}
