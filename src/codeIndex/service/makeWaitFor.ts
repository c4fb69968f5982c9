import { Clock, type Duration, Effect } from "effect"
import { WorkProgress } from "../../domain/WorkProgress.ts"
import { neverIndexed } from "../asking/state.ts"
import { CodeReader } from "../reading/CodeReader.ts"
import { awaitBegun } from "./freshAnswers.ts"
import { makePace } from "./makePace.ts"
import type { Begun } from "./upToDate.ts"
import { warnOfPending } from "./warnOfPending.ts"
import { makeWhileReporting } from "./whileReporting.ts"

/** Time between two reports of progress. */
const progressInterval = "250 millis"

/** Makes functions that count the files of a view, that wait until it is up to date or the time is over, and that report meanwhile. */
export const makeWaitFor = Effect.gen(function* () {
  const reader = yield* CodeReader
  const whileReporting = yield* makeWhileReporting(progressInterval)
  const pace = makePace()

  const readCounts = (view: string) =>
    reader
      .request("counts", view)
      .pipe(Effect.catchReason("SqlError", "DatabaseMissing", () => Effect.succeed(neverIndexed)))

  /** How far a view is, and in how many milliseconds it will be done. */
  const look = Effect.fnUntraced(function* (view: string) {
    const state = yield* readCounts(view)
    return { state, restMillis: pace(state, yield* Clock.currentTimeMillis) }
  })

  /** Reports how many files are indexed while `work` runs: never fewer than before, although parsed ones are then linked. */
  const withProgress = <A, E, R>(view: string, work: Effect.Effect<A, E, R>) => {
    let most = 0
    const report = Effect.gen(function* () {
      const progress = yield* WorkProgress
      const { state } = yield* look(view)
      most = Math.max(most, state.files - state.pending)
      yield* progress({ done: most, total: state.files, counted: "files" })
    })
    return whileReporting(work, report)
  }

  const waitFor = (view: string) => {
    const pending = Effect.map(
      Effect.orElseSucceed(look(view), () => ({ state: neverIndexed, restMillis: undefined })),
      ({ restMillis, state }) => warnOfPending(state, restMillis)
    )
    return (begun: Begun, timeout: Duration.Input) => withProgress(view, awaitBegun(begun, timeout, pending))
  }

  return { readCounts, waitFor, withProgress }
})
