import type { Connection } from "../../adapters/sql/Connection.ts"
import { listSpellings } from "../../domain/identifiers.ts"
import type { CommitFields } from "../model/commitText.ts"
import { listBigrams } from "../model/bigrams.ts"

const messageColumns = ["subject", "body", "why", "paths", "parts"]
const insertStatement = (table: string, columns: ReadonlyArray<string>): string =>
  `INSERT INTO ${table} (rowid, ${columns.join(", ")}) VALUES (?${", ?".repeat(columns.length)})`
const insertMessage = insertStatement("messages", messageColumns)
const insertSearch = insertStatement("search", [...messageColumns, "patch"])

const listParts = (texts: ReadonlyArray<string>): string =>
  [...listSpellings(texts), ...new Set(texts.flatMap(listBigrams))].join("\n")

const joinPaths = ({ paths }: CommitFields): string => paths.toSorted().join("\n")

/** Indexes a commit in `messages`. Deterministic for a commit. */
export const writeMessageWords = (connection: Connection, fields: CommitFields): void => {
  const { body, id, subject, why } = fields
  const paths = joinPaths(fields)
  connection.run(insertMessage, id, subject, body, why, paths, listParts([subject, body ?? "", why, paths]))
}

/** Indexes a commit in `search`; `lines` are the lines that its patch adds and removes. */
export const writeSearchWords = (connection: Connection, fields: CommitFields, lines: string): void => {
  const { body, id, subject, why } = fields
  const paths = joinPaths(fields)
  connection.run(
    insertSearch,
    id,
    subject,
    body,
    why,
    paths,
    listParts([subject, body ?? "", why, paths, lines]),
    lines
  )
}

/** Removes a commit from both full-text indexes. */
export const removeWords = (connection: Connection, id: number): void => {
  for (const table of ["messages", "search"]) connection.run(`DELETE FROM ${table} WHERE rowid = ?`, id)
}

/** Reads the searchable fields of an indexed commit; undefined if it is not indexed. */
export const readCommitFields = (connection: Connection, id: number): CommitFields | undefined => {
  const row = connection.get(
    `SELECT subject, body, (SELECT why FROM annotations WHERE "commit" = id) AS why FROM commits WHERE id = ?`,
    id
  )
  if (row === undefined) return undefined
  const paths = connection
    .all(`SELECT path FROM paths WHERE id IN (SELECT path FROM changes WHERE "commit" = ?)`, id)
    .map((changed) => changed.text("path"))
  return { id, subject: row.text("subject"), body: row.textOrNull("body"), why: row.textOrNull("why") ?? "", paths }
}
