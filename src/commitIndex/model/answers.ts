import { Schema } from "effect"

const path = Schema.String
const seconds = Schema.Int.annotate({ description: "Unix seconds" })

/** How current the index of a repository is. */
export const Freshness = Schema.Struct({
  name: Schema.String,
  indexed_at: Schema.NullOr(seconds),
  behind: Schema.NullOr(Schema.Int).annotate({
    description: "Commits to index: new, or with a changed note; null if unknown"
  })
})
export type Freshness = typeof Freshness.Type

/** A matching commit with the text that matched. */
export const SearchResult = Schema.Struct({
  repo: Schema.String,
  sha: Schema.String,
  subject: Schema.String,
  author: Schema.String,
  date: seconds,
  matched_paths: Schema.Array(path),
  patch_excerpt: Schema.String,
  intent: Schema.optionalKey(Schema.String.annotate({ description: "From its annotation" })),
  reasoning: Schema.optionalKey(Schema.String.annotate({ description: "Matching annotation text" })),
  copies: Schema.optionalKey(
    Schema.Array(Schema.Struct({ repo: Schema.String, sha: Schema.String })).annotate({
      description: "Same commit, other ids"
    })
  )
})
export type SearchResult = typeof SearchResult.Type

/** What the token budget cut from a page: `results` counts those of the whole page. The rest follows `next_cursor`. */
const pageEnd = {
  trimmed: Schema.optionalKey(Schema.Struct({ results: Schema.Int })),
  next_cursor: Schema.optionalKey(Schema.String)
}

/** Answer of `search`: a page of commits, best match first, and how current their repositories' index is. */
export const SearchAnswer = Schema.Struct({
  results: Schema.Array(SearchResult),
  repositories: Schema.Array(Freshness),
  words_left_out: Schema.optionalKey(Schema.Int.annotate({ description: "In a long query" })),
  ...pageEnd
})
export type SearchAnswer = typeof SearchAnswer.Type

/** A commit found by similarity. */
export const SimilarResult = Schema.Struct({
  ...SearchResult.fields,
  score: Schema.Finite.annotate({ description: "Similarity from 0 to 1" })
})
/** A commit found by similarity. */
export type SimilarResult = typeof SimilarResult.Type

/** How current the index of a repository is, and how many of its commits lack a vector. */
export const SimilarFreshness = Schema.Struct({
  ...Freshness.fields,
  without_vector: Schema.Int.annotate({ description: "Indexed commits without a vector" })
})
export type SimilarFreshness = typeof SimilarFreshness.Type

/** Answer of `similar`. */
export const SimilarAnswer = Schema.Struct({
  results: Schema.Array(SimilarResult),
  repositories: Schema.Array(SimilarFreshness),
  ...pageEnd
})
/** Answer of `similar`. */
export type SimilarAnswer = typeof SimilarAnswer.Type

/** Added, modified, deleted, renamed, copied, type changed. */
export const Status = Schema.Literals(["A", "M", "D", "R", "C", "T"])
export type Status = typeof Status.Type

/** Decodes a status that the index wrote. Throws on anything else. */
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

/** Answer of `touches`: a page of changed files, newest change first, and how current their repositories' index is. */
export const TouchesAnswer = Schema.Struct({
  results: Schema.Array(TouchesResult),
  repositories: Schema.Array(Freshness),
  ...pageEnd
})
export type TouchesAnswer = typeof TouchesAnswer.Type

const Person = Schema.Struct({ name: Schema.String, email: Schema.String })

/**
 * Answer of `get_commit`. `patch` says where `get_patch` reads the patch: `stored` is in the index, `merge` and `oversize` are
 * read from the repository, `pending` is not indexed yet.
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
  patch: Schema.Literals(["stored", "merge", "oversize", "binary", "empty", "pending", "unknown"]),
  intent: Schema.optionalKey(Schema.String),
  reasoning: Schema.optionalKey(Schema.String),
  trimmed: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Int).annotate({ description: "Full length of cut fields" })
  )
})
export type CommitAnswer = typeof CommitAnswer.Type

/** Answer of `get_patch`: part of a unified diff, its total size in bytes, and the offset of the next part. */
export const PatchAnswer = Schema.Struct({
  repo: Schema.String,
  sha: Schema.String,
  patch_text: Schema.String,
  truncated: Schema.Boolean,
  total_bytes: Schema.Int,
  next_offset: Schema.optionalKey(Schema.Int)
})
export type PatchAnswer = typeof PatchAnswer.Type

/** Answer of `list_repos`: all repositories of the index, sorted by name. */
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
