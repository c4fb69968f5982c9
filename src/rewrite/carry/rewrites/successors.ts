import type { ObjectId } from "../../../domain/ObjectId.ts"
import { isZero, type Pair } from "./groupRewrites.ts"

/** Shortest abbreviation of an id in a note. */
const shortest = 4

/** What a commit that a note names, perhaps abbreviated, has become; the name itself where it has not, or none alone. */
export type Successors = (named: string) => string

/** Looks up what commits became, as long as they were named. */
export const successorsOf = (pairs: ReadonlyArray<Pair>): Successors => {
  const direct = new Map<string, ObjectId>(
    pairs.filter(({ from, to }) => from !== to && !isZero(to)).map(({ from, to }) => [from, to])
  )
  const beginnings = Map.groupBy(direct.keys(), (id) => id.slice(0, shortest))
  const full = (named: string): string | undefined => {
    if (direct.has(named)) return named
    const [only, ...others] = (beginnings.get(named.slice(0, shortest)) ?? []).filter((id) => id.startsWith(named))
    return others.length === 0 ? only : undefined
  }
  return (named) => {
    const start = full(named)
    let current: string | undefined = start
    // Ids may go round in a circle.
    for (let step = 0; step < direct.size; step += 1) {
      const next: string | undefined = current === undefined ? undefined : direct.get(current)
      if (next === undefined || next === start) break
      current = next
    }
    return current?.slice(0, named.length) ?? named
  }
}
