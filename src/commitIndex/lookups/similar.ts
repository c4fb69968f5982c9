import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import type { SimilarResult } from "../model/answers.ts"
import { type Condition, buildCondition, type Filters } from "./filters.ts"
import { makeWordFinders } from "./excerpt.ts"
import { type Place, sortKeyColumns, decodeSortKey } from "./sortKey.ts"
import { parseQuery } from "./query.ts"
import { resultOf } from "./result.ts"

/** Where a page ends: what comes after it is less similar; of one similarity what is older, then by repository and id. */
export interface SimilarPosition extends Place {
  /** The cosine, -1 to 1. */
  readonly similarity: number
}

/** Where a result stands, and its row. */
interface Found extends SimilarPosition {
  readonly id: number
}

export interface SimilarQuestion {
  /** For the passages that are shown. */
  readonly query: string
  /** Of the query; of length one. */
  readonly vector: Float32Array
  /** That made it: only vectors of the same one are compared. */
  readonly model: string
  readonly filters: Filters
  readonly limit: number
  readonly after: SimilarPosition | undefined
}

export interface SimilarPage {
  readonly results: ReadonlyArray<SimilarResult>
  /** None: there is no more. */
  readonly next: SimilarPosition | undefined
}

/** Vectors read at once: some MB of the largest. */
const atOnce = 250
const bytesOfNumber = 4

/** The numbers of a blob, where they are. */
const numbersOf = (bytes: Uint8Array): Float32Array => {
  const { buffer, byteLength, byteOffset } = bytes.byteOffset % bytesOfNumber === 0 ? bytes : new Uint8Array(bytes)
  return new Float32Array(buffer, byteOffset, byteLength / bytesOfNumber)
}

/** The cosine of two vectors of length one. Four sums that do not wait for each other are twice as fast as one. */
const cosine = (one: Float32Array, other: Float32Array): number => {
  let [a, b, c, d] = [0, 0, 0, 0]
  const whole = one.length - (one.length % 4)
  for (let at = 0; at < whole; at += 4) {
    a += (one[at] ?? 0) * (other[at] ?? 0)
    b += (one[at + 1] ?? 0) * (other[at + 1] ?? 0)
    c += (one[at + 2] ?? 0) * (other[at + 2] ?? 0)
    d += (one[at + 3] ?? 0) * (other[at + 3] ?? 0)
  }
  for (let at = whole; at < one.length; at++) a += (one[at] ?? 0) * (other[at] ?? 0)
  return a + b + c + d
}

const isBefore = (one: SimilarPosition, other: SimilarPosition): boolean => {
  if (one.similarity !== other.similarity) return one.similarity > other.similarity
  if (one.time !== other.time) return one.time > other.time
  return one.repo === other.repo ? one.sha < other.sha : one.repo < other.repo
}

/** Puts one into its place among the best, of which there are at most so many. */
const keep = (best: Array<Found>, one: Found, most: number): void => {
  const place = best.findIndex((other) => isBefore(one, other))
  best.splice(place === -1 ? best.length : place, 0, one)
  if (best.length > most) best.pop()
}

/** The next vectors that the filters let through, in the order of their commits. */
const read = (connection: Connection, { model, vector }: SimilarQuestion, condition: Condition, from: number) =>
  connection.all(
    `SELECT commits.id AS id, ${sortKeyColumns}, vector FROM commits
       CROSS JOIN vectors ON vectors."commit" = commits.id
       CROSS JOIN repositories ON repositories.id = commits.repository
      WHERE commits.id > ? AND model = ? AND dimension = ? ${condition.sql} ORDER BY commits.id LIMIT ?`,
    from,
    model,
    vector.length,
    ...condition.values,
    atOnce
  )

/** The most similar after a position. Every vector is looked at: none is missed, and none that a filter leaves out counts. */
const mostSimilar = (connection: Connection, question: SimilarQuestion, condition: Condition): ReadonlyArray<Found> => {
  const { after, limit, vector } = question
  const best: Array<Found> = []
  let rows: ReadonlyArray<Row> = []
  let from = -1
  do {
    rows = read(connection, question, condition, from)
    for (const row of rows) {
      from = row.integer("id")
      const similarity = cosine(vector, numbersOf(row.bytes("vector")))
      const least = best.length > limit ? (best.at(-1)?.similarity ?? -1) : -Infinity
      // Most are neither: of them no more is read.
      if (similarity < least || (after !== undefined && similarity > after.similarity)) continue
      const one = { ...decodeSortKey(row), id: from, similarity }
      if (after === undefined || isBefore(after, one)) keep(best, one, limit + 1)
    }
  } while (rows.length === atOnce)
  return best
}

/** 0 to 1, as far as anybody can tell scores apart; what is less than unrelated is unrelated. */
const scoreOf = (similarity: number): number => Math.round(Math.min(1, Math.max(0, similarity)) * 10_000) / 10_000

/** The commits whose texts are most like the query, most similar first. */
export const similar = (connection: Connection, question: SimilarQuestion): SimilarPage => {
  const condition = buildCondition(connection, question.filters)
  const found = mostSimilar(connection, question, condition)
  const shown = found.slice(0, question.limit)
  const words = makeWordFinders(parseQuery(question.query.toWellFormed()).words)
  return {
    results: shown.flatMap(({ id, similarity }) =>
      resultOf(connection, id, { paths: condition.paths, words }).map((result) => ({
        ...result,
        score: scoreOf(similarity)
      }))
    ),
    next: found.length > question.limit ? shown.at(-1) : undefined
  }
}
