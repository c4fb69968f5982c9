import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag } from "../../kit/booleanFlags.ts"

/** `ultragit status`. */
export const status = Command.make(
  "status",
  { json: jsonFlag, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    const { printStatus } = yield* Effect.promise(() => import("./run.ts"))
    yield* printStatus(input)
  })
).pipe(
  Command.withDescription("How the notes here stand: how many, hooks, sharing, what waits"),
  Command.withShortDescription("How the notes here stand"),
  Command.provide((input) => authoringLayer(input))
)
