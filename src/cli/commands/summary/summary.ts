import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { anchorArgument, evidenceFlag, filterFlags, minConfidenceFlag, questionFlags } from "../../kit/flags.ts"
import { questionsLayer } from "../../kit/layers.ts"
import { validateAnchor } from "../../kit/query.ts"

const path = Argument.String("path").pipe(
  Argument.withDescription(
    "File or folder, in the working directory or else from the repository root (default: the whole repository)"
  ),
  Argument.optional
)

const evidence = evidenceFlag("Quote history: for units without an annotation (auto), for all, or not at all")

/** `ultragit summary`: shows what a file or folder is for. */
export const summary = Command.make(
  "summary",
  { path, anchor: anchorArgument, ...filterFlags, minConfidence: minConfidenceFlag, evidence, ...questionFlags },
  Effect.fnUntraced(function* (input) {
    const { printSummary } = yield* Effect.promise(() => import("./run.ts"))
    yield* printSummary(input)
  })
).pipe(
  Command.validate((input) => validateAnchor(input)),
  Command.withDescription("Show what a file or folder is for: the newest intent, constraints and risks of each unit"),
  Command.withShortDescription("Show what a file or folder is for"),
  Command.withExamples([
    { command: "ultragit summary", description: "The whole repository" },
    { command: "ultragit summary src/net", description: "One folder" },
    { command: "ultragit summary .", description: "The working directory" },
    { command: "ultragit summary src/pool.ts --max-tokens 1000", description: "One file, within a thousand tokens" }
  ]),
  Command.provide((input) => questionsLayer(input))
)
