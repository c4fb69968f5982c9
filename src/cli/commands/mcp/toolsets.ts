import { Effect } from "effect"
import { select } from "../../../serving/server/ServedToolset.ts"
import { Backend } from "../../kit/Backend.ts"

/** A name that no toolset has would keep the server from starting. Fails with `ToolsetUnknown`. */
export const checkToolsets = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const backend = yield* Backend
  yield* select(yield* backend.toolsets, names)
})
