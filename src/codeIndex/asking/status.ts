import type { Connection } from "../../adapters/sql/Connection.ts"
import type { StatusAnswer } from "../model/answers.ts"
import { keepWhileUnchanged } from "../../store/database/keepWhileUnchanged.ts"
import { blobStates } from "../store/schema.ts"
import { describeSparse } from "./sparse.ts"
import { neverIndexed, readState } from "./state.ts"

/** Files with an error in an answer. */
const maxErrors = 20

/** What the database says about a view. */
export type ViewStatus = Pick<StatusAnswer, "filesIndexed" | "languages" | "index" | "details" | "errors"> & {
  /** Seconds since 1970. */
  readonly indexedAt: number | null
  readonly warnings: ReadonlyArray<string>
}

/**
 * Counts the files of a view that are not wholly known, by why, and those that rank low for what they are. The language of what could
 * not be read is unknown, and why is a message with its path.
 */
const countDetails = keepWhileUnchanged((connection: Connection, view: number): StatusAnswer["details"] => {
  const gaps = connection.all(
    `SELECT CASE WHEN state = ? AND language = '' THEN 'unreadable' ELSE coalesce(detail, 'partly parsed') END AS why, count(*) AS count
     FROM files JOIN blobs ON blobs.id = blob WHERE view = ? AND state <> ? GROUP BY why ORDER BY count DESC, why`,
    blobStates.failed,
    view,
    blobStates.parsed
  )
  const marked = connection.integer(
    "count",
    `SELECT count(*) AS count FROM files JOIN blobs ON blobs.id = blob WHERE view = ? AND is_generated + is_marked > 0`,
    view
  )
  return {
    ...Object.fromEntries(gaps.map((row) => [row.text("why"), row.integer("count")])),
    ...(marked === 0 ? {} : { "generated or vendored": marked })
  }
})

/** The status of a view that was never indexed. */
export const noStatus: ViewStatus = {
  filesIndexed: 0,
  languages: {},
  index: neverIndexed,
  details: {},
  errors: [],
  indexedAt: null,
  warnings: []
}

/** Reads the counts of a view, and the first files that could not be read or parsed. */
export const readStatus = (connection: Connection, view: number | undefined): ViewStatus => {
  if (view === undefined) return noStatus
  const index = readState(connection, view)
  const languages = connection.all(
    `SELECT language, count(*) AS count FROM files JOIN blobs ON blobs.id = blob WHERE view = ? AND language <> ''
     GROUP BY language ORDER BY count(*) DESC, language`,
    view
  )
  const errors = connection.all(
    `SELECT paths.path AS path, detail FROM files JOIN blobs ON blobs.id = blob JOIN paths ON paths.id = files.path
     WHERE view = ? AND state = ? ORDER BY paths.path LIMIT ?`,
    view,
    blobStates.failed,
    maxErrors
  )
  return {
    filesIndexed: index.indexed,
    languages: Object.fromEntries(languages.map((row) => [row.text("language"), row.integer("count")])),
    index,
    details: countDetails(connection, view),
    errors: errors.map((row) => ({ path: row.text("path"), detail: row.textOrNull("detail") ?? "unknown" })),
    indexedAt: connection.get("SELECT indexed_at FROM views WHERE id = ?", view)?.integerOrNull("indexed_at") ?? null,
    warnings: describeSparse(connection, view)
  }
}
