import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { depthFlag, filterFlags, minConfidenceFlag, pathArgument, questionFlags } from "../../kit/flags.ts"
import { questionsLayer } from "../../kit/layers.ts"

const more = Argument.String("anchor-or-path").pipe(
  Argument.withDescription("More files, and the function or type that is asked about, as --anchor has it"),
  Argument.variadic()
)

const lines = Flag.String("lines").pipe(
  Flag.withAlias("l"),
  Flag.withMetavar("START:END"),
  Flag.withDescription("Lines of one file, counted from 1, both included"),
  Flag.optional
)

const maxRegions = Flag.Int("max-regions").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("Most confident regions to show of each file (default: 20)"),
  Flag.optional
)

/** All that it takes. */
export const readParameters = {
  path: pathArgument,
  more,
  lines,
  ...filterFlags,
  minConfidence: minConfidenceFlag,
  depth: depthFlag,
  maxRegions,
  ...questionFlags
}

/** `ultragit read`: why code is as it is. What is plain of it goes another way (`plainRead.ts`). */
export const read = Command.make(
  "read",
  readParameters,
  Effect.fnUntraced(function* (input) {
    const { printReads } = yield* Effect.promise(() => import("./run.ts"))
    yield* printReads(input)
  })
).pipe(
  Command.withDescription("Why this code is as it is: intent, constraints and risks noted by those who wrote it"),
  Command.withShortDescription("Why this code is as it is"),
  Command.withExamples([
    { command: "ultragit read src/pool.ts", description: "Everything noted about a file" },
    { command: "ultragit read src/pool.ts Pool.acquire", description: "About one function or type" },
    { command: "ultragit read src/pool.ts --lines 40:60 --json", description: "About some lines, as JSON" },
    { command: "ultragit read src/*.ts --max-tokens 4000", description: "Several files, all within one budget" },
    { command: "ultragit read src/pool.ts --since v1.2.0 --tags concurrency", description: "Some of it" },
    { command: "ultragit read src/pool.ts --rev v1.2.0", description: "As of another revision" }
  ]),
  Command.provide((input) => questionsLayer(input))
)
