import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { keepWhileUnchanged } from "../../store/database/keepWhileUnchanged.ts"
import type { FoundDefinition, SearchHit } from "../model/answers.ts"
import { readModules } from "../store/links.ts"

/** Modules of a kind in an answer. */
const maxModules = 10

const toDefinition = (row: Row): FoundDefinition => ({
  type: row.text("kind"),
  name: row.text("qualified_name"),
  signature: row.text("signature"),
  line: row.integer("line")
})

/** SQLite ignores the case of these letters only. */
const isPlain = (part: string): boolean => /^[a-z0-9]+$/.test(part)

/**
 * Reads the definitions of a blob, but for fields, whose names have one of these parts, in any case and in source order. Others may be
 * among them where a part has other letters than those of English.
 */
export const readNamed = (
  connection: Connection,
  blob: number,
  parts: ReadonlyArray<string>
): ReadonlyArray<FoundDefinition> => {
  const isNamed = parts.map(() => "qualified_name LIKE ?").join(" OR ")
  return connection
    .all(
      `SELECT kind, qualified_name, signature, line FROM definitions WHERE blob = ? AND kind <> 'field' AND (${isNamed})
       ORDER BY number`,
      blob,
      ...parts.map((part) => (isPlain(part) ? `%${part}%` : "%"))
    )
    .map(toDefinition)
}

/** Reads the innermost definition of a blob that has a line; undefined if none has. */
export const readEnclosing = (connection: Connection, blob: number, line: number): FoundDefinition | undefined => {
  const row = connection.get(
    `SELECT kind, qualified_name, signature, line FROM definitions WHERE blob = ? AND start_line <= ? AND end_line >= ?
     ORDER BY end_line - start_line, number LIMIT 1`,
    blob,
    line,
    line
  )
  return row === undefined ? undefined : toDefinition(row)
}

/** Reads the first definitions of a blob that are no values, by their lines. */
export const readFirst = (connection: Connection, blob: number, limit: number): ReadonlyArray<FoundDefinition> =>
  connection
    .all(
      `SELECT kind, qualified_name, signature, line FROM definitions
       WHERE blob = ? AND kind NOT IN ('field', 'constant', 'variable') ORDER BY line, number LIMIT ?`,
      blob,
      limit
    )
    .map(toDefinition)

/** Counts the definitions of a blob, but for fields. */
export const countDefinitions = keepWhileUnchanged((connection: Connection, blob: number): number =>
  connection.integer("count", "SELECT count(*) AS count FROM definitions WHERE blob = ? AND kind <> 'field'", blob)
)

/** Reads the modules whose names pass a test, of those that a file imports, by kind. `links`: row id of its links. */
export const readImports = (
  connection: Connection,
  links: number | null,
  matches: (module: string) => boolean
): SearchHit["imports"] => {
  const imports = links === null ? [] : readModules(connection, links).filter(({ module }) => matches(module))
  return [...Map.groupBy(imports, ({ kind }) => kind)].map(([type, found]) => ({
    type,
    modules: [...new Set(found.map(({ module }) => module))].slice(0, maxModules)
  }))
}
