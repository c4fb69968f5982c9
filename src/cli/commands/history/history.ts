import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { anchorArgument, depthFlag, filterFlags, pathArgument, questionFlags } from "../../kit/flags.ts"
import { questionsLayer } from "../../kit/layers.ts"
import { validateAnchor } from "../../kit/query.ts"

const limit = Flag.Int("limit").pipe(
  Flag.withAlias("n"),
  Flag.withMetavar("N"),
  Flag.withDescription("Newest entries to show (default: 10)"),
  Flag.optional
)

/** `ultragit history`: how code came to be. */
export const history = Command.make(
  "history",
  { path: pathArgument, anchor: anchorArgument, limit, ...filterFlags, depth: depthFlag, ...questionFlags },
  Effect.fnUntraced(function* (input) {
    const { printHistory } = yield* Effect.promise(() => import("./run.ts"))
    yield* printHistory(input)
  })
).pipe(
  Command.validate((input) => validateAnchor(input)),
  Command.withDescription("How this code came to be: every annotated step, overwritten ones too, oldest first"),
  Command.withShortDescription("How this code came to be"),
  Command.withExamples([
    { command: "ultragit history src/pool.ts Pool.acquire", description: "The story of one function" },
    { command: "ultragit history src/pool.ts --limit 3", description: "The three newest steps of a file" }
  ]),
  Command.provide((input) => questionsLayer(input))
)
