import { Schema } from "effect"

const text = (description: string) => Schema.String.annotate({ description })
const optionalText = (description: string) => Schema.optionalKey(text(description))
const optionalInt = (description: string) => Schema.optionalKey(Schema.Int.annotate({ description }))
const texts = (description: string) => Schema.Array(Schema.String).annotate({ description })

const repo = text("Name, as gb_list_repos gives it")
const revision = optionalText("Branch, tag or commit (default: HEAD)")
const plain = { offset: Schema.optionalKey(Schema.Int), after: Schema.optionalKey(Schema.String) }

/** Arguments of `gb_list_repos`. */
export const ListInput = Schema.Struct({
  query: optionalText("Part of the name, in any case"),
  limit: optionalInt("1-100 (default 50)"),
  offset: optionalInt("Skip this many"),
  after: optionalText("endCursor of the previous page")
})
export type ListInput = typeof ListInput.Type

/** Arguments of `gb_list_files`. */
export const FilesInput = Schema.Struct({
  repo,
  path: optionalText("Folder (default: the root)"),
  revision,
  limit: optionalInt("1-200 (default 100)"),
  offset: Schema.optionalKey(Schema.Int)
})
export type FilesInput = typeof FilesInput.Type

/** Arguments of `gb_read_file`. */
export const FileInput = Schema.Struct({
  repo: Schema.String,
  path: Schema.String,
  revision: Schema.optionalKey(Schema.String),
  startLine: optionalInt("First line, from 1"),
  endLine: optionalInt("Last line")
})
export type FileInput = typeof FileInput.Type

/** Arguments of `gb_file_search`. */
export const FileSearchInput = Schema.Struct({
  query: text('Lucene: words, "a phrase", prefix*, AND, OR, -word, path:word. * alone lists files'),
  repos: Schema.optionalKey(texts("Default: all")),
  pathPattern: optionalText("Glob on the whole path; * crosses /"),
  branch: optionalText("Default: HEAD of each"),
  limit: optionalInt("1-100 (default 25)"),
  count: Schema.optionalKey(Schema.Int),
  contextLines: optionalInt("Lines around a match, 1-200 (default 10)"),
  ...plain
})
export type FileSearchInput = typeof FileSearchInput.Type

/** Arguments of `gb_commit_search`. */
export const CommitSearchInput = Schema.Struct({
  query: text("Lucene, over messages; fields author, committer, date, commit. * alone lists commits"),
  repos: Schema.Array(Schema.String),
  authors: Schema.optionalKey(texts("Any of them")),
  branch: Schema.optionalKey(Schema.String),
  limit: Schema.optionalKey(Schema.Int),
  count: Schema.optionalKey(Schema.Int),
  ...plain
})
export type CommitSearchInput = typeof CommitSearchInput.Type

/** Arguments of `gb_find_files`. */
export const FindInput = Schema.Struct({
  pathPattern: text("Glob on the whole path: * stops at /, ** does not"),
  repos: Schema.optionalKey(Schema.Array(Schema.String)),
  revision: Schema.optionalKey(Schema.String),
  limit: optionalInt("1-200 (default 50)"),
  offset: Schema.optionalKey(Schema.Int)
})
export type FindInput = typeof FindInput.Type
