import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { anchorArgument, depthFlag, evidenceFlag, filterFlags, pathArgument, questionFlags } from "../../kit/flags.ts"
import { questionsLayer } from "../../kit/layers.ts"
import { validateAnchor } from "../../kit/query.ts"

const limit = Flag.Int("limit").pipe(
  Flag.withAlias("n"),
  Flag.withMetavar("N"),
  Flag.withDescription("Maximum entries; keeps the newest (default: 10)"),
  Flag.optional
)

const evidence = evidenceFlag("Quote history: for changes without an annotation (auto), for all, or not at all")

/** `ultragit history`: shows the annotated changes of code. */
export const history = Command.make(
  "history",
  { path: pathArgument, anchor: anchorArgument, limit, ...filterFlags, depth: depthFlag, evidence, ...questionFlags },
  Effect.fnUntraced(function* (input) {
    const { printHistory } = yield* Effect.promise(() => import("./run.ts"))
    yield* printHistory(input)
  })
).pipe(
  Command.validate((input) => validateAnchor(input)),
  Command.withDescription(
    "Show how this code came to be: every annotated change, including overwritten code, oldest first"
  ),
  Command.withShortDescription("Show how this code came to be"),
  Command.withExamples([
    { command: "ultragit history src/pool.ts Pool.acquire", description: "One function" },
    { command: "ultragit history src/pool.ts --limit 3", description: "The three newest changes of a file" }
  ]),
  Command.provide((input) => questionsLayer(input))
)
