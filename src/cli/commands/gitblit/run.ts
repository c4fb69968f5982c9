import { Effect, Option, type Schema } from "effect"
import { formatCount } from "../../../domain/Text.ts"
import { RepositoryHost } from "../../../repositoryHost/model/RepositoryHost.ts"
import type { HostError } from "../../../repositoryHost/model/HostError.ts"
import { pageLimits } from "../../../repositoryHost/model/paging.ts"
import {
  askCommitSearch,
  askFile,
  askFiles,
  askFileSearch,
  askFind,
  askList
} from "../../../repositoryHost/service/askHost.ts"
import {
  commitSearchContract,
  fileContract,
  filesContract,
  fileSearchContract,
  findContract,
  listContract
} from "../../../toolsets/gitblit/contracts.ts"
import { commitSearchText, filesText, fileSearchText, findText, listText } from "../../../toolsets/gitblit/text.ts"
import { type Format, printText } from "../../kit/answer.ts"
import { optionalField } from "../../kit/query.ts"
import { printResult } from "../../kit/result.ts"
import { withWorkProgress } from "../../kit/workProgress.ts"

interface FormatInput {
  readonly format: Format
  readonly json: boolean
}

interface PageFlags extends FormatInput {
  readonly limit: Option.Option<number>
  readonly offset: Option.Option<number>
}

const toPage = ({ limit, offset }: PageFlags) => ({
  ...optionalField("limit", limit),
  ...optionalField("offset", offset)
})

const toRepos = (repos: ReadonlyArray<string>) => (repos.length === 0 ? {} : { repos })

/** Asks with a progress bar, and prints the answer. Its JSON equals the structured content of the tool. */
const printAnswer = Effect.fnUntraced(function* <A>(
  input: FormatInput,
  output: Schema.ConstraintCodec<A, unknown>,
  ask: Effect.Effect<A, HostError, RepositoryHost>,
  text: (answer: A) => string
) {
  const answer = yield* withWorkProgress(ask)
  yield* printText(input, output, answer, Effect.succeed(text(answer)))
})

interface ListFlags extends PageFlags {
  readonly query: Option.Option<string>
  readonly after: Option.Option<string>
}

/** Prints the answer of `gitblit list`. */
export const printList = Effect.fn("Cli.gitblitList")((input: ListFlags) =>
  printAnswer(
    input,
    listContract.output,
    askList({ ...optionalField("query", input.query), ...optionalField("after", input.after), ...toPage(input) }),
    listText
  )
)

interface FilesFlags extends PageFlags {
  readonly repo: string
  readonly path: Option.Option<string>
  readonly revision: Option.Option<string>
}

/** Prints the answer of `gitblit files`. */
export const printFiles = Effect.fn("Cli.gitblitFiles")((input: FilesFlags) =>
  printAnswer(
    input,
    filesContract.output,
    askFiles({
      repo: input.repo,
      ...optionalField("path", input.path),
      ...optionalField("revision", input.revision),
      ...toPage(input)
    }),
    filesText
  )
)

interface ReadFlags extends FormatInput {
  readonly repo: string
  readonly path: string
  readonly revision: Option.Option<string>
  readonly startLine: Option.Option<number>
  readonly endLine: Option.Option<number>
}

/** Prints the answer of `gitblit read`. */
export const printFile = Effect.fn("Cli.gitblitRead")((input: ReadFlags) =>
  printAnswer(
    input,
    fileContract.output,
    askFile({
      repo: input.repo,
      path: input.path,
      ...optionalField("revision", input.revision),
      ...optionalField("startLine", input.startLine),
      ...optionalField("endLine", input.endLine)
    }),
    ({ content }) => content.trimEnd()
  )
)

interface FindFlags extends PageFlags {
  readonly pathPattern: string
  readonly repos: ReadonlyArray<string>
  readonly revision: Option.Option<string>
}

/** Prints the answer of `gitblit find`. */
export const printFind = Effect.fn("Cli.gitblitFind")((input: FindFlags) =>
  printAnswer(
    input,
    findContract.output,
    askFind({
      pathPattern: input.pathPattern,
      ...toRepos(input.repos),
      ...optionalField("revision", input.revision),
      ...toPage(input)
    }),
    findText
  )
)

interface SearchFlags extends PageFlags {
  readonly query: string
  readonly repos: ReadonlyArray<string>
  readonly branch: Option.Option<string>
  readonly after: Option.Option<string>
}

/** By `count`, the answer has the cursor that `--after` takes. */
const toSearch = (input: SearchFlags) => ({
  query: input.query,
  count: Option.getOrElse(input.limit, () => pageLimits.search.byDefault),
  ...optionalField("branch", input.branch),
  ...optionalField("after", input.after),
  ...optionalField("offset", input.offset)
})

interface FileSearchFlags extends SearchFlags {
  readonly pathPattern: Option.Option<string>
  readonly contextLines: Option.Option<number>
}

/** Prints the answer of `gitblit search`. */
export const printSearch = Effect.fn("Cli.gitblitSearch")((input: FileSearchFlags) =>
  printAnswer(
    input,
    fileSearchContract.output,
    askFileSearch({
      ...toSearch(input),
      ...toRepos(input.repos),
      ...optionalField("pathPattern", input.pathPattern),
      ...optionalField("contextLines", input.contextLines)
    }),
    fileSearchText
  )
)

/** Prints the answer of `gitblit commits`. */
export const printCommits = Effect.fn("Cli.gitblitCommits")(
  (input: SearchFlags & { readonly authors: ReadonlyArray<string> }) =>
    printAnswer(
      input,
      commitSearchContract.output,
      askCommitSearch({
        ...toSearch(input),
        repos: input.repos,
        ...(input.authors.length === 0 ? {} : { authors: input.authors })
      }),
      commitSearchText
    )
)

/** Makes the index of files or brings it up to date, and prints what it has. */
export const printIndex = Effect.fn("Cli.gitblitIndex")(function* ({ json }: Pick<FormatInput, "json">) {
  const host = yield* RepositoryHost
  const { addedCommits, addedFiles, commits, skipped } = yield* withWorkProgress(host.updateIndex)
  const added = `${formatCount(addedCommits, "commit")} and ${formatCount(addedFiles, "file content")}`
  const document = {
    $schema: "ultragit-gitblit-index/v1",
    commits,
    added_commits: addedCommits,
    added_files: addedFiles,
    skipped
  }
  const warnings = skipped.map(({ reason, repository }) => `Skipped ${repository}: ${reason}`)
  yield* printResult(
    { document, lines: [`Added ${added}; the index covers ${formatCount(commits, "commit")}.`], warnings },
    json
  )
})
