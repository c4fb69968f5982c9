import { Effect, Option } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { jsonFlag } from "../../kit/booleanFlags.ts"
import { envFileFlag, questionFlags, rootFlag } from "../../kit/flags.ts"
import { gitblitLayer } from "../../kit/layers.ts"
import { serve } from "./serve.ts"

const textFlag = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

const countFlag = (name: string, description: string) =>
  Flag.Int(name).pipe(Flag.withMetavar("N"), Flag.withDescription(description), Flag.optional)

const limit = (byDefault: number, max: number) =>
  countFlag("limit", `Maximum results, 1 to ${max} (default: ${byDefault})`).pipe(Flag.withAlias("n"))

const shared = { root: rootFlag, envFile: envFileFlag, format: questionFlags.format, json: questionFlags.json }
const offset = countFlag("offset", "Skip this many results")
const revision = textFlag("revision", "REV", "Branch, tag or commit (default: HEAD)")
const branch = textFlag("branch", "NAME", "Branch to search (default: HEAD of each repository)")
const after = textFlag("after", "CURSOR", "Continue after the previous page")

const repos = Flag.String("in").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("Only this repository; repeatable"),
  Flag.atLeast(0)
)

const repo = Argument.String("repo").pipe(Argument.withDescription("Name of the repository"))

const query = Argument.String("query").pipe(
  Argument.withDescription("Lucene query: words, '\"a phrase\"', 'prefix*', 'a AND b', 'a OR b', 'a -b', 'path:word'")
)

const loadRun = Effect.promise(() => import("./run.ts"))

const list = Command.make(
  "list",
  {
    query: Argument.String("query").pipe(Argument.withDescription("Part of the name, in any case"), Argument.optional),
    limit: limit(50, 100),
    offset,
    after,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printList }) => printList(input))
).pipe(
  Command.withDescription("List repositories by name, with description and last change"),
  Command.withShortDescription("List repositories"),
  Command.withExamples([{ command: "ultragit gitblit list api", description: "Those with api in their name" }]),
  Command.provide((input) => gitblitLayer(input))
)

const files = Command.make(
  "files",
  {
    repo,
    path: Argument.String("path").pipe(Argument.withDescription("Folder (default: the root)"), Argument.optional),
    revision,
    limit: limit(100, 200),
    offset,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printFiles }) => printFiles(input))
).pipe(
  Command.withDescription("List a folder of a repository: folders first, with their sizes in bytes"),
  Command.withShortDescription("List a folder of a repository"),
  Command.withExamples([{ command: "ultragit gitblit files team/api src", description: "One folder" }]),
  Command.provide((input) => gitblitLayer(input))
)

const read = Command.make(
  "read",
  {
    repo,
    path: Argument.String("path").pipe(Argument.withDescription("File, from the root of the repository")),
    revision,
    startLine: countFlag("start", "First line, from 1"),
    endLine: countFlag("end", "Last line"),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printFile }) => printFile(input))
).pipe(
  Command.withDescription("Print a file of a repository with line numbers, at most 128 KB"),
  Command.withShortDescription("Print a file of a repository"),
  Command.withExamples([
    { command: "ultragit gitblit read team/api src/pool.ts --start 10 --end 40", description: "Some lines" }
  ]),
  Command.provide((input) => gitblitLayer(input))
)

const find = Command.make(
  "find",
  {
    pathPattern: Argument.String("glob").pipe(
      Argument.withDescription("Glob on the whole path: * stops at slashes, ** does not")
    ),
    repos,
    revision,
    limit: limit(50, 200),
    offset,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printFind }) => printFind(input))
).pipe(
  Command.withDescription("Find files by path across repositories"),
  Command.withShortDescription("Find files by path"),
  Command.withExamples([{ command: "ultragit gitblit find '**/pool.ts'", description: "In all repositories" }]),
  Command.provide((input) => gitblitLayer(input))
)

const search = Command.make(
  "search",
  {
    query,
    repos,
    pathPattern: textFlag("path", "GLOB", "Only files with a matching path; * crosses slashes"),
    branch,
    contextLines: countFlag("context", "Lines around a match, 1 to 200 (default: 10)"),
    limit: limit(25, 100),
    offset,
    after,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printSearch }) => printSearch(input))
).pipe(
  Command.withDescription("Search the files of all repositories, best first, with the lines around what matches"),
  Command.withShortDescription("Search files by content"),
  Command.withExamples([
    { command: "ultragit gitblit search 'retry AND broker'", description: "Both words" },
    { command: "ultragit gitblit search 'conn*' --path '*.java' --in team/api", description: "In some files" }
  ]),
  Command.provide((input) => gitblitLayer(input))
)

const commits = Command.make(
  "commits",
  {
    query,
    repos: Flag.String("in").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("Repository to search; repeatable"),
      Flag.atLeast(1)
    ),
    authors: Flag.String("author").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("Only commits by this author; repeatable, any of them"),
      Flag.atLeast(0)
    ),
    branch,
    limit: limit(25, 100),
    offset,
    after,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printCommits }) => printCommits(input))
).pipe(
  Command.withDescription("Search the commit messages of repositories, newest first"),
  Command.withShortDescription("Search commits by message"),
  Command.withExamples([{ command: "ultragit gitblit commits 'fix*' --in team/api", description: "Fixes" }]),
  Command.provide((input) => gitblitLayer(input))
)

const index = Command.make("index", { root: rootFlag, json: jsonFlag }, (input) =>
  Effect.flatMap(loadRun, ({ printIndex }) => printIndex(input))
).pipe(
  Command.withDescription(
    "Make the index of files of a folder of repositories, or bring it up to date, for faster searches"
  ),
  Command.withShortDescription("Index the files of a folder for searches"),
  Command.withExamples([{ command: "ultragit gitblit index --root ~/src", description: "Again after changes" }]),
  Command.provide(({ root }) => gitblitLayer({ root, envFile: Option.none() }))
)

/** `ultragit gitblit`: repositories of a server or folder. */
export const gitblit = Command.make("gitblit").pipe(
  Command.withDescription("Browse and search the repositories of a Gitblit server, or of a folder"),
  Command.withShortDescription("Browse and search other repositories"),
  Command.withSubcommands([list, files, read, find, search, commits, index, serve])
)
