import process from "node:process"
import { Clock, Effect } from "effect"
import { WorkProgress } from "../../../domain/WorkProgress.ts"
import { makeProgressBar } from "../../kit/progressBar.ts"

/** Work that is done sooner shows no bar. */
const quietMillis = 1_000

/** Runs work with a bar on standard error for how far it is, where that is a terminal and the work lasts over a second. */
export const withWorkProgress = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  if (!process.stderr.isTTY) return yield* work
  const bar = yield* makeProgressBar
  const started = yield* Clock.currentTimeMillis
  return yield* work.pipe(
    Effect.provideService(WorkProgress, ({ counted, done, total }) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        now - started < quietMillis ? Effect.void : bar.show({ done, total, note: counted })
      )
    ),
    Effect.ensuring(bar.clear)
  )
})
