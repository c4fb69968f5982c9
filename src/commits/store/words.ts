import type { Connection } from "../../sql/Database.ts"
import { spellings } from "../identifiers.ts"
import { pairsIn } from "../runs.ts"

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

const columns = ["subject", "body", "why", "paths", "parts"]
const statementFor = (table: string, names: ReadonlyArray<string>): string =>
  `INSERT OR REPLACE INTO ${table} (rowid, ${names.join(", ")}) VALUES (?${", ?".repeat(names.length)})`
const replaceMessage = statementFor("messages", columns)
const replaceAll = statementFor("search", [...columns, "patch"])

const partsIn = (texts: ReadonlyArray<string>): string => [...spellings(texts), ...pairsIn(texts.join("\n"))].join("\n")

/** Puts a commit into both full-text indexes, in place of what is there of it. The same commit always has the same words. */
export const writeWords = (connection: Connection, { body, id, lines, paths, subject, why }: Searchable): void => {
  const names = paths.toSorted().join("\n")
  const said = [subject, body ?? "", why, names]
  const parts = partsIn(said)
  connection.run(replaceMessage, id, subject, body, why, names, parts)
  connection.run(replaceAll, id, subject, body, why, names, lines === "" ? parts : partsIn([...said, lines]), lines)
}
