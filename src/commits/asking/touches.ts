import type { Connection } from "../../sql/Database.ts"
import type { Row } from "../../sql/Row.ts"
import { type TouchesResult, decodeStatus } from "../answers.ts"
import { idOf } from "../store/refs.ts"
import { conditionOf, type Filters, jsonIds, matchingPaths } from "./filters.ts"

/** Where a page ends: what comes after it is older, or has a path further on. */
export interface TouchesPosition {
  readonly time: number
  readonly commit: number
  readonly path: string
}

export interface TouchesQuestion {
  readonly path: string
  readonly filters: Filters
  readonly limit: number
  readonly after: TouchesPosition | undefined
}

export interface TouchesPage {
  readonly results: ReadonlyArray<TouchesResult>
  /** None: there is no more. */
  readonly next: TouchesPosition | undefined
}

const sqlFor = (condition: string, hasPosition: boolean) => `
  SELECT commits.id AS id, repositories.name AS repo, oid, subject, author_time, paths.path AS path, status
    FROM changes
    JOIN commits ON commits.id = changes."commit"
    JOIN repositories ON repositories.id = commits.repository
    JOIN paths ON paths.id = changes.path
   WHERE changes.path IN (SELECT value FROM json_each(?)) ${condition}
   ${hasPosition ? "AND (-author_time, -commits.id, paths.path) > (?, ?, ?)" : ""}
   ORDER BY author_time DESC, commits.id DESC, paths.path LIMIT ?`

const resultOf = (row: Row): TouchesResult => ({
  repo: row.text("repo"),
  sha: idOf(row.bytes("oid")),
  subject: row.text("subject"),
  date: row.integer("author_time"),
  path: row.text("path"),
  status: decodeStatus(row.text("status"))
})

/** Each file that matches with each commit that changed it, newest first. */
export const touches = (connection: Connection, { after, filters, limit, path }: TouchesQuestion): TouchesPage => {
  const condition = conditionOf(connection, filters)
  const position = after === undefined ? [] : [-after.time, -after.commit, after.path]
  const rows = connection.all(
    sqlFor(condition.sql, after !== undefined),
    jsonIds(matchingPaths(connection, [path])),
    ...condition.values,
    ...position,
    limit + 1
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    results: shown.map(resultOf),
    next:
      last === undefined
        ? undefined
        : { time: last.integer("author_time"), commit: last.integer("id"), path: last.text("path") }
  }
}
