import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"
import { sessionClients } from "../../../sessions/transcripts/Session.ts"
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

const sessions = Command.make(
  "sessions",
  {
    clients: Flag.Literals("client", sessionClients).pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription(`Only sessions of this client: ${sessionClients.join(", ")}; repeatable (default: all)`),
      Flag.atLeast(0)
    ),
    since: Flag.String("since").pipe(
      Flag.withMetavar("TIME"),
      Flag.withDescription("Only transcripts changed since a date: 2025-01-31, '2 weeks ago'"),
      Flag.optional
    ),
    queued: booleanFlag("queued", "Import the sessions that hooks queued").pipe(Flag.withHidden),
    dryRun: booleanFlag("dry-run", "Show what would be drafted, write nothing"),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printSessionsImport } = yield* Effect.promise(() => import("./runSessions.ts"))
    yield* printSessionsImport(input)
  })
).pipe(
  Command.withDescription(
    "Read the sessions of coding agents in this repository, match their edits with commits, and draft annotations of " +
      "what was said: quotes only, without text that looks like a credential. Drafts wait in files that only you can " +
      "read; ultragit drafts shows them. Transcripts stay where they are, and nothing is sent anywhere unless the " +
      "setting ultragit.sessionsModel is on"
  ),
  Command.withShortDescription("Draft annotations from agents' sessions"),
  Command.withExamples([
    { command: "ultragit import sessions --dry-run", description: "Preview the drafts" },
    {
      command: "ultragit import sessions --client claude-code --since '1 week ago'",
      description: "One client's newest"
    }
  ]),
  Command.provide((input) => authoringLayer(input))
)

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
  Command.withDescription(
    "Attach exported notes to their commits, merging with existing notes; or import pull requests or agents' sessions"
  ),
  Command.withShortDescription("Import exported notes, pull requests or agents' sessions"),
  Command.withExamples([
    { command: "ultragit import notes.jsonl --dry-run", description: "Preview the import" },
    { command: "ultragit import notes.jsonl --map .git/filter-repo/commit-map", description: "After a rewrite" }
  ]),
  Command.provide((input) => authoringLayer(input)),
  Command.withSubcommands([github, gitlab, sessions])
)
