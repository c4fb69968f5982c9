import { Effect } from "effect"

/** Work that yields after each slice of at most a few milliseconds. */
export type Sliced<A> = Generator<void, A>

/** Loop steps in one slice. */
export const stepsPerSlice = 16_384
/** Values sorted at once, before runs are merged. */
const sortRunLength = 1_024

/** Runs the work and yields to other fibers between slices. */
export const runInSlices = Effect.fnUntraced(function* <A>(work: Sliced<A>) {
  let step = work.next()
  while (step.done !== true) {
    yield* Effect.yieldNow
    step = work.next()
  }
  return step.value
})

/** Runs the work without yielding. */
export const runAtOnce = <A>(work: Sliced<A>): A => {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** A growable array of 32-bit integers. */
export class Column {
  #words = new Uint32Array(256)
  length = 0
  push(...values: ReadonlyArray<number>): void {
    if (this.length + values.length > this.#words.length) {
      const wider = new Uint32Array(this.#words.length * 2)
      wider.set(this.#words)
      this.#words = wider
    }
    for (const value of values) this.#words[this.length++] = value
  }
  get words(): Uint32Array {
    return this.#words.subarray(0, this.length)
  }
}

/** Returns the numbers from 0 to `count` in the order of `compare`. Stable. */
export function* sortedIndexes(count: number, compare: (a: number, b: number) => number): Sliced<Uint32Array> {
  let from = Uint32Array.from({ length: count }, (_, at) => at)
  for (let start = 0; start < count; start += sortRunLength) {
    from.subarray(start, start + sortRunLength).sort(compare)
    yield
  }
  let to = new Uint32Array(count)
  for (let run = sortRunLength; run < count; run *= 2) {
    for (let start = 0, at = 0; start < count; start += 2 * run) {
      const middle = Math.min(start + run, count)
      const end = Math.min(start + 2 * run, count)
      for (let left = start, right = middle; at < end; at += 1) {
        const a = from[left] ?? 0
        const b = from[right] ?? 0
        const isLeft = left < middle && (right >= end || compare(a, b) <= 0)
        to[at] = isLeft ? a : b
        if (isLeft) left += 1
        else right += 1
        if (at % stepsPerSlice === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** Sorts rows by the rank of one column. Stable. Also returns the end of each rank's rows. */
export function* sortByRank(
  rows: Uint32Array,
  width: number,
  column: number,
  rank: Uint32Array
): Sliced<{ readonly rows: Uint32Array; readonly ends: Uint32Array }> {
  const ends = new Uint32Array(rank.length)
  const rankAt = (at: number): number => rank[rows[at + column] ?? 0] ?? 0
  for (let at = 0; at < rows.length; at += width) {
    const place = rankAt(at)
    ends[place] = (ends[place] ?? 0) + 1
    if (at % (stepsPerSlice * width) === 0) yield
  }
  const next = new Uint32Array(rank.length)
  for (let at = 0, sum = 0; at < ends.length; at += 1) {
    next[at] = sum
    sum += ends[at] ?? 0
    ends[at] = sum
  }
  const placed = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at += width) {
    const place = rankAt(at)
    const row = next[place] ?? 0
    next[place] = row + 1
    for (let cell = 0; cell < width; cell += 1) placed[row * width + cell] = rows[at + cell] ?? 0
    if (at % (stepsPerSlice * width) === 0) yield
  }
  return { rows: placed, ends }
}
