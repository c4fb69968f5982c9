import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { anchorArgument, filterFlags, minConfidenceFlag, pathArgument, questionFlags } from "../../kit/flags.ts"
import { questionsLayer } from "../../kit/layers.ts"
import { validateAnchor } from "../../kit/query.ts"

/** `ultragit deps`: what relies on code. */
export const deps = Command.make(
  "deps",
  { path: pathArgument, anchor: anchorArgument, ...filterFlags, minConfidence: minConfidenceFlag, ...questionFlags },
  Effect.fnUntraced(function* (input) {
    const { printDeps } = yield* Effect.promise(() => import("./run.ts"))
    yield* printDeps(input)
  })
).pipe(
  Command.validate((input) => validateAnchor(input)),
  Command.withDescription("What relies on this code: regions elsewhere whose authors noted an assumption about it"),
  Command.withShortDescription("What relies on this code"),
  Command.withExamples([
    { command: "ultragit deps src/pool.ts Pool.acquire", description: "Before changing a function's behaviour" },
    { command: "ultragit deps src/pool.ts --json", description: "About a whole file, as JSON" }
  ]),
  Command.provide((input) => questionsLayer(input))
)
