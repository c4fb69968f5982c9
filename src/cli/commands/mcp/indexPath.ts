import { resolve } from "node:path"
import { Effect, Option } from "effect"
import { Environment } from "../../kit/Environment.ts"
import type { IndexFlags } from "../../kit/layers.ts"

const variables = ["ULTRAGIT_DB", "COMMITMUX_DB"]

/**
 * What a server that a client starts must be told of the index: clients need not have the environment of this shell.
 * Nothing where it is where it would be looked for anyway. Absolute.
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
