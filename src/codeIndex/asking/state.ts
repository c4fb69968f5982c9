import type { Connection } from "../../adapters/sql/Connection.ts"
import { keepWhileUnchanged } from "../../store/database/keepWhileUnchanged.ts"
import type { IndexState } from "../model/answers.ts"
import { blobStates } from "../store/schema.ts"

/** Returns the row id of a view; undefined if it was never indexed. */
export const findView = (connection: Connection, name: string): number | undefined =>
  connection.get("SELECT id FROM views WHERE name = ?", name)?.integer("id")

/** The state of a repository that was never indexed. */
export const neverIndexed: IndexState = { revision: "", files: 0, indexed: 0, pending: 0, failed: 0, unsupported: 0 }

/** Counts the files of a view by what is known of them. */
export const readState = keepWhileUnchanged((connection: Connection, view: number): IndexState => {
  const row = connection.get("SELECT revision, pending FROM views WHERE id = ?", view)
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
  return {
    revision: row.text("revision"),
    files: listed + row.integer("pending"),
    indexed: count(blobStates.parsed, blobStates.partial),
    pending: row.integer("pending"),
    failed: count(blobStates.failed),
    unsupported: count(blobStates.unsupported, blobStates.skipped)
  }
})
