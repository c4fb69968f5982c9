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

/** Outside of the question what was done before. */
export const searchContract: Contract<typeof SearchInput, typeof SearchAnswer> = {
  name: "commitmux_search",
  title: "What was done before",
  command: "ultragit commits search",
  description:
    "Search commits of all indexed repositories by subject, body, reasons, paths and changed lines, best first. Use before building something, to find how it was done, or tried, elsewhere. Then commitmux_get_patch on the most relevant.",
  input: SearchInput,
  output: SearchAnswer,
  hints: reading
}

/** Outside of the question what was done before, by meaning. */
export const similarContract: Contract<typeof SimilarInput, typeof SimilarAnswer> = {
  name: "commitmux_search_semantic",
  title: "What was done before, by meaning",
  command: "ultragit commits search --similar",
  description:
    "Search commits by what they mean, most similar first: use where commitmux_search finds nothing because the words differ. Finds only commits whose vectors were made (repositories say how many were not). The query is sent to the embeddings endpoint that the user configured: the only network call this server makes.",
  input: SimilarInput,
  output: SimilarAnswer,
  hints: reading
}

/** Outside of the question who changed a path. */
export const touchesContract: Contract<typeof TouchesInput, typeof TouchesAnswer> = {
  name: "commitmux_touches",
  title: "Who changed this path",
  command: "ultragit commits touches",
  description:
    "Find commits that changed matching paths, newest first, one result a file. Use before a change to see what recently happened around it.",
  input: TouchesInput,
  output: TouchesAnswer,
  hints: reading
}

/** Outside of the question what a commit says. */
export const commitContract: Contract<typeof CommitInput, typeof CommitAnswer> = {
  name: "commitmux_get_commit",
  title: "What a commit says",
  command: "ultragit commits show",
  description: "Whole message, people, parents and every changed file of one commit. Use before fetching its patch.",
  input: CommitInput,
  output: CommitAnswer,
  hints: reading
}

/** Outside of the question what a commit changed. */
export const patchContract: Contract<typeof PatchInput, typeof PatchAnswer> = {
  name: "commitmux_get_patch",
  title: "What a commit changed",
  command: "ultragit commits patch",
  description: "The unified diff of one commit. Use max_bytes or path to keep large ones small.",
  input: PatchInput,
  output: PatchAnswer,
  hints: reading
}

/** Outside of the question which repositories are indexed. */
export const repositoriesContract: Contract<typeof RepositoriesInput, typeof RepositoriesAnswer> = {
  name: "commitmux_list_repos",
  title: "Which repositories are indexed",
  command: "ultragit repos status",
  description: "Names of the indexed repositories, how many commits each has and how fresh it is.",
  input: RepositoriesInput,
  output: RepositoriesAnswer,
  hints: reading
}
