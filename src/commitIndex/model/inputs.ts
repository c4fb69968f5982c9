import { Schema } from "effect"

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

/** What a client may ask of `search_semantic`. */
export const SimilarInput = Schema.Struct({
  query: Schema.String.annotate({ description: "What is looked for, in your own words" }),
  paths: SearchInput.fields.paths,
  ...filters,
  limit: Schema.optionalKey(Schema.Int.annotate({ description: "Max results (default 10)" }))
})
export type SimilarInput = typeof SimilarInput.Type

/** What a client may ask of `touches`. */
export const TouchesInput = Schema.Struct({
  path_glob: Schema.String.annotate({ description: "Part of a path, or a glob such as src/**/*.ts" }),
  ...filtersAgain,
  limit: Schema.optionalKey(Schema.Int.annotate({ description: "Max results (default 50)" }))
})
export type TouchesInput = typeof TouchesInput.Type

/** What a client may ask of `get_commit`. */
export const CommitInput = Schema.Struct({
  repo,
  sha,
  max_tokens: Schema.optionalKey(Schema.Int.annotate({ description: "Token budget (default 10000)" }))
})
export type CommitInput = typeof CommitInput.Type

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

/** Nothing to ask. */
export const RepositoriesInput = Schema.Struct({})
