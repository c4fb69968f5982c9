import type { Connection } from "../../adapters/sql/Connection.ts"

/** The vectors of one repository from one model. */
export interface VectorSpace {
  readonly repository: number
  readonly model: string
}

const readIds = (connection: Connection, sql: string, ...values: ReadonlyArray<string | number>) =>
  connection.all(sql, ...values).map((row) => row.integer("id"))

/** Lists fully indexed commits without a vector from the model. */
export const listWithoutVector = (connection: Connection, { model, repository }: VectorSpace): ReadonlyArray<number> =>
  readIds(
    connection,
    `SELECT id FROM commits WHERE repository = ?1 AND patch_state <> 0
        AND id NOT IN (SELECT "commit" FROM vectors WHERE repository = ?1 AND model = ?2) ORDER BY id`,
    repository,
    model
  )

/** Lists commits whose vector from the model has another dimension than the current one. */
export const listWithOtherDimension = (
  connection: Connection,
  { model, repository }: VectorSpace,
  dimension: number
): ReadonlyArray<number> =>
  readIds(
    connection,
    `SELECT "commit" AS id FROM vectors WHERE repository = ? AND model = ? AND dimension NOT IN (0, ?) ORDER BY id`,
    repository,
    model,
    dimension
  )

/** Stands for a text that the model rejects. In memory of its own, because Node 22 stores a view of no memory as null. */
const noVector = new Float32Array(1).subarray(0, 0)

/** Stores the vector of a commit, replacing any other. Without a vector, records that the model rejects its text. */
export const writeVector = (
  connection: Connection,
  { model, repository }: VectorSpace,
  id: number,
  vector: Float32Array = noVector
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

/** Number of vectors of a repository from one model with one dimension. */
export interface VectorCount extends VectorSpace {
  readonly dimension: number
  readonly count: number
}

/** Counts vectors by repository, model and dimension, without rejected texts. */
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

/** Counts the commits of a repository that have a vector from any model. */
export const countVectors = (connection: Connection, repository: number): number =>
  connection.integer(
    "count",
    "SELECT count(*) AS count FROM vectors WHERE repository = ? AND dimension > 0",
    repository
  )

/** Returns whether a repository has any vector. */
export const hasVectors = (connection: Connection, repository: number): boolean =>
  connection.get("SELECT 1 FROM vectors WHERE repository = ? LIMIT 1", repository) !== undefined

/** Removes up to `maxVectors` vectors of a repository. Returns whether more remain. */
export const removeVectors = (connection: Connection, repository: number, maxVectors: number): boolean =>
  connection.run(
    `DELETE FROM vectors WHERE "commit" IN (SELECT "commit" FROM vectors WHERE repository = ? LIMIT ?)`,
    repository,
    maxVectors
  ) === maxVectors
