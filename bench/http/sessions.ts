import { Effect } from "effect"
import { initialize } from "./messages.ts"
import { readText } from "./readText.ts"

/** Opens sessions and leaves them. */
export const leaveSessions = (base: string, count: number): Effect.Effect<void> =>
  Effect.forEach(Array.from({ length: count }), () => readText(`${base}/r/a/mcp`, initialize), {
    concurrency: 8,
    discard: true
  })
