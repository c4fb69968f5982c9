import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

/** `ultragit rewrite`: notes follow a rewritten history. */
export const rewrite = Command.make(
  "rewrite",
  {
    map: Flag.String("map").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Where commits went: full old and new id on each line; - reads standard input")
    ),
    dryRun: booleanFlag("dry-run", "Say what would be done and write nothing"),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printRewrite } = yield* Effect.promise(() => import("./run.ts"))
    yield* printRewrite(input)
  })
).pipe(
  Command.withDescription(
    "Bring notes to the commits that took the place of theirs, by the map a history rewriter leaves"
  ),
  Command.withShortDescription("Bring notes along a rewritten history"),
  Command.withExamples([
    { command: "ultragit rewrite --map .git/filter-repo/commit-map", description: "After git filter-repo" },
    { command: "ultragit rewrite --map object-id-map.old-new.txt --dry-run", description: "After BFG, to see first" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
