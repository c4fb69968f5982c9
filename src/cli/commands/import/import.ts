import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"
import type { HostKind } from "../../../adapters/hosting/Site.ts"

const makeHostCommand = (kind: HostKind, title: string, requests: string, login: string) =>
  Command.make(
    kind,
    {
      remote: Flag.String("remote").pipe(
        Flag.withMetavar("NAME"),
        Flag.withDescription(`Remote (default: the first that is a project on ${title}, origin first)`),
        Flag.optional
      ),
      dryRun: booleanFlag("dry-run", `Only count: sends one query, writes nothing`),
      json: jsonFlag,
      repo: placeFlags.repo
    },
    Effect.fnUntraced(function* (input) {
      const { printPullsImport } = yield* Effect.promise(() => import("./runPulls.ts"))
      yield* printPullsImport(kind, input)
    })
  ).pipe(
    Command.withDescription(
      `Import the merged ${requests} of the remote's project, with the review comments that give reasons, as notes on ` +
        "their commits, so that read quotes them. Imports only what is new or changed; an interrupted import " +
        `continues where it was. Needs a token: ${login}. Exit code 1 if ${title} stops it early`
    ),
    Command.withShortDescription(`Import merged ${requests} of ${title}`),
    Command.provide((input) => authoringLayer(input))
  )

const github = makeHostCommand("github", "GitHub", "pull requests", "GITHUB_TOKEN, or that of gh auth login")

const gitlab = makeHostCommand("gitlab", "GitLab", "merge requests", "GITLAB_TOKEN, or that of glab auth login")

/** `ultragit import`: attaches exported notes to their commits. */
export const importCommand = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("Exported file; - reads standard input, ./github is a file")
    ),
    force: booleanFlag("force", "Replace existing notes instead of merging"),
    dryRun: booleanFlag("dry-run", "Show what would change, write nothing"),
    allowSecret: booleanFlag("allow-secret", "Accept notes with text that looks like a credential"),
    map: Flag.String("map").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Commit map: old and new id on each line, as git filter-repo writes it"),
      Flag.optional
    ),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printImport } = yield* Effect.promise(() => import("./run.ts"))
    yield* printImport(input)
  })
).pipe(
  Command.withDescription("Attach exported notes to their commits, merging with existing notes"),
  Command.withShortDescription("Attach exported notes, merging"),
  Command.withExamples([
    { command: "ultragit import notes.jsonl --dry-run", description: "Preview the import" },
    { command: "ultragit import notes.jsonl --map .git/filter-repo/commit-map", description: "After a rewrite" }
  ]),
  Command.provide((input) => authoringLayer(input)),
  Command.withSubcommands([github, gitlab])
)
