import { distance } from "fastest-levenshtein"
import type { Row } from "../../adapters/sql/Row.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SymbolHit } from "../model/answers.ts"
import { CodeError, SymbolUnknown } from "../model/CodeError.ts"
import type { SymbolQuestion } from "../model/inputs.ts"

/** Similar names that a failure lists, and how many candidates are compared. */
const maxSimilar = 5
const maxCandidates = 2_000

const toHit = (row: Row): SymbolHit => ({
  path: row.text("path"),
  type: row.text("kind"),
  name: row.text("qualified_name"),
  signature: row.text("signature"),
  line: row.integer("line"),
  end_line: row.integer("end_line"),
  exported: row.integer("is_exported") === 1,
  ...(row.text("documentation") === "" ? {} : { documentation: row.text("documentation") })
})

/** The names by which other files call a file as a module: without its extension, and its folder's. In lower case. */
const moduleNames = (path: string): ReadonlySet<string> => {
  const [file = "", folder = ""] = path.toLowerCase().split("/").toReversed()
  return new Set([file.replace(/\.[^.]*$/, ""), folder])
}

/** Maximum parts of a name that are tried as a module, and length of a name that is split. */
const maxModules = 8
const maxSplitChars = 1_000

/** Lists the ways to read a name as that of a module, in lower case, and a qualified name in it. */
const splitModules = (name: string): ReadonlyArray<{ readonly module: string; readonly rest: string }> =>
  [...name.slice(0, maxSplitChars).matchAll(/([^.:/]+)(?:\.|::|\/)/g)].slice(0, maxModules).flatMap((part) => {
    const [whole, module = ""] = part
    const rest = name.slice(part.index + whole.length)
    return rest === "" ? [] : [{ module: module.toLowerCase(), rest }]
  })

/** Finds the members of a type by their name. */
export const findMembers = (
  connection: Connection,
  view: number,
  type: { readonly path: string; readonly name: string },
  member: string
): ReadonlyArray<SymbolHit> =>
  connection
    .all(
      `SELECT paths.path AS path, definitions.* FROM paths JOIN files ON files.path = paths.id AND files.view = ?
       JOIN definitions ON definitions.blob = files.blob
       WHERE paths.path = ? AND name = ? AND qualified_name IN (?, ?, ?) ORDER BY number`,
      view,
      type.path,
      member,
      ...[".", "::", "#"].map((separator) => `${type.name}${separator}${member}`)
    )
    .map(toHit)

/**
 * Finds the definitions with a qualified name; if there are none, with that short name, or with that name in a module
 * (`Effect.forEach` is `forEach` in `Effect.ts`). Those with the same case come before others.
 */
export const findDefinitions = (
  connection: Connection,
  view: number,
  { name, path }: Pick<SymbolQuestion, "name" | "path">
): ReadonlyArray<SymbolHit> => {
  // CROSS JOIN begins with the name; SQLite would go through all files of the view.
  const join = path === undefined ? "CROSS JOIN" : "JOIN"
  const select = (where: string, ...values: ReadonlyArray<string | number>) =>
    connection.all(
      `SELECT paths.path AS path, definitions.* FROM definitions ${join} files ON files.blob = definitions.blob AND view = ?
       JOIN paths ON paths.id = files.path WHERE ${where} ORDER BY paths.path, number`,
      ...values
    )
  const find = (column: "name" | "qualified_name", wanted: string) => {
    const isNamed = `definitions.${column} = ? COLLATE NOCASE`
    const rows =
      path === undefined ? select(isNamed, view, wanted) : select(`paths.path = ? AND ${isNamed}`, view, path, wanted)
    return rows.map(toHit)
  }
  const isExact = (hit: SymbolHit): boolean => hit.name.endsWith(name)
  const preferExact = (found: ReadonlyArray<SymbolHit>) => (found.some(isExact) ? found.filter(isExact) : found)
  for (const column of ["qualified_name", "name"] as const) {
    const found = find(column, name)
    if (found.length > 0) return preferExact(found)
  }
  return splitModules(name).flatMap(({ module, rest }) =>
    find("qualified_name", rest).filter(({ path: at }) => moduleNames(at).has(module))
  )
}

/** Lists names of definitions that a name may be a misspelling of. */
export const findSimilar = (connection: Connection, view: number, name: string): ReadonlyArray<string> => {
  const short = name.slice(0, 100)
  const start = short.slice(0, 3).replaceAll(/[%_\\]/g, String.raw`\$&`)
  const names = connection
    .all(
      `SELECT DISTINCT definitions.name AS name FROM definitions JOIN files ON files.blob = definitions.blob AND view = ?
       WHERE definitions.name LIKE ? ESCAPE '\\' ORDER BY definitions.name LIMIT ?`,
      view,
      `${start}%`,
      maxCandidates
    )
    .map((row) => row.text("name"))
  return names
    .map((each) => ({ each, far: distance(each.toLowerCase(), short.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far || (a.each < b.each ? -1 : 1))
    .slice(0, maxSimilar)
    .map(({ each }) => each)
}

/** The failure for a name that nothing has. */
export const symbolUnknown = (connection: Connection, view: number, name: string): CodeError =>
  new CodeError({ reason: new SymbolUnknown({ name, similar: findSimilar(connection, view, name) }) })
