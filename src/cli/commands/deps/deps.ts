import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import {
  anchorArgument,
  evidenceFlag,
  filterFlags,
  minConfidenceFlag,
  pathArgument,
  questionFlags
} from "../../kit/flags.ts"
import { questionsLayer } from "../../kit/layers.ts"
import { validateAnchor } from "../../kit/query.ts"

const evidence = evidenceFlag("Add the files that historically change together with this one, or not")

/** `ultragit deps`: shows what relies on code. */
export const deps = Command.make(
  "deps",
  {
    path: pathArgument,
    anchor: anchorArgument,
    ...filterFlags,
    minConfidence: minConfidenceFlag,
    evidence,
    ...questionFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printDeps } = yield* Effect.promise(() => import("./run.ts"))
    yield* printDeps(input)
  })
).pipe(
  Command.validate((input) => validateAnchor(input)),
  Command.withDescription(
    "Show what relies on this code: regions elsewhere whose authors recorded an assumption about it"
  ),
  Command.withShortDescription("Show what relies on this code"),
  Command.withExamples([
    { command: "ultragit deps src/pool.ts Pool.acquire", description: "Before changing a function's behavior" },
    { command: "ultragit deps src/pool.ts --json", description: "A whole file, as JSON" },
    {
      command: "ultragit deps src/pool.ts --evidence never",
      description: "Without the files that change together with it"
    }
  ]),
  Command.provide((input) => questionsLayer(input))
)
