import type { Connection } from "../../adapters/sql/Connection.ts"
import { listSpellings } from "../model/identifiers.ts"
import type { CommitFields } from "../model/commitText.ts"
import { listBigrams } from "../model/bigrams.ts"

const columns = ["subject", "body", "why", "paths", "parts"]
const statementFor = (table: string, names: ReadonlyArray<string>): string =>
  `INSERT INTO ${table} (rowid, ${names.join(", ")}) VALUES (?${", ?".repeat(names.length)})`
const addMessage = statementFor("messages", columns)
const addAll = statementFor("search", [...columns, "patch"])

const partsIn = (texts: ReadonlyArray<string>): string =>
  [...listSpellings(texts), ...new Set(texts.flatMap(listBigrams))].join("\n")

const namesOf = ({ paths }: CommitFields): string => paths.toSorted().join("\n")

/** Puts what a commit says of itself into the index without patches. The same commit always has the same words. */
export const writeMessageWords = (connection: Connection, said: CommitFields): void => {
  const { body, id, subject, why } = said
  const names = namesOf(said)
  connection.run(addMessage, id, subject, body, why, names, partsIn([subject, body ?? "", why, names]))
}

/** Puts it into the index with patches, with `lines`: what its patch adds and removes. */
export const writeSearchWords = (connection: Connection, said: CommitFields, lines: string): void => {
  const { body, id, subject, why } = said
  const names = namesOf(said)
  connection.run(addAll, id, subject, body, why, names, partsIn([subject, body ?? "", why, names, lines]), lines)
}

/** Takes all words of a commit out of both indexes. */
export const removeWords = (connection: Connection, id: number): void => {
  for (const table of ["messages", "search"]) connection.run(`DELETE FROM ${table} WHERE rowid = ?`, id)
}

/** What is written of an indexed commit; none: it is not there. */
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
