import type { Connection } from "../../adapters/sql/Connection.ts"
import { keepWhileUnchanged } from "../../store/database/keepWhileUnchanged.ts"
import type { IndexState } from "../model/answers.ts"
import { blobStates } from "../store/schema.ts"

/** Returns the row id of a view; undefined if it was never indexed. */
export const findView = (connection: Connection, name: string): number | undefined =>
  connection.get("SELECT id FROM views WHERE name = ?", name)?.integer("id")

/** The state of a repository that was never indexed. */
export const neverIndexed: IndexState = { revision: "", files: 0, indexed: 0, pending: 0, failed: 0, unsupported: 0 }

/** Counts the files of a view whose references are not linked yet. */
const countUnlinked = (connection: Connection, view: number): number =>
  connection.integer(
    "count",
    `SELECT count(*) AS count FROM files JOIN blobs ON blobs.id = blob
     WHERE view = ? AND links IS NULL AND state IN (?, ?)`,
    view,
    blobStates.parsed,
    blobStates.partial
  )

/**
 * Counts the files of a view by what is known of them. Those that are parsed are pending again once all are, until their
 * references are linked: what refers to them is not known before. At least one is, while links of others may be outdated.
 */
export const readState = keepWhileUnchanged((connection: Connection, view: number): IndexState => {
  const row = connection.get("SELECT revision, pending, is_linked FROM views WHERE id = ?", view)
  if (row === undefined) return neverIndexed
  const counts = new Map(
    connection
      .all(
        "SELECT state, count(*) AS count FROM files JOIN blobs ON blobs.id = blob WHERE view = ? GROUP BY state",
        view
      )
      .map((each) => [each.integer("state"), each.integer("count")])
  )
  const count = (...states: ReadonlyArray<number>): number =>
    states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
  const listed = count(...Object.values(blobStates))
  const unread = row.integer("pending")
  const parsed = count(blobStates.parsed, blobStates.partial)
  const isLinked = row.integer("is_linked") === 1 || unread > 0
  const unlinked = isLinked ? 0 : Math.min(parsed, Math.max(1, countUnlinked(connection, view)))
  return {
    revision: row.text("revision"),
    files: listed + unread,
    indexed: parsed - unlinked,
    pending: unread + unlinked,
    failed: count(blobStates.failed),
    unsupported: count(blobStates.unsupported, blobStates.skipped)
  }
})
