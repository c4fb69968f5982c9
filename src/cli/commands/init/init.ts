import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { dryRunFlag, jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

const flags = {
  noHooks: booleanFlag("no-hooks", "Install no hooks"),
  include: Flag.String("include").pipe(
    Flag.withMetavar("GLOB"),
    Flag.withDescription("Only matching paths; repeatable"),
    Flag.atLeast(0)
  ),
  exclude: Flag.String("exclude").pipe(
    Flag.withMetavar("GLOB"),
    Flag.withDescription("Exclude matching paths; repeatable"),
    Flag.atLeast(0)
  ),
  dryRun: dryRunFlag,
  json: jsonFlag,
  ...placeFlags
}

/** `ultragit init`: sets up a repository. */
export const init = Command.make(
  "init",
  flags,
  Effect.fnUntraced(function* (input) {
    const { printInit } = yield* Effect.promise(() => import("./run.ts"))
    yield* printInit({ ...input, hooks: !input.noHooks })
  })
).pipe(
  Command.withDescription("Set up a repository: hooks that keep notes with their commits, and git configuration"),
  Command.withShortDescription("Set up a repository"),
  Command.withExamples([
    { command: "ultragit init", description: "The current repository; existing hooks stay" },
    { command: "ultragit init --exclude 'vendor/**' --dry-run", description: "Preview the changes" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
