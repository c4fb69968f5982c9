import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { anchorArgument, pathArgument, placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

/** `ultragit flag`: what is not to be trusted any more. */
export const flag = Command.make(
  "flag",
  {
    path: pathArgument,
    anchor: anchorArgument,
    reason: Flag.String("reason").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Why what the notes say is not to be trusted")
    ),
    commit: Flag.String("commit").pipe(
      Flag.withMetavar("REV"),
      Flag.withDescription("Only what this commit's note says (default: all that speak of it now)"),
      Flag.optional
    ),
    allowSecret: booleanFlag("allow-secret", "Take a text that looks like a credential"),
    dryRun: booleanFlag("dry-run", "Say what would be flagged and write nothing"),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printFlag } = yield* Effect.promise(() => import("./run.ts"))
    yield* printFlag(input)
  })
).pipe(
  Command.withDescription(
    "Say that what the notes tell about this code is not to be trusted; it stays, and scores lower"
  ),
  Command.withShortDescription("Say that a note is not to be trusted"),
  Command.withExamples([
    {
      command: "ultragit flag src/pool.ts Pool.acquire --reason 'It waits now instead of failing.'",
      description: "About one function"
    }
  ]),
  Command.provide((input) => authoringLayer(input))
)
