import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { dbFlag, questionFlags } from "../../kit/flags.ts"
import { commitsLayer } from "../../kit/layers.ts"
import { booleanFlag } from "../../kit/booleanFlags.ts"

const repeatableFlag = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.atLeast(0))

const textFlag = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

const shared = { format: questionFlags.format, json: questionFlags.json, db: dbFlag }

const filters = {
  since: textFlag("since", "TIME", "Only commits since an author date: 2025-01-31, '2 weeks ago'"),
  until: textFlag("until", "TIME", "Only commits up to an author date"),
  repoNames: repeatableFlag("repo-name", "NAME", "Only this repository of the index; repeatable"),
  author: textFlag("author", "TEXT", "Only authors whose name or email address contains TEXT"),
  branch: textFlag("branch", "NAME", "Only commits reachable from this branch or tag"),
  cursor: textFlag("cursor", "CURSOR", "Continue after the previous page")
}

const limit = (byDefault: number) =>
  Flag.Int("limit").pipe(
    Flag.withAlias("n"),
    Flag.withMetavar("N"),
    Flag.withDescription(`Maximum results, 1 to 500 (default: ${byDefault})`),
    Flag.optional
  )

const repository = Argument.String("repo").pipe(
  Argument.withDescription("Name of the repository in the index, or NAME:SHA")
)
const sha = Argument.String("sha").pipe(
  Argument.withDescription("Commit id, or a unique prefix of at least 4 digits"),
  Argument.optional
)

const loadRun = Effect.promise(() => import("./run.ts"))

const search = Command.make(
  "search",
  {
    query: Argument.String("query").pipe(
      Argument.withDescription("Words, or FTS5 syntax: '\"a phrase\"', 'prefix*', 'a OR b', 'subject:word'"),
      Argument.variadic({ min: 1 })
    ),
    paths: repeatableFlag(
      "path",
      "PATH",
      "Only commits that changed a matching path: part of it, or a glob; repeatable"
    ),
    similar: booleanFlag(
      "similar",
      "Search by meaning instead of words; sends the query to the endpoint of ULTRAGIT_EMBED_MODEL (default limit: 10)"
    ),
    ...filters,
    limit: limit(20),
    maxTokens: questionFlags.maxTokens,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printSearch }) => printSearch(input))
).pipe(
  Command.withDescription(
    "Search commits of all indexed repositories by message, reason, path and changed lines, best match first"
  ),
  Command.withShortDescription("Search commits by words or meaning"),
  Command.withExamples([
    { command: "ultragit commits search rate limiter", description: "In all repositories" },
    {
      command: "ultragit commits search retry --repo-name api --path 'src/**/*.ts'",
      description: "In matching files of one repository"
    },
    { command: "ultragit commits search --similar slow down abusive clients", description: "By meaning" },
    { command: "ultragit commits search 'pool OR broker' --since '3 months ago'", description: "In recent commits" }
  ]),
  Command.provide((input) => commitsLayer(input))
)

const touches = Command.make(
  "touches",
  {
    path: Argument.String("path").pipe(Argument.withDescription("Part of a path, or a glob such as 'src/**/*.ts'")),
    ...filters,
    limit: limit(50),
    maxTokens: questionFlags.maxTokens,
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printTouches }) => printTouches(input))
).pipe(
  Command.withDescription("List commits that changed matching paths, newest first, one line per file"),
  Command.withShortDescription("List commits that changed a path"),
  Command.withExamples([
    {
      command: "ultragit commits touches src/auth/ --since '1 month ago'",
      description: "Recent changes in a folder"
    }
  ]),
  Command.provide((input) => commitsLayer(input))
)

const show = Command.make("show", { repository, sha, maxTokens: questionFlags.maxTokens, ...shared }, (input) =>
  Effect.flatMap(loadRun, ({ printCommit }) => printCommit(input))
).pipe(
  Command.withDescription("Show one commit: complete message, people, parents and changed files"),
  Command.withShortDescription("Show one commit"),
  Command.withExamples([
    { command: "ultragit commits show api a3f9c12b", description: "A commit that a search found" }
  ]),
  Command.provide((input) => commitsLayer(input))
)

const patch = Command.make(
  "patch",
  {
    repository,
    sha,
    maxBytes: Flag.Int("max-bytes").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Cut the patch at a line end within N bytes"),
      Flag.optional
    ),
    offset: Flag.Int("offset").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Start at this byte, where the previous part ended"),
      Flag.optional
    ),
    path: textFlag("path", "PATH", "Only the changes of this file"),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printPatch }) => printPatch(input))
).pipe(
  Command.withDescription(
    "Print the unified diff of one commit, byte for byte; on a terminal colored, with control characters escaped"
  ),
  Command.withShortDescription("Show what one commit changed"),
  Command.withExamples([
    {
      command: "ultragit commits patch api a3f9c12b | git apply --check",
      description: "Check whether it applies here"
    },
    { command: "ultragit commits patch api a3f9c12b --path src/limit.ts", description: "One file" }
  ]),
  Command.provide((input) => commitsLayer(input))
)

/** `ultragit commits …`: searches the commits of all indexed repositories. */
export const commits = Command.make("commits").pipe(
  Command.withDescription("Search past commits in every repository of the index (ultragit repos)"),
  Command.withShortDescription("Search the commits of all your repositories"),
  Command.withSubcommands([search, touches, show, patch])
)
