import { Clock, Effect } from "effect"
import { DatabaseFailed, SqlError } from "../../adapters/sql/SqlError.ts"
import { makeThreadClient } from "../../adapters/threads/ThreadClient.ts"
import { makeThreadReader } from "../../store/database/threadReader.ts"
import type { FileIndexCalls, IndexedCommit } from "./answers.ts"
import { fileIndexPath } from "./FileIndexPath.ts"
import { indexError, type ReadRequests, type UpdateRequests } from "./requests.ts"

/** A script of a thread: next to the built program, or the source file. */
const scriptOf = (source: string, built: string): URL =>
  new URL(import.meta.url.endsWith(".ts") ? source : built, import.meta.url)

/** Heap limits; the largest structures are the paths that are kept, and the words of one bulk of contents. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }
const idleTimeToLive = "10 minutes"

/** How long after an update in the background the next one may begin. */
const pauseMillis = 30_000

/** Makes an effect that runs work in the background, one at a time and with pauses. */
const makeBackground = Effect.gen(function* () {
  const scope = yield* Effect.scope
  let isRunning = false
  let endedAt = Number.NEGATIVE_INFINITY
  return <E>(work: Effect.Effect<unknown, E>): Effect.Effect<void> =>
    Effect.gen(function* () {
      if (isRunning || (yield* Clock.currentTimeMillis) - endedAt < pauseMillis) return
      isRunning = true
      const ended = Effect.map(Clock.currentTimeMillis, (now) => {
        isRunning = false
        endedAt = now
      })
      yield* Effect.forkIn(Effect.ensuring(Effect.ignore(work), ended), scope)
    })
})

/** Makes `FileIndex.layerApart`. The threads start with the first request and end when idle. */
export const openApart = Effect.fnUntraced(function* (root: string) {
  const path = yield* fileIndexPath(root)
  const reader = yield* makeThreadReader<ReadRequests, SqlError>({
    path,
    script: scriptOf("./reader.ts", "./file-index-reader.js"),
    resourceLimits,
    error: indexError,
    idleTimeToLive
  })
  const writer = yield* makeThreadClient<UpdateRequests, SqlError>({
    script: scriptOf("./writer.ts", "./file-index-writer.js"),
    arguments: [path],
    resourceLimits,
    error: indexError,
    idleTimeToLive: "1 minute"
  })
  const update = (commits: ReadonlyArray<IndexedCommit>) =>
    writer
      .request("update", commits)
      .pipe(
        Effect.catchTag("ThreadFailed", ({ detail }) =>
          Effect.fail(
            new SqlError({ reason: new DatabaseFailed({ path, detail: `its writer thread exited: ${detail}` }) })
          )
        )
      )
  const inBackground = yield* makeBackground
  const index: FileIndexCalls = {
    find: (question) => reader.request("find", question),
    update,
    refresh: (commits) => inBackground(Effect.flatMap(commits, update))
  }
  return index
})
