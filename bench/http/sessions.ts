import { Effect } from "effect"
import { endSession, initialize, sessionCall } from "./messages.ts"
import { exchange } from "./readText.ts"

const times = (count: number, work: Effect.Effect<unknown>): Effect.Effect<void> =>
  Effect.forEach(Array.from({ length: count }), () => work, { concurrency: 8, discard: true })

const openSession = (base: string): Effect.Effect<string> =>
  Effect.map(exchange(`${base}/r/a/mcp`, "POST", initialize), ({ headers }) => String(headers["mcp-session-id"]))

/** Opens sessions and leaves them. */
export const leaveSessions = (base: string, count: number): Effect.Effect<void> => times(count, openSession(base))

/** Opens sessions, asks a question in each and ends it, so that a server has loaded and compiled what sessions need. */
export const useSessions = (base: string, count: number): Effect.Effect<void> =>
  times(
    count,
    Effect.gen(function* () {
      const session = yield* openSession(base)
      const call = sessionCall(session, 1, "ultragit_read", { path: "only-a.ts" })
      yield* exchange(`${base}/r/a/mcp`, "POST", call)
      yield* exchange(`${base}/r/a/mcp`, "DELETE", endSession(session))
    })
  )
