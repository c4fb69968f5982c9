import { availableParallelism, loadavg } from "node:os"
import { Context, type Duration, Effect, type FileSystem, Layer, Semaphore } from "effect"
import { type OwnGraphState, removeOwnGraph, updateOwnGraph } from "../adapters/git/commitGraph/updateOwnGraph.ts"
import { Git } from "../adapters/git/Git.ts"
import { holdLock } from "../adapters/sql/Lock.ts"
import { Settings } from "../config/Settings.ts"
import { repositoryDatabasePath } from "../store/database/repositoryDatabasePath.ts"

/** When the commit-graph of an open repository is looked at. Read when the layer is built. */
export const GraphUpkeepTimes = Context.Reference<{
  /** How long after the repository was opened. */
  readonly first: Duration.Input
  /** How long after the last time. */
  readonly next: Duration.Input
  /** How long a busy machine is left alone, up to {@link maxBusyWaits} times. */
  readonly busy: Duration.Input
}>("ultragit/lineage/GraphUpkeepTimes", {
  defaultValue: () => ({ first: "30 seconds", next: "1 hour", busy: "1 minute" })
})

const maxBusyWaits = 10

/** One repository of the process at a time. */
const turn = Semaphore.makeUnsafe(1)

const lockFile = "commit-graph.lock"

const isBusy = Effect.sync(() => (loadavg()[0] ?? 0) >= availableParallelism())

/** Waits until fewer threads run on the machine than it has cores, but not forever. */
const waitForIdle = Effect.fnUntraced(function* (pause: Duration.Input) {
  for (let waits = 0; waits < maxBusyWaits && (yield* isBusy); waits += 1) yield* Effect.sleep(pause)
})

/** Brings the commit-graph up to date, or removes it where the setting is off. Undefined if another process is doing so. */
export const keepGraph = Effect.fn("lineage.keepGraph")(function* () {
  const { commitGraph } = yield* (yield* Settings).values
  if (commitGraph === "off") {
    yield* removeOwnGraph()
    return { _tag: "None", why: "ultragit.commitGraph is off" } satisfies OwnGraphState
  }
  const isHeld = yield* holdLock(yield* repositoryDatabasePath(lockFile))
  return isHeld ? yield* updateOwnGraph() : undefined
}, Effect.scoped)

const keepAndLog = Effect.gen(function* () {
  const state = yield* turn.withPermit(keepGraph())
  if (state?._tag === "Written") {
    const size = `${state.commits} commits, ${Math.ceil(state.bytes / 1024)} KiB`
    const { commonDirectory } = yield* (yield* Git).repository
    yield* Effect.logInfo(`Wrote a commit-graph for git's walks (${size}): ${commonDirectory}`)
  } else if (state?._tag === "None") yield* Effect.logDebug(`No commit-graph of our own: ${state.why}`)
}).pipe(
  // Without it, git walks as it would by itself.
  Effect.catch((error) => Effect.logDebug("Cannot write a commit-graph", error.message))
)

/**
 * Keeps a commit-graph with changed paths for the walks of this program, in the background of a server: not at once, when the
 * machine is idle, at low priority, one repository at a time. Ends with its scope, and with it the process of git.
 */
export const GraphUpkeep = {
  layerNoDeps: Layer.effectDiscard(
    Effect.gen(function* () {
      const { busy, first, next } = yield* GraphUpkeepTimes
      const context = yield* Effect.context<Git | Settings | FileSystem.FileSystem>()
      const keep = Effect.andThen(waitForIdle(busy), keepAndLog)
      yield* Effect.sleep(first).pipe(
        Effect.andThen(Effect.forever(Effect.andThen(keep, Effect.sleep(next)))),
        Effect.provideContext(context),
        Effect.forkScoped
      )
    })
  )
} as const
