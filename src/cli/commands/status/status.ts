import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag } from "../../kit/booleanFlags.ts"

/** `ultragit status`: shows the state of the notes. */
export const status = Command.make(
  "status",
  { json: jsonFlag, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    const { printStatus } = yield* Effect.promise(() => import("./run.ts"))
    yield* printStatus(input)
  })
).pipe(
  Command.withDescription("Show the state of the notes: count, hooks, sharing, pending work"),
  Command.withShortDescription("Show the state of the notes"),
  Command.provide((input) => authoringLayer(input))
)
