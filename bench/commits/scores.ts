import type { Contender } from "./contenders.ts"
import type { Query } from "./judged.ts"

/** The scores of one query, from 0 to 1. */
export interface Score {
  readonly query: Query
  /** Reciprocal rank of the first relevant commit. */
  readonly reciprocal: number
  /** Fraction of the relevant commits that were found. */
  readonly recall: number
}

export const scoresOf = ({ find }: Contender, queries: ReadonlyArray<Query>): ReadonlyArray<Score> =>
  queries.map((query) => {
    const found = find(query.query)
    const first = found.findIndex((id) => query.wanted.includes(id))
    const hits = query.wanted.filter((id) => found.includes(id)).length
    return { query, reciprocal: first === -1 ? 0 : 1 / (first + 1), recall: hits / Math.min(query.wanted.length, 10) }
  })

export const mean = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
