import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import type { Facts } from "../../adapters/parser/facts/Facts.ts"
import type { Extracted } from "../extracting/Extracted.ts"
import { unpackFacts } from "../extracting/packing.ts"
import { removeLinks } from "./removeLinks.ts"
import { blobStates } from "./schema.ts"

/** Identifies what is kept of a content. */
export interface BlobKey {
  readonly oid: Uint8Array
  /** Empty if the language has no grammar. */
  readonly language: string
  /** Digest of the code that extracted from it. */
  readonly extractor: string
}

/** What is indexed of a content. */
export interface IndexedContent {
  /** Object id, in hexadecimal. */
  readonly oid: string
  readonly language: string
  /** Whether there are facts about it. */
  readonly hasFacts: boolean
}

/** Columns of blobs for {@link toContent}. Only the type of the digest is asked for: it is stored after the facts. */
export const contentColumns = "lower(hex(oid)) AS oid, language, typeof(shape_digest) = 'text' AS has_facts"

export const toContent = (row: Row): IndexedContent => ({
  oid: row.text("oid"),
  language: row.text("language"),
  hasFacts: row.integer("has_facts") === 1
})

/** Reads what is indexed of a content. */
export const readIndexedContent = (connection: Connection, blob: number): IndexedContent | undefined => {
  const row = connection.get(`SELECT ${contentColumns} FROM blobs WHERE id = ?`, blob)
  return row === undefined ? undefined : toContent(row)
}

/** Returns the row id of a blob; undefined if it is not indexed. */
export const findBlob = (connection: Connection, { extractor, language, oid }: BlobKey): number | undefined =>
  connection
    .get("SELECT id FROM blobs WHERE oid = ? AND language = ? AND extractor = ?", oid, language, extractor)
    ?.integer("id")

const writeDefinitions = (connection: Connection, blob: number, { definitions }: Extracted): void => {
  for (const [number, definition] of definitions.entries()) {
    connection.run(
      `INSERT INTO definitions (blob, number, name, qualified_name, kind, signature, documentation, start_line, end_line, line,
        is_exported, cyclomatic, cognitive, nesting, parameters) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      blob,
      number,
      definition.name,
      definition.qualifiedName,
      definition.kind,
      definition.signature,
      definition.documentation,
      definition.lines.start,
      definition.lines.end,
      definition.line,
      definition.isExported ? 1 : 0,
      definition.cyclomatic,
      definition.cognitive,
      definition.nesting,
      definition.parameters.length
    )
  }
}

/** Writes a blob and returns its row id. */
export const writeBlob = (
  connection: Connection,
  { extractor, language, oid }: BlobKey,
  extracted: Extracted
): number => {
  const { detail, facts, hasExports, isGenerated, shape, state, words } = extracted
  const id = connection.insert(
    `INSERT INTO blobs (oid, language, extractor, state, detail, is_generated, has_exports, facts, shape, shape_digest, package, names)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    oid,
    language,
    extractor,
    blobStates[state],
    detail,
    isGenerated ? 1 : 0,
    hasExports ? 1 : 0,
    facts,
    shape?.packed ?? null,
    shape?.digest ?? null,
    shape?.package ?? null,
    shape === null ? null : JSON.stringify(shape.names)
  )
  writeDefinitions(connection, id, extracted)
  if (words !== null) {
    connection.run(
      `INSERT INTO words (rowid, definitions, signatures, imports, symbols, documentation, body) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      id,
      words.definitions,
      words.signatures,
      words.imports,
      words.symbols,
      words.documentation,
      words.body
    )
  }
  return id
}

/** Reads the facts of a blob; undefined if it has none. */
export const readFacts = (connection: Connection, blob: number): Facts | undefined => {
  const row = connection.get("SELECT facts FROM blobs WHERE id = ? AND facts IS NOT NULL", blob)
  return row === undefined ? undefined : unpackFacts(row.bytes("facts"))
}

/** Removes blobs with their words, definitions and links. */
export const removeBlobs = (connection: Connection, ids: ReadonlyArray<number>): void => {
  for (const id of ids) {
    for (const links of connection.all("SELECT id FROM links WHERE blob = ?", id)) {
      removeLinks(connection, links.integer("id"))
    }
    for (const statement of [
      "DELETE FROM definitions WHERE blob = ?",
      "DELETE FROM words WHERE rowid = ?",
      "DELETE FROM contents WHERE blob = ?",
      "DELETE FROM blobs WHERE id = ?"
    ]) {
      connection.run(statement, id)
    }
  }
}
