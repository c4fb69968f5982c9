import process from "node:process"
import { Effect } from "effect"
import { writeError } from "./output.ts"

/** How far something is. */
export interface Progress {
  readonly done: number
  readonly total: number
  /** What else there is to say, short: `2 failed`. */
  readonly note: string
}

const maxBarWidth = 30

/** One line: bar, numbers, note; never wider than the terminal. */
export const formatBar = ({ done, note, total }: Progress, columns: number): string => {
  const width = Math.max(5, Math.min(maxBarWidth, columns - note.length - 24))
  const filled = total === 0 ? width : Math.floor((width * Math.min(done, total)) / total)
  const line = `[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${done}/${total}${note === "" ? "" : `  ${note}`}`
  return line.slice(0, Math.max(1, columns - 1))
}

/** Tenths of the way, of which a reader of a log wants to hear. */
const tenthsDone = ({ done, total }: Progress): number => (total === 0 ? 10 : Math.floor((10 * done) / total))

/**
 * Shows progress on standard error: a bar that redraws itself on a terminal, elsewhere a line for each tenth of the way.
 * `clear` takes the bar away, before something else is written.
 */
export const makeProgressBar = Effect.sync(() => {
  const terminal = process.stderr.isTTY
  let said = 0
  const show = (progress: Progress): Effect.Effect<void> => {
    if (terminal) return writeError(`\r\u001b[K${formatBar(progress, process.stderr.columns || 80)}`)
    const now = tenthsDone(progress)
    if (now <= said) return Effect.void
    said = now
    const { done, note, total } = progress
    return writeError(`${done}/${total}${note === "" ? "" : `  ${note}`}\n`)
  }
  return { show, clear: terminal ? writeError("\r\u001b[K") : Effect.void }
})
