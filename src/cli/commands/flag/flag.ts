import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { anchorArgument, pathArgument, placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

/** `ultragit flag`: marks notes as not trustworthy. */
export const flag = Command.make(
  "flag",
  {
    path: pathArgument,
    anchor: anchorArgument,
    reason: Flag.String("reason").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Why the notes are wrong or outdated")
    ),
    commit: Flag.String("commit").pipe(
      Flag.withMetavar("REV"),
      Flag.withDescription("Only the note of this commit (default: all notes about this code)"),
      Flag.optional
    ),
    allowSecret: booleanFlag("allow-secret", "Accept text that looks like a credential"),
    dryRun: booleanFlag("dry-run", "Show what would be flagged, write nothing"),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printFlag } = yield* Effect.promise(() => import("./run.ts"))
    yield* printFlag(input)
  })
).pipe(
  Command.withDescription("Mark notes about this code as not trustworthy; they stay, with less confidence"),
  Command.withShortDescription("Mark a note as not trustworthy"),
  Command.withExamples([
    {
      command: "ultragit flag src/pool.ts Pool.acquire --reason 'It waits now instead of failing.'",
      description: "One function"
    }
  ]),
  Command.provide((input) => authoringLayer(input))
)
