import type { Tool } from "../../domain/Contract.ts"
import type {
  CommitSearchAnswer,
  FileAnswer,
  FilesAnswer,
  FileSearchAnswer,
  FindAnswer,
  ListAnswer
} from "../../repositoryHost/model/answers.ts"
import type {
  CommitSearchInput,
  FileInput,
  FilesInput,
  FileSearchInput,
  FindInput,
  ListInput
} from "../../repositoryHost/model/inputs.ts"
import type { RepositoryHost } from "../../repositoryHost/model/RepositoryHost.ts"
import {
  askCommitSearch,
  askFile,
  askFiles,
  askFileSearch,
  askFind,
  askList
} from "../../repositoryHost/service/askHost.ts"
import {
  commitSearchContract,
  fileContract,
  filesContract,
  fileSearchContract,
  findContract,
  listContract
} from "./contracts.ts"
import { withCode } from "./withCode.ts"

/** Serves `gb_list_repos`. */
export const listTool: Tool<typeof ListInput, typeof ListAnswer, RepositoryHost> = {
  contract: listContract,
  program: withCode(askList)
}

/** Serves `gb_list_files`. */
export const filesTool: Tool<typeof FilesInput, typeof FilesAnswer, RepositoryHost> = {
  contract: filesContract,
  program: withCode(askFiles)
}

/** Serves `gb_read_file`. */
export const fileTool: Tool<typeof FileInput, typeof FileAnswer, RepositoryHost> = {
  contract: fileContract,
  program: withCode(askFile)
}

/** Serves `gb_file_search`. */
export const fileSearchTool: Tool<typeof FileSearchInput, typeof FileSearchAnswer, RepositoryHost> = {
  contract: fileSearchContract,
  program: withCode(askFileSearch)
}

/** Serves `gb_commit_search`. */
export const commitSearchTool: Tool<typeof CommitSearchInput, typeof CommitSearchAnswer, RepositoryHost> = {
  contract: commitSearchContract,
  program: withCode(askCommitSearch)
}

/** Serves `gb_find_files`. */
export const findTool: Tool<typeof FindInput, typeof FindAnswer, RepositoryHost> = {
  contract: findContract,
  program: withCode(askFind)
}
