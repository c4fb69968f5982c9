import type { Connection } from "../../adapters/sql/Connection.ts"
import { truncateSubject } from "../model/commitText.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { type TouchesResult, decodeStatus } from "../model/answers.ts"
import { decodeObjectId } from "../store/refs.ts"
import { buildCondition, type Filters, jsonIds, findMatchingPaths } from "./filters.ts"
import type { ResultPage } from "./ResultPage.ts"
import { type SortKey, sortKeyColumns, decodeSortKey, sortKeyValues } from "./sortKey.ts"

/** End of a page. Results are ordered by age, repository, id and path. */
interface TouchesPosition extends SortKey {
  readonly path: string
}

export interface TouchesQuestion {
  readonly path: string
  readonly filters: Filters
  readonly limit: number
  readonly after: TouchesPosition | undefined
}

export type TouchesPage = ResultPage<TouchesResult, TouchesPosition>

const sqlFor = (condition: string, hasPosition: boolean) => `
  SELECT ${sortKeyColumns}, subject, paths.path AS path, status
    FROM changes
    JOIN commits ON commits.id = changes."commit"
    JOIN repositories ON repositories.id = commits.repository
    JOIN paths ON paths.id = changes.path
   WHERE changes.path IN (SELECT value FROM json_each(?)) ${condition}
   ${hasPosition ? "AND (-author_time, name, oid, paths.path) > (?, ?, ?, ?)" : ""}
   ORDER BY author_time DESC, name, oid, paths.path LIMIT ?`

const decodeTouch = (row: Row): TouchesResult => ({
  repo: row.text("repo"),
  sha: decodeObjectId(row.bytes("oid")),
  subject: truncateSubject(row.text("subject")),
  date: row.integer("time"),
  path: row.text("path"),
  status: decodeStatus(row.text("status"))
})

/** Finds each matching file with each commit that changed it, newest first. */
export const findTouches = (connection: Connection, { after, filters, limit, path }: TouchesQuestion): TouchesPage => {
  const condition = buildCondition(connection, filters)
  const position = after === undefined ? [] : [...sortKeyValues(after), after.path]
  const rows = connection.all(
    sqlFor(condition.sql, after !== undefined),
    jsonIds(findMatchingPaths(connection, [path])),
    ...condition.values,
    ...position,
    limit + 1
  )
  return {
    results: rows.slice(0, limit).map((row) => ({
      result: decodeTouch(row),
      position: { ...decodeSortKey(row), path: row.text("path") }
    })),
    hasMore: rows.length > limit
  }
}
