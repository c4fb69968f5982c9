import type { ServerContext } from "@modelcontextprotocol/server"
import { Effect } from "effect"

/** Tells the client each second that the work goes on. */
const ticking = Effect.fnUntraced(function* (tool: string, token: string | number, context: ServerContext) {
  for (let seconds = 1; ; seconds += 1) {
    yield* Effect.sleep("1 second")
    yield* Effect.promise(() =>
      context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: token, progress: seconds, message: `${tool}: working for ${seconds} s` }
      })
    )
  }
})

/** Sends progress for work that lasts over a second, where the caller gave a token for it (spec mcp §2). */
export const withProgress = <A>(work: Effect.Effect<A>, tool: string, context: ServerContext): Effect.Effect<A> => {
  const token = context.mcpReq._meta?.progressToken
  return token === undefined ? work : Effect.raceFirst(work, ticking(tool, token, context))
}
