/** Minimum letters and digits of a line that can tell commits apart. */
const minCharacters = 6

/** Reduces a line to what a formatter leaves alone. Empty for a line that says too little, such as `}` or `return nil`. */
export const toKey = (line: string): string => {
  const key = line.trim().replaceAll(/\s+/g, " ").replace(/[,;]$/, "")
  const letters = key.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return letters >= minCharacters && key.length <= 2000 ? key : ""
}

/** Whether the path of an edit means a path of a commit: the same, or the same below another folder. */
export const isSamePath = (edited: string, committed: string): boolean =>
  edited === committed || edited.endsWith(`/${committed}`)
