import { Schema } from "effect"
import type { Contract } from "../../domain/Contract.ts"
import {
  CommitAnswer,
  PatchAnswer,
  RepositoriesAnswer,
  SearchAnswer,
  SimilarAnswer,
  TouchesAnswer
} from "../../commitIndex/model/answers.ts"

const reading = { readOnly: true, idempotent: true, destructive: false } as const

const filters = {
  since: Schema.optionalKey(Schema.Int.annotate({ description: "Unix timestamp lower bound on author date" })),
  until: Schema.optionalKey(Schema.Int.annotate({ description: "Unix timestamp upper bound on author date" })),
  repos: Schema.optionalKey(Schema.Array(Schema.String).annotate({ description: "Filter by repo names" })),
  author: Schema.optionalKey(Schema.String.annotate({ description: "Part of the author's name or address" })),
  branch: Schema.optionalKey(Schema.String.annotate({ description: "Only commits that this branch or tag leads to" })),
  cursor: Schema.optionalKey(Schema.String.annotate({ description: "next_cursor of the page before" }))
}

/** The same again: what they are is said once in a list of tools, for which every session pays. */
const filtersAgain = {
  since: filters.since,
  until: Schema.optionalKey(Schema.Int),
  repos: Schema.optionalKey(Schema.Array(Schema.String)),
  author: Schema.optionalKey(Schema.String),
  branch: Schema.optionalKey(Schema.String),
  cursor: Schema.optionalKey(Schema.String)
}

const repo = Schema.String.annotate({ description: "Repo name, as in results" })
const sha = Schema.String.annotate({ description: "Commit id, or a unique beginning of at least 4 digits" })

/** What a client may ask of `search`. */
export const SearchInput = Schema.Struct({
  query: Schema.String.annotate({ description: 'Words, or FTS5 syntax: "a phrase", prefix*, a OR b, subject:word' }),
  paths: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Filter by path substrings or globs" })
  ),
  ...filters,
  limit: Schema.optionalKey(Schema.Int.annotate({ description: "Max results (default 20)" }))
})
export type SearchInput = typeof SearchInput.Type

/** Outside of the question what was done before. */
export const searchContract: Contract<typeof SearchInput, typeof SearchAnswer> = {
  name: "commitmux_search",
  title: "What was done before",
  description:
    "Search commits of all indexed repositories by subject, body, reasons, paths and changed lines, best first. Use before building something, to find how it was done, or tried, elsewhere. Then commitmux_get_patch on the most relevant.",
  input: SearchInput,
  output: SearchAnswer,
  hints: reading
}

/** What a client may ask of `search_semantic`. */
export const SimilarInput = Schema.Struct({
  query: Schema.String.annotate({ description: "What is looked for, in your own words" }),
  paths: SearchInput.fields.paths,
  ...filters,
  limit: Schema.optionalKey(Schema.Int.annotate({ description: "Max results (default 10)" }))
})
export type SimilarInput = typeof SimilarInput.Type

/** Outside of the question what was done before, by meaning. */
export const similarContract: Contract<typeof SimilarInput, typeof SimilarAnswer> = {
  name: "commitmux_search_semantic",
  title: "What was done before, by meaning",
  description:
    "Search commits by what they mean, most similar first: use where commitmux_search finds nothing because the words differ. Finds only commits whose vectors were made (repositories say how many were not). The query is sent to the embeddings endpoint that the user configured: the only network call this server makes.",
  input: SimilarInput,
  output: SimilarAnswer,
  hints: reading
}

/** What a client may ask of `touches`. */
export const TouchesInput = Schema.Struct({
  path_glob: Schema.String.annotate({ description: "Part of a path, or a glob such as src/**/*.ts" }),
  ...filtersAgain,
  limit: Schema.optionalKey(Schema.Int.annotate({ description: "Max results (default 50)" }))
})
export type TouchesInput = typeof TouchesInput.Type

/** Outside of the question who changed a path. */
export const touchesContract: Contract<typeof TouchesInput, typeof TouchesAnswer> = {
  name: "commitmux_touches",
  title: "Who changed this path",
  description:
    "Find commits that changed matching paths, newest first, one result a file. Use before a change to see what recently happened around it.",
  input: TouchesInput,
  output: TouchesAnswer,
  hints: reading
}

/** What a client may ask of `get_commit`. */
export const CommitInput = Schema.Struct({ repo, sha })
export type CommitInput = typeof CommitInput.Type

/** Outside of the question what a commit says. */
export const commitContract: Contract<typeof CommitInput, typeof CommitAnswer> = {
  name: "commitmux_get_commit",
  title: "What a commit says",
  description: "Whole message, people, parents and every changed file of one commit. Use before fetching its patch.",
  input: CommitInput,
  output: CommitAnswer,
  hints: reading
}

/** What a client may ask of `get_patch`. */
export const PatchInput = Schema.Struct({
  repo,
  sha,
  max_bytes: Schema.optionalKey(
    Schema.Int.annotate({ description: "Cut the patch at a line end within so many bytes" })
  ),
  offset: Schema.optionalKey(Schema.Int.annotate({ description: "next_offset of the part before" })),
  path: Schema.optionalKey(Schema.String.annotate({ description: "Only this file's part" }))
})
export type PatchInput = typeof PatchInput.Type

/** Outside of the question what a commit changed. */
export const patchContract: Contract<typeof PatchInput, typeof PatchAnswer> = {
  name: "commitmux_get_patch",
  title: "What a commit changed",
  description: "The unified diff of one commit. Use max_bytes or path to keep large ones small.",
  input: PatchInput,
  output: PatchAnswer,
  hints: reading
}

/** Nothing to ask. */
export const RepositoriesInput = Schema.Struct({})

/** Outside of the question which repositories are indexed. */
export const repositoriesContract: Contract<typeof RepositoriesInput, typeof RepositoriesAnswer> = {
  name: "commitmux_list_repos",
  title: "Which repositories are indexed",
  description: "Names of the indexed repositories, how many commits each has and how fresh it is.",
  input: RepositoriesInput,
  output: RepositoriesAnswer,
  hints: reading
}
