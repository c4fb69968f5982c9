import type { SqlValue } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { decodeObjectId } from "../store/refs.ts"

/** Where a commit stands among others, whenever each was indexed: the newest first, then by repository and id. */
export interface Place {
  /** Author date in seconds since 1970. */
  readonly time: number
  /** Name of the repository. */
  readonly repo: string
  readonly sha: string
}

/** Of a row of `commits` and one of `repositories`. */
export const sortKeyColumns = "author_time AS time, repositories.name AS repo, oid"

export const decodeSortKey = (row: Row): Place => ({
  time: row.integer("time"),
  repo: row.text("repo"),
  sha: decodeObjectId(row.bytes("oid"))
})

/** What a row's `(-author_time, name, oid)` is compared with. */
export const sortKeyValues = ({ repo, sha, time }: Place): ReadonlyArray<SqlValue> => [
  -time,
  repo,
  Buffer.from(sha, "hex")
]
