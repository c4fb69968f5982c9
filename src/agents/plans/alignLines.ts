/** Counts equal elements from the start of two lists. */
const countCommonStart = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  const most = Math.min(a.length, b.length)
  let count = 0
  while (count < most && a[count] === b[count]) count += 1
  return count
}

const countCommonEnd = (a: ReadonlyArray<number>, b: ReadonlyArray<number>, start: number): number => {
  const most = Math.min(a.length, b.length) - start
  let count = 0
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1
  return count
}

/** Maps each value that occurs once between two indexes to its index. */
const findUnique = (values: ReadonlyArray<number>, start: number, end: number): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  const repeated = new Set<number>()
  for (const [offset, value] of values.slice(start, end).entries()) {
    if (found.has(value)) repeated.add(value)
    found.set(value, start + offset)
  }
  for (const value of repeated) found.delete(value)
  return found
}

type Pair = readonly [before: number, after: number]

/** Selects the longest run of pairs whose first members also increase. */
const selectIncreasing = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const tails: Array<number> = []
  const previous: Array<number> = []
  const firstOf = (index: number | undefined) => (index === undefined ? -1 : (pairs[index]?.[0] ?? -1))
  for (const [index, [before]] of pairs.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (firstOf(tails[middle]) < before) low = middle + 1
      else high = middle
    }
    previous[index] = tails[low - 1] ?? -1
    tails[low] = index
  }
  const selected: Array<Pair> = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at]
    if (pair !== undefined) selected.push(pair)
  }
  return selected.toReversed()
}

/**
 * Maps the lines of a text to those of an earlier one by their hashes: what both begin and end with, then lines that occur
 * once in each (patience diff), then equal neighbors of mapped lines, each earlier line at most once. Returns the earlier line of each line, from 1; 0
 * where there is none.
 */
export const alignLines = (before: ReadonlyArray<number>, after: ReadonlyArray<number>): ReadonlyArray<number> => {
  const map = Array.from<number>({ length: after.length }).fill(0)
  const start = countCommonStart(before, after)
  const end = countCommonEnd(before, after, start)
  for (let line = 0; line < start; line += 1) map[line] = line + 1
  for (let back = 1; back <= end; back += 1) map[after.length - back] = before.length - back + 1
  const unique = findUnique(before, start, before.length - end)
  const pairs = [...findUnique(after, start, after.length - end)]
    .flatMap(([hash, line]): ReadonlyArray<Pair> => {
      const earlier = unique.get(hash)
      return earlier === undefined ? [] : [[earlier, line]]
    })
    .toSorted(([, a], [, b]) => a - b)
  for (const [earlier, line] of selectIncreasing(pairs)) map[line] = earlier + 1
  const isNext = (line: number, earlier: number) => map[line] === 0 && before[earlier - 1] === after[line]
  for (let line = start; line < after.length - end - 1; line += 1) {
    const earlier = map[line] ?? 0
    if (earlier > 0 && earlier < before.length - end && isNext(line + 1, earlier + 1)) map[line + 1] = earlier + 1
  }
  const taken = new Set(map)
  for (let line = after.length - end - 1; line > start; line -= 1) {
    const earlier = map[line] ?? 0
    if (earlier > start + 1 && !taken.has(earlier - 1) && isNext(line - 1, earlier - 1)) map[line - 1] = earlier - 1
  }
  return map
}
