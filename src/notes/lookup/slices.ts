import { Effect } from "effect"

/** Work that gives way after each slice of some milliseconds at most. */
export type Sliced<A> = Generator<void, A>

/** Steps of a loop in one slice. */
export const slice = 16_384
/** Names or commits that are sorted in one go. */
const sortedAtOnce = 1_024

/** Does the work, with turns for others between the slices. */
export const inSlices = Effect.fnUntraced(function* <A>(work: Sliced<A>) {
  let step = work.next()
  while (step.done !== true) {
    yield* Effect.yieldNow
    step = work.next()
  }
  return step.value
})

/** Does the work in one go. */
export const atOnce = <A>(work: Sliced<A>): A => {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** Numbers that go on growing. */
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

/** The numbers from 0 on in the order that `compare` gives them; equal ones stay as they are. */
export function* sorted(count: number, compare: (a: number, b: number) => number): Sliced<Uint32Array> {
  let from = Uint32Array.from({ length: count }, (_, at) => at)
  for (let start = 0; start < count; start += sortedAtOnce) {
    from.subarray(start, start + sortedAtOnce).sort(compare)
    yield
  }
  let to = new Uint32Array(count)
  for (let run = sortedAtOnce; run < count; run *= 2) {
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
        if (at % slice === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** Rows in the order of one column's rank, those of one rank as they were; and where each rank's rows end. */
export function* ranked(
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
    if (at % (slice * width) === 0) yield
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
    if (at % (slice * width) === 0) yield
  }
  return { rows: placed, ends }
}
