import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

const flags = {
  remote: Flag.String("remote").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("Remote (default: the one notes are shared with, or origin)"),
    Flag.optional
  ),
  json: jsonFlag,
  ...placeFlags
}

const askFlag = booleanFlag("ask", "Also query the remote for its current notes")

const noHooksFlag = booleanFlag(
  "no-hooks",
  "Skip the pre-push and post-merge hooks, which share notes along with commits"
)

const pullsFlag = booleanFlag("pulls", "Also share imported pull requests, only with the host that they came from")

const loadRun = Effect.promise(() => import("./run.ts"))

const enable = Command.make("enable", { ...flags, noHooks: noHooksFlag, pulls: pullsFlag }, (input) =>
  Effect.flatMap(loadRun, ({ printEnable }) => printEnable({ ...input, hooks: !input.noHooks }))
).pipe(
  Command.withDescription("Share notes with a remote: git fetch gets them, pushes include them"),
  Command.withShortDescription("Share notes with a remote"),
  Command.provide((input) => authoringLayer(input))
)

const disable = Command.make("disable", flags, (input) =>
  Effect.flatMap(loadRun, ({ printDisable }) => printDisable(input))
).pipe(
  Command.withDescription("Undo sync enable; notes stay"),
  Command.withShortDescription("Stop sharing notes"),
  Command.provide((input) => authoringLayer(input))
)

const status = Command.make("status", { ...flags, ask: askFlag }, (input) =>
  Effect.flatMap(loadRun, ({ printStatus }) => printStatus(input))
).pipe(
  Command.withDescription("Compare local notes with those last fetched from the remote"),
  Command.withShortDescription("Show commits ahead and behind"),
  Command.provide((input) => authoringLayer(input))
)

const pull = Command.make("pull", flags, (input) => Effect.flatMap(loadRun, ({ printPull }) => printPull(input))).pipe(
  Command.withDescription("Fetch the notes of a remote and merge them with the local ones"),
  Command.withShortDescription("Fetch and merge a remote's notes"),
  Command.provide((input) => authoringLayer(input))
)

const push = Command.make("push", flags, (input) => Effect.flatMap(loadRun, ({ printPush }) => printPush(input))).pipe(
  Command.withDescription(
    "Merge the notes of a remote with the local ones and push the result, never by force. The first notes of a remote are pushed " +
      "only after sync enable, or with --remote"
  ),
  Command.withShortDescription("Pull, then push notes"),
  Command.provide((input) => authoringLayer(input))
)

/** `ultragit sync …`: shares notes with a remote. */
export const sync = Command.make("sync").pipe(
  Command.withDescription("Share notes with a remote; overwrites no notes on either side"),
  Command.withShortDescription("Share notes with a remote"),
  Command.withSubcommands([enable, disable, status, pull, push])
)
