import { Schema } from "effect"

const totals = { totalCount: Schema.Int, limitHit: Schema.Boolean }

/** Where the next page begins. */
export const Pagination = Schema.Struct({
  totalCount: Schema.Int,
  hasNextPage: Schema.Boolean,
  endCursor: Schema.optionalKey(Schema.String.annotate({ description: "Pass as after" }))
})
export type Pagination = typeof Pagination.Type

/** Repositories that could not be asked, with the reason. Absent if there are none. */
const skipped = Schema.optionalKey(Schema.Array(Schema.Struct({ repository: Schema.String, reason: Schema.String })))

/** A repository that could not be asked. */
export interface Skipped {
  readonly repository: string
  readonly reason: string
}

const RepositorySummary = Schema.Struct({
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  lastChange: Schema.NullOr(Schema.String),
  hasCommits: Schema.Boolean
})
export type RepositorySummary = typeof RepositorySummary.Type

/** Answer of `gb_list_repos`. */
export const ListAnswer = Schema.Struct({
  repositories: Schema.Array(RepositorySummary),
  ...totals,
  pagination: Schema.optionalKey(Pagination),
  skipped
})
export type ListAnswer = typeof ListAnswer.Type

/** Answer of `gb_list_files`. `path` is a name; that of a folder ends in a slash. */
export const FilesAnswer = Schema.Struct({
  files: Schema.Array(
    Schema.Struct({ path: Schema.String, isDirectory: Schema.Boolean, size: Schema.optionalKey(Schema.Int) })
  ),
  ...totals
})
export type FilesAnswer = typeof FilesAnswer.Type

/** Answer of `gb_read_file`: lines as `<number>: <text>\n`. */
export const FileAnswer = Schema.Struct({ content: Schema.String })
export type FileAnswer = typeof FileAnswer.Type

const Found = Schema.Struct({ repository: Schema.String, revision: Schema.String, files: Schema.Array(Schema.String) })
export type Found = typeof Found.Type

/** Answer of `gb_find_files`. */
export const FindAnswer = Schema.Struct({ pattern: Schema.String, ...totals, results: Schema.Array(Found), skipped })
export type FindAnswer = typeof FindAnswer.Type

const Chunk = Schema.Struct({ startLine: Schema.Int, endLine: Schema.Int, content: Schema.String })
export type Chunk = typeof Chunk.Type

const FileHit = Schema.Struct({
  repository: Schema.String,
  path: Schema.String,
  branch: Schema.NullOr(Schema.String),
  commitId: Schema.NullOr(Schema.String),
  chunks: Schema.Array(Chunk),
  matchedLines: Schema.optionalKey(Schema.Array(Schema.Int))
})
export type FileHit = typeof FileHit.Type

const UnindexedFiles = Schema.Struct({ reason: Schema.String, repositories: Schema.Int })
/** How many repositories git searched, and why the index of files was not asked. */
export type Unindexed = typeof UnindexedFiles.Type

/** Answer of `gb_file_search`, best first. */
export const FileSearchAnswer = Schema.Struct({
  query: Schema.String,
  ...totals,
  results: Schema.Array(FileHit),
  pagination: Schema.optionalKey(Pagination),
  skipped,
  unindexed: Schema.optionalKey(
    Schema.Array(UnindexedFiles).annotate({ description: "Searched by git grep, which takes longer, and why" })
  )
})
export type FileSearchAnswer = typeof FileSearchAnswer.Type

const CommitHit = Schema.Struct({
  repository: Schema.String,
  commit: Schema.String,
  author: Schema.String,
  committer: Schema.NullOr(Schema.String),
  date: Schema.String,
  title: Schema.String,
  message: Schema.String,
  branch: Schema.NullOr(Schema.String)
})
export type CommitHit = typeof CommitHit.Type

/** Repositories whose history git was asked for, with the reason why the index of commits was not. Absent if there are none. */
const unindexed = Schema.optionalKey(
  Schema.Array(Schema.Struct({ repository: Schema.String, reason: Schema.String })).annotate({
    description: "Searched by git log, which takes longer, and why"
  })
)

/** Answer of `gb_commit_search`, newest first. */
export const CommitSearchAnswer = Schema.Struct({
  query: Schema.String,
  ...totals,
  commits: Schema.Array(CommitHit),
  pagination: Schema.optionalKey(Pagination),
  skipped,
  unindexed
})
export type CommitSearchAnswer = typeof CommitSearchAnswer.Type

/** Answer of `gitblit index`. */
export const IndexAnswer = Schema.Struct({
  /** Commits that the index has, and those and the contents that were added. */
  commits: Schema.Int,
  addedCommits: Schema.Int,
  addedFiles: Schema.Int,
  skipped: Schema.Array(Schema.Struct({ repository: Schema.String, reason: Schema.String }))
})
export type IndexAnswer = typeof IndexAnswer.Type
