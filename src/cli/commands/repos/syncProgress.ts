import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import process from "node:process"
import { Effect } from "effect"
import { SyncProgress } from "../../../commitIndex/sync/Progress.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { FetchProgress, AllowPrompts } from "../../../adapters/git/clone/Clones.ts"
import { writeError } from "../../kit/output.ts"
import { makeProgressBar } from "../../kit/progressBar.ts"

type Bar = Effect.Success<typeof makeProgressBar>

/** So few are done before anybody has read of it. */
const minTotalShown = 1_000

/**
 * Runs work that fetches and syncs with a bar for what it does at the moment: on a terminal one line that redraws
 * itself, elsewhere a line for each tenth of what takes long. That another process is waited for is said once, everywhere.
 * On a terminal git may ask for a password.
 */
export const withSyncProgress = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const { canPrompt } = yield* TerminalCapabilities
  const bars = new Map<string, Bar>()
  const tell = Effect.fnUntraced(function* (what: string, done: number, total: number) {
    if (!process.stderr.isTTY && total <= minTotalShown) return
    const bar = bars.get(what) ?? (yield* makeProgressBar)
    bars.set(what, bar)
    yield* bar.show({ done, total, note: escapeControls(what) })
  })
  const clear = Effect.suspend(() => [...bars.values()].at(-1)?.clear ?? Effect.void)
  const waiting = new Set<string>()
  const tellWaiting = Effect.fnUntraced(function* (repository: string) {
    if (waiting.has(repository)) return
    waiting.add(repository)
    yield* clear
    yield* writeError(`${escapeControls(repository)}: waiting for another process that is syncing it\n`)
  })
  return yield* work.pipe(
    Effect.provideService(SyncProgress, ({ all, done, repository, stage }) =>
      stage === "waiting" ? tellWaiting(repository) : tell(`${repository}: ${stage}`, done, all)
    ),
    Effect.provideService(FetchProgress, ({ done, step, total }) =>
      process.stderr.isTTY || step.endsWith("Receiving objects") ? tell(step, done, total) : Effect.void
    ),
    Effect.provideService(AllowPrompts, canPrompt),
    Effect.ensuring(clear)
  )
})
