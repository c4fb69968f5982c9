/**
 * Whether two words differ by at most some edits: a character inserted, deleted or replaced, or two neighbours swapped
 * (optimal string alignment, as Lucene counts).
 */
export const isWithinEdits = (a: string, b: string, maxEdits: number): boolean => {
  const [left, right] = [Array.from(a), Array.from(b)]
  if (Math.abs(left.length - right.length) > maxEdits) return false
  let beforeLast: ReadonlyArray<number> = []
  let last = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
          ? (beforeLast[j - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY
      row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    if (Math.min(...row) > maxEdits) return false
    beforeLast = last
    last = row
  }
  return (last[right.length] ?? 0) <= maxEdits
}
