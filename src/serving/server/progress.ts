import type { ServerContext } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { type Progress, WorkProgress } from "../../domain/WorkProgress.ts"

const formatMessage = (tool: string, seconds: number, progress: Progress | undefined): string =>
  progress === undefined
    ? `${tool}: working for ${seconds} s`
    : `${tool}: ${progress.done} of ${progress.total} ${progress.counted} after ${seconds} s`

/** Sends a progress notification every second. Its `progress` is the elapsed seconds, which must increase. */
const notifyEverySecond = Effect.fnUntraced(function* (
  tool: string,
  token: string | number,
  context: ServerContext,
  latest: () => Progress | undefined
) {
  for (let seconds = 1; ; seconds += 1) {
    yield* Effect.sleep("1 second")
    yield* Effect.promise(() =>
      context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: token, progress: seconds, message: formatMessage(tool, seconds, latest()) }
      })
    )
  }
})

/** Sends progress for work that takes over a second, if the caller gave a progress token (spec mcp §2). */
export const withProgress = <A>(work: Effect.Effect<A>, tool: string, context: ServerContext): Effect.Effect<A> => {
  const token = context.mcpReq._meta?.progressToken
  if (token === undefined) return work
  let latest: Progress | undefined
  const tracked = Effect.provideService(work, WorkProgress, (progress) => Effect.sync(() => void (latest = progress)))
  return Effect.raceFirst(
    tracked,
    notifyEverySecond(tool, token, context, () => latest)
  )
}
