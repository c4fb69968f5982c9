/** Lines of two texts that differ. */
export interface ChangedLines {
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** Maximum lines kept of each side of one edit. */
const maxEditLines = 20_000

/** Splits a text into lines without their endings. */
const splitLines = (text: string): ReadonlyArray<string> => {
  if (text === "") return []
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === "") lines.pop()
  return lines.slice(0, maxEditLines)
}

/** Returns the lines of `lines` that are not in `others`, each as often as it is more frequent. */
const without = (lines: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0
    if (left > 0) counts.set(line, left - 1)
    return left === 0
  })
}

/** Compares the old and new text of an edit. Lines that only moved are not changed. */
export const compareTexts = (before: string, after: string): ChangedLines => {
  const [old, current] = [splitLines(before), splitLines(after)]
  return { added: without(current, old), removed: without(old, current) }
}

/** Returns the lines that a list of patch lines adds and removes. */
export const readPatchLines = (lines: ReadonlyArray<string>): ChangedLines => {
  const kept = lines.slice(0, 2 * maxEditLines)
  return {
    added: kept.filter((line) => line.startsWith("+")).map((line) => line.slice(1)),
    removed: kept.filter((line) => line.startsWith("-")).map((line) => line.slice(1))
  }
}
