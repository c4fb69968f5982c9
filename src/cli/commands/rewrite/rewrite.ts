import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

/** `ultragit rewrite`: carries notes to rewritten commits. */
export const rewrite = Command.make(
  "rewrite",
  {
    map: Flag.String("map").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Commit map: full old and new id on each line; - reads standard input")
    ),
    dryRun: booleanFlag("dry-run", "Show what would change, write nothing"),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printRewrite } = yield* Effect.promise(() => import("./run.ts"))
    yield* printRewrite(input)
  })
).pipe(
  Command.withDescription("Carry notes to rewritten commits, using the commit map of a history rewriter"),
  Command.withShortDescription("Carry notes to rewritten commits"),
  Command.withExamples([
    { command: "ultragit rewrite --map .git/filter-repo/commit-map", description: "After git filter-repo" },
    { command: "ultragit rewrite --map object-id-map.old-new.txt --dry-run", description: "After BFG, as a preview" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
