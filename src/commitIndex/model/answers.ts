import { Schema } from "effect"

const path = Schema.String
const seconds = Schema.Int.annotate({ description: "Unix seconds" })

/** How fresh the index of a repository is. */
export const Freshness = Schema.Struct({
  name: Schema.String,
  indexed_at: Schema.NullOr(seconds),
  behind: Schema.NullOr(Schema.Int).annotate({
    description: "Commits not yet indexed; null where the repository cannot be asked, or did not tell in time"
  })
})
export type Freshness = typeof Freshness.Type

/** A commit that was found, with why. */
export const SearchResult = Schema.Struct({
  repo: Schema.String,
  sha: Schema.String,
  subject: Schema.String,
  author: Schema.String,
  date: seconds,
  matched_paths: Schema.Array(path),
  patch_excerpt: Schema.String,
  intent: Schema.optionalKey(Schema.String.annotate({ description: "Of the commit's annotation" })),
  reasoning: Schema.optionalKey(Schema.String.annotate({ description: "Passage of it that matched" }))
})
export type SearchResult = typeof SearchResult.Type

/** What `search` answers: a page of commits, best first, and how fresh what they were found in is. */
export const SearchAnswer = Schema.Struct({
  results: Schema.Array(SearchResult),
  repositories: Schema.Array(Freshness),
  words_left_out: Schema.optionalKey(Schema.Int.annotate({ description: "Of a long query" })),
  next_cursor: Schema.optionalKey(Schema.String)
})
export type SearchAnswer = typeof SearchAnswer.Type

/** A commit that similarity found. */
export const SimilarResult = Schema.Struct({
  ...SearchResult.fields,
  score: Schema.Finite.annotate({ description: "Similarity, 0 to 1; higher is more similar" })
})
/** A commit that similarity found. */
export type SimilarResult = typeof SimilarResult.Type

/** How fresh the index of a repository is, and how much of it similarity can find. */
export const SimilarFreshness = Schema.Struct({
  ...Freshness.fields,
  without_vector: Schema.Int.annotate({ description: "Indexed commits that similarity cannot find" })
})
export type SimilarFreshness = typeof SimilarFreshness.Type

/** What `similar` answers. */
export const SimilarAnswer = Schema.Struct({
  results: Schema.Array(SimilarResult),
  repositories: Schema.Array(SimilarFreshness),
  next_cursor: Schema.optionalKey(Schema.String)
})
/** What `similar` answers. */
export type SimilarAnswer = typeof SimilarAnswer.Type

/** Added, modified, deleted, renamed, copied, of another type. */
export const Status = Schema.Literals(["A", "M", "D", "R", "C", "T"])
export type Status = typeof Status.Type

/** What the index itself wrote. */
export const decodeStatus = Schema.decodeUnknownSync(Status)

/** A file that a commit changed. */
export const TouchesResult = Schema.Struct({
  repo: Schema.String,
  sha: Schema.String,
  subject: Schema.String,
  date: seconds,
  path,
  status: Status
})
export type TouchesResult = typeof TouchesResult.Type

/** What `touches` answers: a page of files, newest change first, and how fresh what they were found in is. */
export const TouchesAnswer = Schema.Struct({
  results: Schema.Array(TouchesResult),
  repositories: Schema.Array(Freshness),
  next_cursor: Schema.optionalKey(Schema.String)
})
export type TouchesAnswer = typeof TouchesAnswer.Type

const Person = Schema.Struct({ name: Schema.String, email: Schema.String })

/**
 * What `get_commit` answers. `patch`: whether `get_patch` has one, and from where; `merge` and `oversize` are read from the
 * repository, `pending` is not indexed yet.
 */
export const CommitAnswer = Schema.Struct({
  repo: Schema.String,
  sha: Schema.String,
  subject: Schema.String,
  body: Schema.NullOr(Schema.String),
  author: Schema.String,
  date: seconds,
  changed_files: Schema.Array(Schema.Struct({ path, status: Status, old_path: Schema.NullOr(path) })),
  author_email: Schema.String,
  committer: Person,
  commit_date: seconds,
  parents: Schema.Array(Schema.String),
  refs: Schema.Array(Schema.String),
  patch: Schema.Literals(["stored", "merge", "oversize", "binary", "empty", "pending"]),
  intent: Schema.optionalKey(Schema.String),
  reasoning: Schema.optionalKey(Schema.String),
  trimmed: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Int).annotate({ description: "Whole length of fields cut" })
  )
})
export type CommitAnswer = typeof CommitAnswer.Type

/** What `get_patch` answers: a part of a unified diff, its whole size in bytes, and where the next part begins. */
export const PatchAnswer = Schema.Struct({
  repo: Schema.String,
  sha: Schema.String,
  patch_text: Schema.String,
  truncated: Schema.Boolean,
  total_bytes: Schema.Int,
  next_offset: Schema.optionalKey(Schema.Int)
})
export type PatchAnswer = typeof PatchAnswer.Type

/** What `list_repos` answers: all repositories of the index, by name. */
export const RepositoriesAnswer = Schema.Struct({
  repositories: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      commit_count: Schema.Int,
      last_synced_at: Schema.NullOr(seconds),
      behind: Schema.NullOr(Schema.Int),
      last_error: Schema.NullOr(Schema.String)
    })
  )
})
export type RepositoriesAnswer = typeof RepositoriesAnswer.Type
