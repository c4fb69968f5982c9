import type { Contender } from "./contenders.ts"
import type { Judged, Query } from "./judged.ts"

/** The scores of one query, from 0 to 1. */
export interface Score {
  readonly query: Query
  /** Reciprocal rank of the first wanted commit. */
  readonly reciprocal: number
  /** Fraction of the wanted commits that were found, of at most ten. */
  readonly recall: number
  /** Fraction of the helpful commits that were found, of at most ten. */
  readonly helpful: number
  /** Number of found commits that no judge saw. */
  readonly unjudged: number
}

const recallOf = (found: ReadonlyArray<string>, wanted: ReadonlySet<string>): number =>
  found.filter((id) => wanted.has(id)).length / Math.min(wanted.size, 10)

export const scoresOf = ({ find }: Contender, { firstCopies, queries }: Judged): ReadonlyArray<Score> => {
  const first = (id: string) => firstCopies.get(id) ?? id
  return queries.map((query) => {
    const found = [...new Set(find(query.query).map(first))]
    const wanted = new Set(query.wanted.map(first))
    const place = found.findIndex((id) => wanted.has(id))
    return {
      query,
      reciprocal: place === -1 ? 0 : 1 / (place + 1),
      recall: recallOf(found, wanted),
      helpful: recallOf(found, new Set(query.helpful.map(first))),
      unjudged: found.filter((id) => !query.judged.has(id.slice(0, 12))).length
    }
  })
}

export const mean = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
