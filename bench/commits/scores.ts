import type { Contender } from "./contenders.ts"
import type { Query } from "./judged.ts"

/** How well one query was answered, each from 0 to 1. */
export interface Score {
  readonly query: Query
  /** One over the place of the first commit that is wanted. */
  readonly reciprocal: number
  /** The part of those wanted that was found. */
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
