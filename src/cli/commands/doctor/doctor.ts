import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag } from "../../kit/booleanFlags.ts"

/** `ultragit doctor`: checks everything that notes depend on. */
export const doctor = Command.make(
  "doctor",
  { json: jsonFlag, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    const { printDoctor } = yield* Effect.promise(() => import("./run.ts"))
    yield* printDoctor(input)
  })
).pipe(
  Command.withDescription(
    "Check everything that notes depend on in this repository; each warning or failure says how to fix it"
  ),
  Command.withShortDescription("Check everything that notes depend on"),
  Command.provide((input) => authoringLayer(input))
)
