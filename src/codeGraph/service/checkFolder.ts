import { Effect } from "effect"
import { CodeReader } from "../../codeIndex/reading/CodeReader.ts"

/** Fails where a path names no file or folder of a complete index. */
export const checkFolder = Effect.fnUntraced(function* (path: string | undefined, view: string) {
  const question = { query_type: "files", limit: 1, ...(path === undefined ? {} : { path }) } as const
  yield* (yield* CodeReader).request("graph", { view, question })
})
