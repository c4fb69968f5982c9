import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { dryRunFlag, jsonFlag } from "../../kit/booleanFlags.ts"

/** `ultragit uninstall`: undoes `ultragit init`. */
export const uninstall = Command.make(
  "uninstall",
  { dryRun: dryRunFlag, json: jsonFlag, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    const { printUninstall } = yield* Effect.promise(() => import("./run.ts"))
    yield* printUninstall(input)
  })
).pipe(
  Command.withDescription("Undo init, byte for byte; notes stay"),
  Command.withShortDescription("Undo init"),
  Command.withExamples([{ command: "ultragit uninstall --dry-run", description: "Preview the changes" }]),
  Command.provide((input) => authoringLayer(input))
)
