import { Effect } from "effect"
import { select } from "../../../serving/server/ServedToolset.ts"
import { Backend } from "../../kit/Backend.ts"

/** Fails with `ToolsetUnknown` if a name is no toolset, which would keep the server from starting. */
export const checkToolsets = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const backend = yield* Backend
  yield* select(yield* backend.toolsets, names)
})
