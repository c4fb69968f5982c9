import type { Connection } from "../../adapters/sql/Connection.ts"
import { readInteger } from "./readInteger.ts"

/** By which model the commits of a repository are made vectors of. */
export interface VectorSpace {
  readonly repository: number
  readonly model: string
}

const idsIn = (connection: Connection, sql: string, ...values: ReadonlyArray<string | number>) =>
  connection.all(sql, ...values).map((row) => row.integer("id"))

/** Commits that are indexed whole and have no vector of the model. */
export const listWithoutVector = (connection: Connection, { model, repository }: VectorSpace): ReadonlyArray<number> =>
  idsIn(
    connection,
    `SELECT id FROM commits WHERE repository = ?1 AND patch_state <> 0
        AND id NOT IN (SELECT "commit" FROM vectors WHERE repository = ?1 AND model = ?2) ORDER BY id`,
    repository,
    model
  )

/** Commits whose vector of the model has another dimension than those that it makes now. */
export const listWithOtherDimension = (
  connection: Connection,
  { model, repository }: VectorSpace,
  dimension: number
): ReadonlyArray<number> =>
  idsIn(
    connection,
    `SELECT "commit" AS id FROM vectors WHERE repository = ? AND model = ? AND dimension NOT IN (0, ?) ORDER BY id`,
    repository,
    model,
    dimension
  )

/** Keeps the vector of a commit in place of any other; none: the model makes none of its text. */
export const writeVector = (
  connection: Connection,
  { model, repository }: VectorSpace,
  id: number,
  vector: Float32Array = new Float32Array()
): void => {
  connection.run(
    `INSERT OR REPLACE INTO vectors ("commit", repository, model, dimension, vector) VALUES (?, ?, ?, ?, ?)`,
    id,
    repository,
    model,
    vector.length,
    new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
  )
}

/** Vectors of one model and dimension that a repository has. */
export interface VectorCount extends VectorSpace {
  readonly dimension: number
  readonly count: number
}

/** How many vectors there are; those of no dimension are none. */
export const countVectorsByModel = (connection: Connection): ReadonlyArray<VectorCount> =>
  connection
    .all(
      `SELECT repository, model, dimension, count(*) AS count FROM vectors WHERE dimension > 0
        GROUP BY repository, model, dimension`
    )
    .map((row) => ({
      repository: row.integer("repository"),
      model: row.text("model"),
      dimension: row.integer("dimension"),
      count: row.integer("count")
    }))

/** How many commits of a repository have a vector, of any model. */
export const countVectors = (connection: Connection, repository: number): number =>
  readInteger(
    connection,
    "count",
    "SELECT count(*) AS count FROM vectors WHERE repository = ? AND dimension > 0",
    repository
  )

/** Whether a repository has any vector. */
export const hasVectors = (connection: Connection, repository: number): boolean =>
  connection.get("SELECT 1 FROM vectors WHERE repository = ? LIMIT 1", repository) !== undefined

/** Takes out some of a repository's vectors. Gives whether there is more to do. */
export const removeVectors = (connection: Connection, repository: number, atOnce: number): boolean =>
  connection.run(
    `DELETE FROM vectors WHERE "commit" IN (SELECT "commit" FROM vectors WHERE repository = ? LIMIT ?)`,
    repository,
    atOnce
  ) === atOnce
