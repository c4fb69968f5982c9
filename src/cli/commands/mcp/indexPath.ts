import { resolve } from "node:path"
import { Effect, Option } from "effect"
import { Environment } from "../../kit/Environment.ts"
import type { IndexFlags } from "../../kit/layers.ts"

const variables = ["ULTRAGIT_DB", "COMMITMUX_DB"]

/**
 * Resolves the index file to write into a client's configuration, because the client may lack this shell's environment.
 * Absolute; undefined for the default location.
 */
export const resolveIndexPath = Effect.fnUntraced(function* ({ db }: IndexFlags, toolsets: ReadonlyArray<string>) {
  const env = yield* Environment
  const isServed = toolsets.some((name) => name === "commits" || name === "all")
  const named = isServed
    ? variables.map((name) => env[name]).find((path) => path !== undefined && path !== "")
    : undefined
  const path = Option.getOrElse(db, () => named)
  return path === undefined ? undefined : resolve(path)
})
