import process from "node:process"
import { Effect } from "effect"
import { WorkProgress } from "../../domain/WorkProgress.ts"
import { makeProgressBar } from "./progressBar.ts"

/** Shorter work shows no progress bar. */
const quietMillis = 1_000

/** Runs work with a progress bar on standard error, if that is a terminal and the work takes over a second. */
export const withWorkProgress = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  if (!process.stderr.isTTY) return yield* work
  const bar = yield* makeProgressBar(quietMillis)
  return yield* work.pipe(
    Effect.provideService(WorkProgress, ({ counted, done, total }) => bar.show({ done, total, note: counted })),
    Effect.ensuring(bar.clear)
  )
})
