import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect, FiberSet } from "effect"
import type { Caller, ServedToolset } from "./ServedToolset.ts"
import type { Served } from "./Server.ts"

/** What a server offers, whatever its transport. */
export interface ServerOptions {
  /** Program name sent to clients. */
  readonly name: string
  readonly version: string
  readonly toolsets: ReadonlyArray<ServedToolset>
}

/** Maximum length of `instructions` in bytes (spec mcp §2). */
const maxInstructionsBytes = 1024

/** Joins the instructions of the toolsets, as many as fit. */
const joinInstructions = (toolsets: ReadonlyArray<ServedToolset>): string =>
  toolsets.reduce((text, { instructions }) => {
    const longer = text === "" ? instructions : `${text}\n${instructions}`
    return Buffer.byteLength(longer) <= maxInstructionsBytes ? longer : text
  }, "")

/** Opens all toolsets on the open repositories, and makes the runner of their calls, which ends with the scope. */
export const openToolsets = Effect.fnUntraced(function* (options: ServerOptions) {
  const callers: ReadonlyArray<Caller> = yield* Effect.forEach(options.toolsets, (toolset) => toolset.open())
  const run = yield* FiberSet.makeRuntimePromise<never, CallToolResult, never>()
  const served: Served = {
    name: options.name,
    version: options.version,
    instructions: joinInstructions(options.toolsets),
    contracts: () => Promise.all(options.toolsets.map((toolset) => toolset.contracts())).then((each) => each.flat()),
    call: (context, name, given) => {
      for (const caller of callers) {
        const result = caller(context, name, given)
        if (result !== undefined) return result
      }
      return undefined
    },
    run: (effect, { signal }) => run(effect, { signal })
  }
  return served
})
