import { Effect, Option } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { anchorArgument, pathArgument, questionFlags } from "../flags.ts"
import { annotationsAt } from "../place.ts"
import { oneAnchor } from "../question.ts"

const lines = Flag.String("lines").pipe(
  Flag.withAlias("l"),
  Flag.withMetavar("START:END"),
  Flag.withDescription("Lines, counted from 1, both included"),
  Flag.optional
)

/** `ultragit read`: why code is as it is. */
export const read = Command.make(
  "read",
  { path: pathArgument, anchor: anchorArgument, lines, ...questionFlags },
  Effect.fnUntraced(function* (input) {
    const { printRead } = yield* Effect.promise(() => import("../questions.ts"))
    yield* printRead(input, Option.match(input.lines, { onNone: () => ({}), onSome: (text) => ({ lines: text }) }))
  })
).pipe(
  Command.validate((input) => oneAnchor(input)),
  Command.withDescription("Why this code is as it is: intent, constraints and risks noted by those who wrote it"),
  Command.withShortDescription("Why this code is as it is"),
  Command.withExamples([
    { command: "ultragit read src/pool.ts", description: "Everything noted about a file" },
    { command: "ultragit read src/pool.ts Pool.acquire", description: "About one function or type" },
    { command: "ultragit read src/pool.ts --lines 40:60 --json", description: "About some lines, as JSON" },
    { command: "ultragit read src/pool.ts --rev v1.2.0", description: "As of another revision" }
  ]),
  Command.provide((input) => annotationsAt(input))
)
