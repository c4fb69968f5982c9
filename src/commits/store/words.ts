import type { Connection } from "../../sql/Database.ts"
import { spellings } from "../identifiers.ts"

/** Everything of a commit that is searched. */
export interface Searchable {
  readonly id: number
  readonly subject: string
  readonly body: string | null
  /** Of its annotation. */
  readonly why: string
  readonly paths: ReadonlyArray<string>
  /** The lines that its patch adds and removes. */
  readonly lines: string
}

const replace = `INSERT OR REPLACE INTO search (rowid, subject, body, why, paths, parts, patch) VALUES (?, ?, ?, ?, ?, ?, ?)`

/** Puts a commit into the full-text index, in place of what is there of it. The same commit always has the same words. */
export const writeWords = (connection: Connection, { body, id, lines, paths, subject, why }: Searchable): void => {
  const names = paths.toSorted().join("\n")
  const parts = Array.from(spellings([subject, body ?? "", why, names, lines].join("\n"))).join("\n")
  connection.run(replace, id, subject, body, why, names, parts, lines)
}
