import process from "node:process"
import { Clock, Effect } from "effect"
import { formatBar, type Progress } from "./formatBar.ts"
import { writeError } from "./output.ts"

/**
 * Makes a progress bar on standard error: a line that redraws itself on a terminal, elsewhere one line in all, so that a
 * log is not flooded. It shows nothing in the first `quietMillis`. `clear` removes the bar, before other output.
 */
export const makeProgressBar = Effect.fnUntraced(function* (quietMillis: number) {
  const terminal = process.stderr.isTTY
  const started = yield* Clock.currentTimeMillis
  let isAnnounced = false
  const show = Effect.fnUntraced(function* (progress: Progress) {
    if ((yield* Clock.currentTimeMillis) - started < quietMillis) return
    if (terminal) return yield* writeError(`\r\u001b[K${formatBar(progress, process.stderr.columns || 80)}`)
    if (isAnnounced) return
    isAnnounced = true
    const { done, note, total } = progress
    yield* writeError(`${done}/${total}${note === "" ? "" : `  ${note}`} …\n`)
  })
  return { show, clear: terminal ? writeError("\r\u001b[K") : Effect.void }
})
