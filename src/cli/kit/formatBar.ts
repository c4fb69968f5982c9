/** The progress of some work. */
export interface Progress {
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
