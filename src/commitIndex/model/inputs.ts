import { Schema } from "effect"

const filters = {
  since: Schema.optionalKey(Schema.Int.annotate({ description: "Unix time lower bound on author date" })),
  until: Schema.optionalKey(Schema.Int.annotate({ description: "Unix time upper bound on author date" })),
  repos: Schema.optionalKey(Schema.Array(Schema.String).annotate({ description: "Filter by repo names" })),
  author: Schema.optionalKey(Schema.String.annotate({ description: "Part of author name or email" })),
  branch: Schema.optionalKey(Schema.String.annotate({ description: "Only on this branch or tag" })),
  cursor: Schema.optionalKey(Schema.String.annotate({ description: "next_cursor of the previous page" }))
}

/** The same filters without repeated descriptions: every session pays for the list of tools. */
const undescribedFilters = {
  since: filters.since,
  until: Schema.optionalKey(Schema.Int),
  repos: Schema.optionalKey(Schema.Array(Schema.String)),
  author: Schema.optionalKey(Schema.String),
  branch: Schema.optionalKey(Schema.String),
  cursor: Schema.optionalKey(Schema.String)
}

const maxTokens = Schema.optionalKey(Schema.Int.annotate({ description: "Token budget (default 10000)" }))

const repo = Schema.String.annotate({ description: "Repo name, as in results" })
const sha = Schema.String.annotate({ description: "Commit id, or a unique prefix of at least 4 digits" })

/** Arguments of `search`. */
export const SearchInput = Schema.Struct({
  query: Schema.String.annotate({ description: 'Words, or FTS5 syntax: "a phrase", prefix*, a OR b, subject:word' }),
  paths: Schema.optionalKey(Schema.Array(Schema.String).annotate({ description: "Path substrings or globs" })),
  ...filters,
  limit: Schema.optionalKey(Schema.Int.annotate({ description: "Max results (default 20)" })),
  max_tokens: maxTokens
})
export type SearchInput = typeof SearchInput.Type

/** Arguments of `search_semantic`. */
export const SimilarInput = Schema.Struct({
  query: Schema.String.annotate({ description: "What to find, in your own words" }),
  paths: SearchInput.fields.paths,
  ...filters,
  limit: Schema.optionalKey(Schema.Int.annotate({ description: "Max results (default 10)" })),
  max_tokens: maxTokens
})
export type SimilarInput = typeof SimilarInput.Type

/** Arguments of `touches`. */
export const TouchesInput = Schema.Struct({
  path_glob: Schema.String.annotate({ description: "Path substring or glob, e.g. src/**/*.ts" }),
  ...undescribedFilters,
  limit: Schema.optionalKey(Schema.Int.annotate({ description: "Max results (default 50)" })),
  max_tokens: Schema.optionalKey(Schema.Int)
})
export type TouchesInput = typeof TouchesInput.Type

/** Arguments of `get_commit`. */
export const CommitInput = Schema.Struct({
  repo,
  sha,
  max_tokens: Schema.optionalKey(Schema.Int)
})
export type CommitInput = typeof CommitInput.Type

/** Arguments of `get_patch`. */
export const PatchInput = Schema.Struct({
  repo,
  sha,
  max_bytes: Schema.optionalKey(Schema.Int.annotate({ description: "Maximum bytes, cut at a line end" })),
  offset: Schema.optionalKey(Schema.Int.annotate({ description: "next_offset of the previous part" })),
  path: Schema.optionalKey(Schema.String.annotate({ description: "Only this file" }))
})
export type PatchInput = typeof PatchInput.Type

/** Arguments of `list_repos`: none. */
export const RepositoriesInput = Schema.Struct({})
