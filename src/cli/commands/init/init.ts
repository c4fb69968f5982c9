import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { dryRunFlag, jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

const flags = {
  noHooks: booleanFlag("no-hooks", "Write no hooks"),
  include: Flag.String("include").pipe(
    Flag.withMetavar("GLOB"),
    Flag.withDescription("Speak only of matching paths; may be given several times"),
    Flag.atLeast(0)
  ),
  exclude: Flag.String("exclude").pipe(
    Flag.withMetavar("GLOB"),
    Flag.withDescription("Do not speak of matching paths; may be given several times"),
    Flag.atLeast(0)
  ),
  dryRun: dryRunFlag,
  json: jsonFlag,
  ...placeFlags
}

/** `ultragit init`: sets a repository up. */
export const init = Command.make(
  "init",
  flags,
  Effect.fnUntraced(function* (input) {
    const { printInit } = yield* Effect.promise(() => import("./run.ts"))
    yield* printInit({ ...input, hooks: !input.noHooks })
  })
).pipe(
  Command.withDescription("Set a repository up: hooks that keep notes with their commits, and git's configuration"),
  Command.withShortDescription("Set a repository up"),
  Command.withExamples([
    { command: "ultragit init", description: "In the repository here; existing hooks stay" },
    { command: "ultragit init --exclude 'vendor/**' --dry-run", description: "Say what would be written" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
