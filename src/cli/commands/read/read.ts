import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import {
  depthFlag,
  evidenceFlag,
  filterFlags,
  minConfidenceFlag,
  pathArgument,
  questionFlags
} from "../../kit/flags.ts"
import { questionsLayer } from "../../kit/layers.ts"

const more = Argument.String("anchor-or-path").pipe(
  Argument.withDescription(
    "More files, and the function or type to read, as with --anchor; also as src/pool.ts:Pool.acquire"
  ),
  Argument.variadic()
)

const lines = Flag.String("lines").pipe(
  Flag.withAlias("l"),
  Flag.withMetavar("START:END"),
  Flag.withDescription("Line range of one file, 1-based and inclusive; also as src/pool.ts:40-60"),
  Flag.optional
)

const maxRegions = Flag.Int("max-regions").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("Maximum regions per file, most confident first (default: 20)"),
  Flag.optional
)

const evidence = evidenceFlag("Quote history: for lines that no annotation covers (auto), for all lines, or not at all")

/** Arguments and flags of `ultragit read`. */
export const readParameters = {
  path: pathArgument,
  more,
  lines,
  ...filterFlags,
  minConfidence: minConfidenceFlag,
  depth: depthFlag,
  maxRegions,
  evidence,
  ...questionFlags
}

/** `ultragit read`. Simple command lines bypass this parser (`plainRead.ts`). */
export const read = Command.make(
  "read",
  readParameters,
  Effect.fnUntraced(function* (input) {
    const { printReads } = yield* Effect.promise(() => import("./run.ts"))
    yield* printReads(input)
  })
).pipe(
  Command.withDescription("Show why this code is the way it is: intent, constraints and risks recorded by its authors"),
  Command.withShortDescription("Show why this code is the way it is"),
  Command.withExamples([
    { command: "ultragit read src/pool.ts", description: "Everything recorded about a file" },
    { command: "ultragit read src/pool.ts Pool.acquire", description: "One function or type" },
    { command: "ultragit read src/pool.ts --lines 40:60 --json", description: "A range of lines, as JSON" },
    { command: "ultragit read src/*.ts --max-tokens 4000", description: "Several files within one token budget" },
    { command: "ultragit read src/pool.ts --since v1.2.0 --tags concurrency", description: "Filtered by age and tag" },
    { command: "ultragit read src/pool.ts --rev v1.2.0", description: "At another revision" },
    { command: "ultragit read src/pool.ts Pool.acquire --evidence always", description: "With what history says, too" }
  ]),
  Command.provide((input) => questionsLayer(input))
)
