import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag } from "../../kit/booleanFlags.ts"

/** `ultragit doctor`. */
export const doctor = Command.make(
  "doctor",
  { json: jsonFlag, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    const { printDoctor } = yield* Effect.promise(() => import("./run.ts"))
    yield* printDoctor(input)
  })
).pipe(
  Command.withDescription("Check everything that notes need here; each line that is not pass says what mends it"),
  Command.withShortDescription("Check everything that notes need"),
  Command.provide((input) => authoringLayer(input))
)
