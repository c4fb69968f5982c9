import type { Contract } from "../../domain/Contract.ts"
import {
  CommitSearchAnswer,
  FileAnswer,
  FilesAnswer,
  FileSearchAnswer,
  FindAnswer,
  ListAnswer
} from "../../repositoryHost/model/answers.ts"
import {
  CommitSearchInput,
  FileInput,
  FilesInput,
  FileSearchInput,
  FindInput,
  ListInput
} from "../../repositoryHost/model/inputs.ts"

const reading = { readOnly: true, idempotent: true, destructive: false } as const

/** Contract of `gb_list_repos`. */
export const listContract: Contract<typeof ListInput, typeof ListAnswer> = {
  name: "gb_list_repos",
  title: "Which repositories there are",
  command: "ultragit gitblit list",
  description: "List repositories by name, with description and last change.",
  input: ListInput,
  output: ListAnswer,
  hints: reading
}

/** Contract of `gb_list_files`. */
export const filesContract: Contract<typeof FilesInput, typeof FilesAnswer> = {
  name: "gb_list_files",
  title: "What is in a folder",
  command: "ultragit gitblit files",
  description: "List a folder of a repository: folders first, their names end in a slash.",
  input: FilesInput,
  output: FilesAnswer,
  hints: reading
}

/** Contract of `gb_read_file`. */
export const fileContract: Contract<typeof FileInput, typeof FileAnswer> = {
  name: "gb_read_file",
  title: "What a file says",
  command: "ultragit gitblit read",
  description: "Read a file with line numbers, at most 128 KB; give startLine and endLine for parts of larger ones.",
  input: FileInput,
  output: FileAnswer,
  hints: reading
}

/** Contract of `gb_file_search`. */
export const fileSearchContract: Contract<typeof FileSearchInput, typeof FileSearchAnswer> = {
  name: "gb_file_search",
  title: "Which files say this",
  command: "ultragit gitblit search",
  description:
    "Search file contents across repositories, best first, with the matching lines. Words are whole identifiers in any case: write get* for getUser. skipped names repositories that could not be searched.",
  input: FileSearchInput,
  output: FileSearchAnswer,
  hints: reading
}

/** Contract of `gb_commit_search`. */
export const commitSearchContract: Contract<typeof CommitSearchInput, typeof CommitSearchAnswer> = {
  name: "gb_commit_search",
  title: "Which commits say this",
  command: "ultragit gitblit commits",
  description: "Search commit messages of some repositories, newest first.",
  input: CommitSearchInput,
  output: CommitSearchAnswer,
  hints: reading
}

/** Contract of `gb_find_files`. */
export const findContract: Contract<typeof FindInput, typeof FindAnswer> = {
  name: "gb_find_files",
  title: "Where files with this name are",
  command: "ultragit gitblit find",
  description: "Find files by path across repositories.",
  input: FindInput,
  output: FindAnswer,
  hints: reading
}
