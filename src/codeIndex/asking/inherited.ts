import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SymbolHit } from "../model/answers.ts"
import type { SymbolQuestion } from "../model/inputs.ts"
import { edgeKinds } from "../store/edges.ts"
import { findDefinitions, findExact, findMembers, preferQualified } from "./definitions.ts"
import { findFileIn } from "./filePaths.ts"
import { findPlace } from "./located.ts"
import { keyOf, type Place } from "./Place.ts"

/** Maximum bases of a type that are looked at, indirect ones included. */
const maxBases = 100

const readBases = (connection: Connection, view: number, { name, path }: Place): ReadonlyArray<Place> =>
  connection
    .all(
      `SELECT DISTINCT targets.path AS path, target.name AS name FROM names AS within
       JOIN paths ON paths.path = ?
       JOIN files ON files.path = paths.id AND files.view = ?
       JOIN edges ON edges.links = files.links AND edges.within = within.id AND edges.kind = ?
       JOIN names AS target ON target.id = edges.target_name
       JOIN paths AS targets ON targets.id = edges.target_path
       WHERE within.name = ? ORDER BY line, "column"`,
      path,
      view,
      edgeKinds.indexOf("base"),
      name
    )
    .map((row) => ({ path: row.text("path"), name: row.text("name") }))

/** All that a type extends, depth first; what several of them extend comes after the last of these. */
const lineOf = (connection: Connection, view: number, type: Place): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  const open = [type]
  for (let each = open.pop(); each !== undefined && found.length <= maxBases; each = open.pop()) {
    found.push(each)
    open.push(...readBases(connection, view, each).toReversed())
  }
  const lasts = new Map(found.map((each, at) => [keyOf(each), at]))
  return found.slice(1).filter((each, at) => lasts.get(keyOf(each)) === at + 1)
}

type Question = Pick<SymbolQuestion, "name" | "path">

/** Finds the member that the named type inherits. */
const findInherited = (
  connection: Connection,
  view: number,
  question: Question,
  findTypes: typeof findDefinitions
): ReadonlyArray<SymbolHit> => {
  const [, owner, member] = /^(.+)(?:\.|::|#|\/)([^.:#/]+)$/s.exec(question.name) ?? []
  if (owner === undefined || member === undefined) return []
  const types = preferQualified(findTypes(connection, view, { ...question, name: owner }), owner)
  const distinct = new Map(types.map((type) => [keyOf(type), type]))
  return [...distinct.values()].flatMap((type) => {
    const members = lineOf(connection, view, type).map((base) => findMembers(connection, view, base, member))
    return (members.find(({ length }) => length > 0) ?? []).map((hit) => ({ ...hit, inherited_by: type.name }))
  })
}

const findInPath = (connection: Connection, view: number, question: Question): ReadonlyArray<SymbolHit> => {
  const exact = findExact(connection, view, question)
  if (exact.length > 0) return exact
  const inherited = findInherited(connection, view, question, findExact)
  if (inherited.length > 0) return inherited
  const own = findDefinitions(connection, view, question)
  return own.length > 0 ? own : findInherited(connection, view, question, findDefinitions)
}

/**
 * Finds the definitions with a name, which may be `path:Name`, like {@link findDefinitions}; if none has exactly that name,
 * the member that the named type inherits: `Flask.route` is `Scaffold.route` if `Flask` extends `Scaffold`. The hit says
 * who inherits it. `path`: the file of the type. In `path:Name`, a qualified name comes before a short one. A path with a line means the
 * definition there.
 */
export const findNamed = (connection: Connection, view: number, question: Question): ReadonlyArray<SymbolHit> => {
  if (question.path !== undefined) return findInPath(connection, view, question)
  const inFile = findFileIn(connection, view, question.name)
  const found =
    inFile === undefined
      ? findInPath(connection, view, question)
      : preferQualified(findInPath(connection, view, inFile), inFile.name)
  if (found.length > 0) return found
  const place = findPlace(connection, view, question.name)
  return place === undefined || place.name === ""
    ? []
    : preferQualified(findInPath(connection, view, place), place.name)
}
