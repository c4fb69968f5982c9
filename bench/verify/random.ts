/** A pseudorandom generator (mulberry32). */
export interface Random {
  /** Returns a whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number
  /** Picks an item; undefined for an empty list. */
  readonly pick: <A>(items: ReadonlyArray<A>) => A | undefined
}

export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, pick: (items) => items[below(items.length)] }
}
