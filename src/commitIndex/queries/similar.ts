import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import type { SimilarResult } from "../model/answers.ts"
import { type Condition, buildCondition, type Filters } from "./filters.ts"
import { makeWordFinders } from "./excerpt.ts"
import { type SortKey, sortKeyColumns, decodeSortKey } from "./sortKey.ts"
import { parseQuery } from "./query.ts"
import { readSearchResult } from "./result.ts"
import type { ResultPage } from "./ResultPage.ts"

/** End of a page. Results are ordered by similarity, age, repository and id. */
interface SimilarPosition extends SortKey {
  /** Cosine similarity, -1 to 1. */
  readonly similarity: number
}

/** Position and row id of a result. */
interface ScoredCommit extends SimilarPosition {
  readonly id: number
}

export interface SimilarQuestion {
  /** Query text, for excerpts. */
  readonly query: string
  /** Unit vector of the query. */
  readonly vector: Float32Array
  /** Model of the vector; only vectors of the same model are compared. */
  readonly model: string
  readonly filters: Filters
  readonly limit: number
  readonly after: SimilarPosition | undefined
}

export type SimilarPage = ResultPage<SimilarResult, SimilarPosition>

/** Vectors per read: a few MB for the largest dimensions. */
const rowsPerRead = 250
const bytesPerNumber = 4

/** Views a blob as numbers, without copying if it is aligned. */
const decodeVector = (bytes: Uint8Array): Float32Array => {
  const { buffer, byteLength, byteOffset } = bytes.byteOffset % bytesPerNumber === 0 ? bytes : new Uint8Array(bytes)
  return new Float32Array(buffer, byteOffset, byteLength / bytesPerNumber)
}

/** Computes the dot product of two unit vectors. Four independent sums are twice as fast as one. */
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

/** Inserts a commit into the sorted list of the best, and drops the last beyond `maxCount`. */
const insertRanked = (best: Array<ScoredCommit>, one: ScoredCommit, maxCount: number): void => {
  const place = best.findIndex((other) => isBefore(one, other))
  best.splice(place === -1 ? best.length : place, 0, one)
  if (best.length > maxCount) best.pop()
}

/** Reads the next vectors that pass the filters, in row order. */
const readVectors = (connection: Connection, { model, vector }: SimilarQuestion, condition: Condition, from: number) =>
  connection.all(
    `SELECT commits.id AS id, ${sortKeyColumns}, vector FROM commits
       CROSS JOIN vectors ON vectors."commit" = commits.id
       CROSS JOIN repositories ON repositories.id = commits.repository
      WHERE commits.id > ? AND model = ? AND dimension = ? ${condition.sql} ORDER BY commits.id LIMIT ?`,
    from,
    model,
    vector.length,
    ...condition.values,
    rowsPerRead
  )

/** Finds the most similar commits after a position. Compares every vector that passes the filters, so the result is exact. */
const findMostSimilar = (
  connection: Connection,
  question: SimilarQuestion,
  condition: Condition
): ReadonlyArray<ScoredCommit> => {
  const { after, limit, vector } = question
  const best: Array<ScoredCommit> = []
  let rows: ReadonlyArray<Row> = []
  let from = -1
  do {
    rows = readVectors(connection, question, condition, from)
    for (const row of rows) {
      from = row.integer("id")
      const similarity = cosine(vector, decodeVector(row.bytes("vector")))
      const minSimilarity = best.length > limit ? (best.at(-1)?.similarity ?? -1) : -Infinity
      // Skips most rows before decoding their other columns.
      if (similarity < minSimilarity || (after !== undefined && similarity > after.similarity)) continue
      const one = { ...decodeSortKey(row), id: from, similarity }
      if (after === undefined || isBefore(after, one)) insertRanked(best, one, limit + 1)
    }
  } while (rows.length === rowsPerRead)
  return best
}

/** Rounds a similarity to a score from 0 to 1; negative similarity counts as 0. */
const toScore = (similarity: number): number => Math.round(Math.min(1, Math.max(0, similarity)) * 10_000) / 10_000

/** Finds the commits whose texts are most similar to the query, most similar first. */
export const findSimilar = (connection: Connection, question: SimilarQuestion): SimilarPage => {
  const condition = buildCondition(connection, question.filters)
  const found = findMostSimilar(connection, question, condition)
  const shown = found.slice(0, question.limit)
  const words = makeWordFinders(parseQuery(question.query.toWellFormed()).words)
  return {
    results: shown.map(({ id, ...position }) => ({
      result: {
        ...readSearchResult(connection, id, { paths: condition.paths, words }),
        score: toScore(position.similarity)
      },
      position
    })),
    hasMore: found.length > question.limit
  }
}
