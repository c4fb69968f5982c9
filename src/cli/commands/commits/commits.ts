import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { dbFlag, questionFlags } from "../../kit/flags.ts"
import { commitsLayer } from "../../kit/layers.ts"
import { booleanFlag } from "../../kit/booleanFlags.ts"

const several = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.atLeast(0))

const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

const shared = { format: questionFlags.format, json: questionFlags.json, db: dbFlag }

const filters = {
  since: text("since", "TIME", "Only commits since then, by author date: 2025-01-31, '2 weeks ago'"),
  until: text("until", "TIME", "Only commits until then"),
  repoNames: several("repo-name", "NAME", "Only this repository of the index; also several"),
  author: text("author", "TEXT", "Part of the author's name or address"),
  branch: text("branch", "NAME", "Only commits that this branch or tag leads to"),
  cursor: text("cursor", "CURSOR", "Go on where the page before ended")
}

const limit = (usual: number) =>
  Flag.Int("limit").pipe(
    Flag.withAlias("n"),
    Flag.withMetavar("N"),
    Flag.withDescription(`Results at most, 1 to 500 (default: ${usual})`),
    Flag.optional
  )

const repository = Argument.String("repo").pipe(Argument.withDescription("Name of the repository in the index"))
const sha = Argument.String("sha").pipe(
  Argument.withDescription("Commit id, or a unique beginning of at least 4 digits")
)

const asking = Effect.promise(() => import("./run.ts"))

const search = Command.make(
  "search",
  {
    query: Argument.String("query").pipe(
      Argument.withDescription("Words, or FTS5 syntax: '\"a phrase\"', 'prefix*', 'a OR b', 'subject:word'"),
      Argument.variadic({ min: 1 })
    ),
    paths: several("path", "PATH", "Only commits that changed such a path: any part of it, or a glob; also several"),
    similar: booleanFlag(
      "similar",
      "By meaning instead of words: the query is sent to the endpoint of ULTRAGIT_EMBED_MODEL (10 results unless -n)"
    ),
    ...filters,
    limit: limit(20),
    ...shared
  },
  (input) => Effect.flatMap(asking, ({ printSearch }) => printSearch(input))
).pipe(
  Command.withDescription("Commits of all indexed repositories by message, reason, path and changed lines, best first"),
  Command.withShortDescription("How something was done before"),
  Command.withExamples([
    { command: "ultragit commits search rate limiter", description: "How it was done before, anywhere" },
    { command: "ultragit commits search retry --repo-name api --path 'src/**/*.ts'", description: "In some files" },
    { command: "ultragit commits search --similar slow down abusive clients", description: "In other words" },
    { command: "ultragit commits search 'pool OR broker' --since '3 months ago'", description: "Lately" }
  ]),
  Command.provide((input) => commitsLayer(input))
)

const touches = Command.make(
  "touches",
  {
    path: Argument.String("path").pipe(Argument.withDescription("Part of a path, or a glob such as 'src/**/*.ts'")),
    ...filters,
    limit: limit(50),
    ...shared
  },
  (input) => Effect.flatMap(asking, ({ printTouches }) => printTouches(input))
).pipe(
  Command.withDescription("Commits that changed matching paths, newest first, one line a file"),
  Command.withShortDescription("Which commits changed a path"),
  Command.withExamples([
    {
      command: "ultragit commits touches src/auth/ --since '1 month ago'",
      description: "Before changing something there"
    }
  ]),
  Command.provide((input) => commitsLayer(input))
)

const show = Command.make("show", { repository, sha, maxTokens: questionFlags.maxTokens, ...shared }, (input) =>
  Effect.flatMap(asking, ({ printCommit }) => printCommit(input))
).pipe(
  Command.withDescription("Whole message, people, parents and changed files of one commit"),
  Command.withShortDescription("What one commit says"),
  Command.withExamples([{ command: "ultragit commits show api a3f9c12b", description: "One that was found" }]),
  Command.provide((input) => commitsLayer(input))
)

const patch = Command.make(
  "patch",
  {
    repository,
    sha,
    maxBytes: Flag.Int("max-bytes").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Cut it at a line end within so many bytes"),
      Flag.optional
    ),
    offset: Flag.Int("offset").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Go on at this byte, where the part before was cut"),
      Flag.optional
    ),
    path: text("path", "PATH", "Only this file's part"),
    ...shared
  },
  (input) => Effect.flatMap(asking, ({ printPatch }) => printPatch(input))
).pipe(
  Command.withDescription("The unified diff of one commit, byte for byte; on a terminal coloured and made inert"),
  Command.withShortDescription("What one commit changed"),
  Command.withExamples([
    { command: "ultragit commits patch api a3f9c12b | git apply --check", description: "Would it apply here?" },
    { command: "ultragit commits patch api a3f9c12b --path src/limit.ts", description: "One file of it" }
  ]),
  Command.provide((input) => commitsLayer(input))
)

/** `ultragit commits …`: what was done before, in every indexed repository. */
export const commits = Command.make("commits").pipe(
  Command.withDescription("What was done before, in every repository of the index (ultragit repos)"),
  Command.withShortDescription("Search the commits of all your repositories"),
  Command.withSubcommands([search, touches, show, patch])
)
