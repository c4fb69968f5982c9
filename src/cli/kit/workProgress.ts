import process from "node:process"
import { Effect } from "effect"
import { WorkProgress } from "../../domain/WorkProgress.ts"
import { makeProgressBar } from "./progressBar.ts"

/** Shorter work shows no progress: on a terminal, and elsewhere, where one line is all. */
const quietMillis = { terminal: 1_000, log: 5_000 }

/**
 * Runs work with its progress on standard error: on a terminal a bar if it takes over a second, elsewhere one line if it
 * takes over five.
 */
export const withWorkProgress = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const bar = yield* makeProgressBar(process.stderr.isTTY ? quietMillis.terminal : quietMillis.log)
  return yield* work.pipe(
    Effect.provideService(WorkProgress, ({ counted, done, total }) => bar.show({ done, total, note: counted })),
    Effect.ensuring(bar.clear)
  )
})
