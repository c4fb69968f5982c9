import type { Row } from "../../adapters/sql/Row.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { lastSegment, normalizeName } from "../../domain/AnchorName.ts"
import type { SymbolHit } from "../model/answers.ts"
import type { SymbolQuestion } from "../model/inputs.ts"
import { toIndexPath } from "./filePaths.ts"

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

type Question = Pick<SymbolQuestion, "name" | "path">

/** Finds definitions by one of their names, with an index of the database. */
type FindByName = (column: "name" | "qualified_name", wanted: string) => ReadonlyArray<SymbolHit>

type Case = "same case" | "any case"

const makeFindByName = (connection: Connection, view: number, { path }: Question, letters: Case): FindByName => {
  // CROSS JOIN begins with the name; SQLite would go through all files of the view.
  const join = path === undefined ? "CROSS JOIN" : "JOIN"
  return (column, wanted) => {
    // The index of the database ignores case.
    const isNamed = `definitions.${column} = ?2 COLLATE NOCASE`
    const isSame = letters === "same case" ? `${isNamed} AND definitions.${column} = ?2` : isNamed
    const sql = `
      SELECT paths.path AS path, definitions.* FROM definitions ${join} files ON files.blob = definitions.blob AND view = ?1
      JOIN paths ON paths.id = files.path WHERE ${isSame}`
    const order = "ORDER BY paths.path, number"
    const rows =
      path === undefined
        ? connection.all(`${sql} ${order}`, view, wanted)
        : connection.all(`${sql} AND paths.path = ?3 ${order}`, view, wanted, toIndexPath(path))
    return rows.map(toHit)
  }
}

const distinct = (hits: ReadonlyArray<SymbolHit>): ReadonlyArray<SymbolHit> => [
  ...new Map(hits.map((hit) => [`${hit.path}\0${hit.line}\0${hit.name}`, hit])).values()
]

/** The ways to find a name, from the most to the least certain. */
interface Ways {
  /** As written: qualified, or short. */
  readonly written: () => ReadonlyArray<SymbolHit>
  /** With other separators: `A.run` for `A::run`. */
  readonly respelled: () => ReadonlyArray<SymbolHit>
  /** In a module: `Effect.forEach` is `forEach` in `Effect.ts`. */
  readonly inModule: () => ReadonlyArray<SymbolHit>
  /** By the end of a qualified name: `Inner.run` for `Outer.Inner.run`. */
  readonly ending: () => ReadonlyArray<SymbolHit>
}

const makeWays = (connection: Connection, view: number, question: Question, letters: Case): Ways => {
  const { name } = question
  const find = makeFindByName(connection, view, question, letters)
  const fold = (each: string): string => (letters === "same case" ? each : each.toLowerCase())
  const wanted = fold(normalizeName(name))
  let sharing: ReadonlyArray<SymbolHit> | undefined
  const spelled = (holds: (own: string) => boolean) => (): ReadonlyArray<SymbolHit> => {
    sharing ??= wanted.includes(".") ? find("name", lastSegment(name)) : []
    return sharing.filter((hit) => holds(fold(normalizeName(hit.name))))
  }
  return {
    written: () => distinct([...find("qualified_name", name), ...find("name", name)]),
    respelled: spelled((own) => own === wanted),
    inModule: () =>
      splitModules(name).flatMap(({ module, rest }) =>
        find("qualified_name", rest).filter(({ path }) => moduleNames(path).has(module))
      ),
    ending: spelled((own) => own.endsWith(`.${wanted}`))
  }
}

const firstFound = (ways: ReadonlyArray<() => ReadonlyArray<SymbolHit>>): ReadonlyArray<SymbolHit> => {
  for (const way of ways) {
    const found = way()
    if (found.length > 0) return found
  }
  return []
}

/**
 * Finds the definitions with a name in the same case: all that it names if it is short, those with the qualified name, or
 * those with that name in a module. `.`, `::`, `#` and `/` are the same between the parts of a name.
 */
export const findExact = (connection: Connection, view: number, question: Question): ReadonlyArray<SymbolHit> => {
  const { inModule, respelled, written } = makeWays(connection, view, question, "same case")
  return firstFound([written, respelled, inModule])
}

/** Finds the definitions whose qualified name ends with a name; if there are none, those with that name in another case. */
const findLoose = (connection: Connection, view: number, question: Question): ReadonlyArray<SymbolHit> => {
  const { ending } = makeWays(connection, view, question, "same case")
  const other = makeWays(connection, view, question, "any case")
  return firstFound([ending, other.written, other.respelled, other.inModule, other.ending])
}

/** Finds the definitions that a name may mean, in the first way that finds some. */
export const findDefinitions = (connection: Connection, view: number, question: Question): ReadonlyArray<SymbolHit> =>
  firstFound([() => findExact(connection, view, question), () => findLoose(connection, view, question)])

/** Selects those that have a name as their qualified name, if there are any. */
export const preferQualified = <Named extends { readonly name: string }>(
  found: ReadonlyArray<Named>,
  name: string
): ReadonlyArray<Named> => {
  const wanted = normalizeName(name)
  const qualified = found.filter((each) => normalizeName(each.name) === wanted)
  return qualified.length > 0 ? qualified : found
}
