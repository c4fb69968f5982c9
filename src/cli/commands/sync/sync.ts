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

const ask = booleanFlag("ask", "Ask the remote what it has now")

const noHooks = booleanFlag(
  "no-hooks",
  "Without the hooks pre-push and post-merge, which share notes along with commits"
)

const sharing = Effect.promise(() => import("./run.ts"))

const enable = Command.make("enable", { ...flags, noHooks }, (input) =>
  Effect.flatMap(sharing, ({ printEnable }) => printEnable({ ...input, hooks: !input.noHooks }))
).pipe(
  Command.withDescription("Share notes with a remote: git fetch brings them, pushes take them along"),
  Command.withShortDescription("Share notes with a remote"),
  Command.provide((input) => authoringLayer(input))
)

const disable = Command.make("disable", flags, (input) =>
  Effect.flatMap(sharing, ({ printDisable }) => printDisable(input))
).pipe(
  Command.withDescription("Take back what enable wrote; notes stay"),
  Command.withShortDescription("Stop sharing notes"),
  Command.provide((input) => authoringLayer(input))
)

const status = Command.make("status", { ...flags, ask }, (input) =>
  Effect.flatMap(sharing, ({ printStatus }) => printStatus(input))
).pipe(
  Command.withDescription("How the notes here and those of a remote stand to each other, without asking it"),
  Command.withShortDescription("What is ahead and behind"),
  Command.provide((input) => authoringLayer(input))
)

const pull = Command.make("pull", flags, (input) => Effect.flatMap(sharing, ({ printPull }) => printPull(input))).pipe(
  Command.withDescription("Fetch the notes of a remote and merge them into those here"),
  Command.withShortDescription("Bring the notes of a remote"),
  Command.provide((input) => authoringLayer(input))
)

const push = Command.make("push", flags, (input) => Effect.flatMap(sharing, ({ printPush }) => printPush(input))).pipe(
  Command.withDescription("Merge the notes of a remote with those here and push them, never by force"),
  Command.withShortDescription("Pull, and send our notes"),
  Command.provide((input) => authoringLayer(input))
)

/** `ultragit sync …`: notes shared with a remote. */
export const sync = Command.make("sync").pipe(
  Command.withDescription("Share notes with a remote; nothing is overwritten, here or there"),
  Command.withShortDescription("Share notes with a remote"),
  Command.withSubcommands([enable, disable, status, pull, push])
)
