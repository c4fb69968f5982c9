import process from "node:process"
import { Effect } from "effect"
import { formatBar, type Progress } from "./formatBar.ts"
import { writeError } from "./output.ts"

/** Completed tenths, the steps that a log shows. */
const tenthsDone = ({ done, total }: Progress): number => (total === 0 ? 10 : Math.floor((10 * done) / total))

/**
 * Makes a progress bar on standard error: a line that redraws itself on a terminal, elsewhere a new line per tenth.
 * `clear` removes the bar, before other output.
 */
export const makeProgressBar = Effect.sync(() => {
  const terminal = process.stderr.isTTY
  let lastTenth = 0
  const show = (progress: Progress): Effect.Effect<void> => {
    if (terminal) return writeError(`\r\u001b[K${formatBar(progress, process.stderr.columns || 80)}`)
    const now = tenthsDone(progress)
    if (now <= lastTenth) return Effect.void
    lastTenth = now
    const { done, note, total } = progress
    return writeError(`${done}/${total}${note === "" ? "" : `  ${note}`}\n`)
  }
  return { show, clear: terminal ? writeError("\r\u001b[K") : Effect.void }
})
