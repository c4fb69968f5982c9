import { createHash } from "node:crypto"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { unpack } from "../../../src/codeIndex/extracting/packing.ts"

/** Files with their view, content and links. */
const files = "files JOIN views ON views.id = files.view JOIN paths ON paths.id = files.path"

const statements = {
  files: `SELECT views.name AS view, paths.path, hex(oid) AS oid, language, extractor, state, detail, is_generated, has_exports,
      is_marked, shape_digest, package, blobs.names, unpacked(facts) AS facts, unpacked(shape) AS shape,
      unpacked(modules) AS modules, unpacked(trace) AS trace
    FROM ${files} JOIN blobs ON blobs.id = files.blob LEFT JOIN links ON links.id = files.links ORDER BY 1, 2`,
  definitions: `SELECT views.name AS view, paths.path, definitions.number, definitions.name, qualified_name, kind, signature,
      documentation, start_line, end_line, line, is_exported, cyclomatic, cognitive, nesting, parameters
    FROM ${files} JOIN definitions ON definitions.blob = files.blob ORDER BY 1, 2, 3`,
  edges: `SELECT views.name AS view, paths.path, line, "column", kind, how, within.name AS within, target.path AS target_path,
      names.name AS target_name
    FROM ${files} JOIN edges ON edges.links = files.links JOIN paths AS target ON target.id = target_path
    JOIN names ON names.id = target_name JOIN names AS within ON within.id = edges.within ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  fileEdges: `SELECT views.name AS view, paths.path, target.path AS target_path
    FROM ${files} JOIN file_edges ON file_edges.links = files.links JOIN paths AS target ON target.id = file_edges.target_path
    ORDER BY 1, 2, 3`,
  imports: `SELECT views.name AS view, paths.path, line, form, target.path AS target_path
    FROM ${files} JOIN imports ON imports.links = files.links JOIN paths AS target ON target.id = imports.target_path
    ORDER BY 1, 2, 3, 4, 5`,
  words: `SELECT views.name AS view, paths.path, term, col, count(*) AS count
    FROM ${files} JOIN temp.content_words ON doc = files.blob GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  pathWords: `SELECT DISTINCT paths.path, term, col FROM ${files} JOIN temp.words_of_paths ON doc = paths.id ORDER BY 1, 2, 3`,
  views: "SELECT name, revision, pending, is_linked FROM views ORDER BY 1"
}

/** Large texts are compared by their digest, so that a difference can be read. */
const maxTextChars = 2_000

const show = (packed: unknown): string | null => {
  if (!(packed instanceof Uint8Array)) return null
  const text = unpack(packed)
  return text.length <= maxTextChars
    ? text
    : `${text.length} characters, ${createHash("sha256").update(text).digest("hex")}`
}

/** Everything that a code index keeps of its views, without row ids, stamps and times, so that two can be compared. */
export type IndexDump = Readonly<Record<string, ReadonlyArray<unknown>>>

/** Dumps the code index in a database. */
export const dumpDatabase = (path: string): IndexDump => {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    database.function("unpacked", { deterministic: true }, show)
    database.exec("CREATE VIRTUAL TABLE temp.content_words USING fts5vocab(main, words, instance)")
    database.exec("CREATE VIRTUAL TABLE temp.words_of_paths USING fts5vocab(main, path_words, instance)")
    return Object.fromEntries(Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql).all()]))
  } finally {
    database.close()
  }
}

/** Dumps the code index in a git directory. */
export const dumpIndexIn = (gitDirectory: string): IndexDump => dumpDatabase(join(gitDirectory, "ultragit", "code.db"))

/** Dumps the code index of a repository. */
export const dumpIndex = (directory: string): IndexDump => dumpIndexIn(join(directory, ".git"))

/** The rows of a dump that another one does not have, with the name of their table. */
const rowsMissingIn = (other: IndexDump, dump: IndexDump): ReadonlyArray<string> =>
  Object.entries(dump).flatMap(([table, rows]) => {
    const known = new Set((other[table] ?? []).map((row) => JSON.stringify(row)))
    return rows.map((row) => JSON.stringify(row)).flatMap((row) => (known.has(row) ? [] : [`${table} ${row}`]))
  })

/** The rows in which two indexes differ, with the side that has each. */
export const differencesOf = (incremental: IndexDump, full: IndexDump): ReadonlyArray<string> => [
  ...rowsMissingIn(full, incremental).map((row) => `only in the incremental index: ${row}`),
  ...rowsMissingIn(incremental, full).map((row) => `only in the full index: ${row}`)
]
