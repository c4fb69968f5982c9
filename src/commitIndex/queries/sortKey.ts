import type { SqlValue } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { decodeObjectId } from "../store/refs.ts"

/** Order of commits, independent of when they were indexed: newest first, then by repository and id. */
export interface SortKey {
  /** Author date in Unix seconds. */
  readonly time: number
  /** Repository name. */
  readonly repo: string
  readonly sha: string
}

/** Columns of a join of `commits` and `repositories`. */
export const sortKeyColumns = "author_time AS time, repositories.name AS repo, oid"

export const decodeSortKey = (row: Row): SortKey => ({
  time: row.integer("time"),
  repo: row.text("repo"),
  sha: decodeObjectId(row.bytes("oid"))
})

/** Returns the values to compare with `(-author_time, name, oid)` of a row. */
export const sortKeyValues = ({ repo, sha, time }: SortKey): ReadonlyArray<SqlValue> => [
  -time,
  repo,
  Buffer.from(sha, "hex")
]
