import process from "node:process"
import { Effect } from "effect"
import { writeError } from "./output.ts"

/** The progress of some work. */
interface Progress {
  readonly done: number
  readonly total: number
  /** A short remark, such as `2 failed`. */
  readonly note: string
}

const maxBarWidth = 30

/** Formats one line of bar, numbers and note, never wider than the terminal. */
export const formatBar = ({ done, note, total }: Progress, columns: number): string => {
  const width = Math.max(5, Math.min(maxBarWidth, columns - note.length - 24))
  const filled = total === 0 ? width : Math.floor((width * Math.min(done, total)) / total)
  const line = `[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${done}/${total}${note === "" ? "" : `  ${note}`}`
  return line.slice(0, Math.max(1, columns - 1))
}

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
