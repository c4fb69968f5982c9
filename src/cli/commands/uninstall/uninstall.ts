import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { dryRunFlag, jsonFlag } from "../../kit/booleanFlags.ts"

/** `ultragit uninstall`: takes back what `init` did. */
export const uninstall = Command.make(
  "uninstall",
  { dryRun: dryRunFlag, json: jsonFlag, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    const { printUninstall } = yield* Effect.promise(() => import("./run.ts"))
    yield* printUninstall(input)
  })
).pipe(
  Command.withDescription("Take back what init did, byte for byte; notes stay"),
  Command.withShortDescription("Take back what init did"),
  Command.withExamples([{ command: "ultragit uninstall --dry-run", description: "Say what would be removed" }]),
  Command.provide((input) => authoringLayer(input))
)
