import type { ObjectId } from "../../../domain/ObjectId.ts"
import { isZero, type Pair } from "./groupRewrites.ts"

/** Minimum length of an abbreviated id in a note. */
const minAbbreviation = 4

/** Maps a commit id, maybe abbreviated, to its final successor, in the same length; unchanged if unknown or ambiguous. */
export type Successors = (named: string) => string

/** Of commits that were not rewritten, or whose rewrites do not matter. */
export const noSuccessors: Successors = (named) => named

/** Builds the lookup of successors. */
export const successorsOf = (pairs: ReadonlyArray<Pair>): Successors => {
  const direct = new Map<string, ObjectId>(
    pairs.filter(({ from, to }) => from !== to && !isZero(to)).map(({ from, to }) => [from, to])
  )
  const beginnings = Map.groupBy(direct.keys(), (id) => id.slice(0, minAbbreviation))
  const full = (named: string): string | undefined => {
    if (direct.has(named)) return named
    const [only, ...others] = (beginnings.get(named.slice(0, minAbbreviation)) ?? []).filter((id) =>
      id.startsWith(named)
    )
    return others.length === 0 ? only : undefined
  }
  return (named) => {
    const start = full(named)
    let current: string | undefined = start
    // Pairs may form a cycle.
    for (let step = 0; step < direct.size; step += 1) {
      const next: string | undefined = current === undefined ? undefined : direct.get(current)
      if (next === undefined || next === start) break
      current = next
    }
    return current?.slice(0, named.length) ?? named
  }
}
