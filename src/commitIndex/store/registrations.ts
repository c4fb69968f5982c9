import { Option, Schema } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { everything, type Registration, Selection } from "../model/Registration.ts"

const SelectionText = Schema.fromJsonString(Selection)
const decodeSelection = Schema.decodeUnknownOption(SelectionText)
const encodeSelection = Schema.encodeSync(SelectionText)

const decodeRegistration = (row: Row): Registration => ({
  id: row.integer("id"),
  name: row.text("name"),
  directory: row.text("directory"),
  url: row.textOrNull("url"),
  selection: Option.getOrElse(decodeSelection(row.text("options")), () => everything),
  commitCount: row.integer("commit_count"),
  syncedAt: row.integerOrNull("synced_at"),
  lastError: row.textOrNull("last_error")
})

/** Lists all repositories of the index by name. */
export const listRegistrations = (connection: Connection): ReadonlyArray<Registration> =>
  connection.all("SELECT * FROM repositories ORDER BY name").map(decodeRegistration)

/** Lists the repositories of the index that were read from a git directory, by name. */
export const listRegistrationsAt = (connection: Connection, gitDirectory: string): ReadonlyArray<Registration> =>
  connection
    .all("SELECT * FROM repositories WHERE git_directory = ? ORDER BY name", gitDirectory)
    .map(decodeRegistration)

/** Finds a repository by name. */
export const findRegistration = (connection: Connection, name: string): Registration | undefined => {
  const row = connection.get("SELECT * FROM repositories WHERE name = ?", name)
  return row === undefined ? undefined : decodeRegistration(row)
}

/** Adds a repository without commits. */
export const addRegistration = (
  connection: Connection,
  { directory, name, selection, url }: Pick<Registration, "name" | "directory" | "url" | "selection">
): void => {
  connection.run(
    "INSERT INTO repositories (name, directory, url, options) VALUES (?, ?, ?, ?)",
    name,
    directory,
    url,
    encodeSelection(selection)
  )
}

/** Changes the selection of a repository; the next sync applies it. */
export const changeSelection = (connection: Connection, id: number, selection: Selection): void => {
  connection.run("UPDATE repositories SET options = ? WHERE id = ?", encodeSelection(selection), id)
}

/** State of the last sync of a repository, from which the next one continues. */
export interface SyncState {
  /** Git directory that was read; null before the first sync. */
  readonly gitDirectory: string | null
  /** Fingerprint of everything other than refs that the index depends on. */
  readonly basis: string | null
  /** Fingerprint of the upstream commits that were excluded. */
  readonly upstream: string | null
  /** Whether commits may be missing or obsolete, because the sync did not finish. */
  readonly isUnfinished: boolean
}

export const readSyncState = (connection: Connection, id: number): SyncState => {
  const row = connection.get("SELECT git_directory, basis, beside, is_unfinished FROM repositories WHERE id = ?", id)
  return {
    gitDirectory: row?.textOrNull("git_directory") ?? null,
    basis: row?.textOrNull("basis") ?? null,
    upstream: row?.textOrNull("beside") ?? null,
    isUnfinished: row?.integer("is_unfinished") === 1
  }
}

export const writeSyncState = (connection: Connection, id: number, state: SyncState): void => {
  connection.run(
    "UPDATE repositories SET git_directory = ?, basis = ?, beside = ?, is_unfinished = ? WHERE id = ?",
    state.gitDirectory,
    state.basis,
    state.upstream,
    state.isUnfinished ? 1 : 0,
    id
  )
}

/** Records the time or the error of a sync, and the number of commits. */
export const recordSync = (
  connection: Connection,
  id: number,
  outcome: { readonly at: number } | { readonly error: string }
): void => {
  connection.run(
    "UPDATE repositories SET commit_count = (SELECT count(*) FROM commits WHERE repository = repositories.id) WHERE id = ?",
    id
  )
  if ("error" in outcome) connection.run("UPDATE repositories SET last_error = ? WHERE id = ?", outcome.error, id)
  else connection.run("UPDATE repositories SET synced_at = ?, last_error = NULL WHERE id = ?", outcome.at, id)
}
