import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import process from "node:process"
import { Effect } from "effect"
import { SyncProgress } from "../../../commitIndex/sync/Progress.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { FetchProgress, AllowPrompts } from "../../../adapters/git/clone/Clones.ts"
import { writeError } from "../../kit/output.ts"
import { makeProgressBar } from "../../kit/progressBar.ts"

type Bar = Effect.Success<ReturnType<typeof makeProgressBar>>

/** Smaller totals finish before their progress is worth printing to a log. */
const minTotalShown = 1_000

/**
 * Runs work that fetches and syncs with a progress bar: on a terminal one line that redraws itself, elsewhere one line for
 * each long step. Reports once if it waits for another process. On a terminal, git may ask for a password.
 */
export const withSyncProgress = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const { canPrompt } = yield* TerminalCapabilities
  const bars = new Map<string, Bar>()
  const showProgress = Effect.fnUntraced(function* (step: string, done: number, total: number) {
    if (!process.stderr.isTTY && total <= minTotalShown) return
    const bar = bars.get(step) ?? (yield* makeProgressBar(0))
    bars.set(step, bar)
    yield* bar.show({ done, total, note: escapeControls(step) })
  })
  const clear = Effect.suspend(() => [...bars.values()].at(-1)?.clear ?? Effect.void)
  const waiting = new Set<string>()
  const showWaiting = Effect.fnUntraced(function* (repository: string) {
    if (waiting.has(repository)) return
    waiting.add(repository)
    yield* clear
    yield* writeError(`${escapeControls(repository)}: waiting for another process that is syncing it\n`)
  })
  return yield* work.pipe(
    Effect.provideService(SyncProgress, ({ all, done, repository, stage }) =>
      stage === "waiting" ? showWaiting(repository) : showProgress(`${repository}: ${stage}`, done, all)
    ),
    Effect.provideService(FetchProgress, ({ done, step, total }) =>
      process.stderr.isTTY || step.endsWith("Receiving objects") ? showProgress(step, done, total) : Effect.void
    ),
    Effect.provideService(AllowPrompts, canPrompt),
    Effect.ensuring(clear)
  )
})
