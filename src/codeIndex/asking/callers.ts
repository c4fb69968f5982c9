import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import type { CallerHit, CallersAnswer, SymbolHit } from "../model/answers.ts"
import type { CodeError } from "../model/CodeError.ts"
import type { CallersQuestion } from "../model/inputs.ts"
import { edgeKinds, edgeOrigins, relationOfKind } from "../store/edges.ts"
import { findConstructed } from "./constructors.ts"
import { keyOf, type Place } from "./Place.ts"
import { findNamed } from "./inherited.ts"
import { withOtherParts } from "./otherParts.ts"
import { checkRange } from "./checkRange.ts"
import { readState } from "./state.ts"
import { symbolUnknown } from "./similar.ts"
import { describeSparse, withWarnings } from "./sparse.ts"
import { splitMember } from "./splitMember.ts"

const toHit = (row: Row): CallerHit => {
  const within = row.text("within")
  return {
    path: row.text("path"),
    line: row.integer("line"),
    ...(within === "" ? {} : { within }),
    kind: edgeKinds[row.integer("kind")] ?? "read",
    how: edgeOrigins[row.integer("how")] ?? "name_only",
    target: { path: row.text("target_path"), name: row.text("target_name") }
  }
}

const selectEdges = `
  SELECT callers.path AS path, line, kind, how, within.name AS within, targets.path AS target_path, target.name AS target_name
  FROM names AS target
  JOIN edges ON edges.target_name = target.id
  JOIN paths AS targets ON targets.id = edges.target_path
  JOIN files ON files.links = edges.links AND files.view = ?
  JOIN paths AS callers ON callers.id = files.path
  JOIN names AS within ON within.id = edges.within
  WHERE target.name = ? AND targets.path = ?
  ORDER BY callers.path, line, "column"`

/** Reads the references to a definition, by path and line. */
const readReferences = (connection: Connection, view: number, target: Place): ReadonlyArray<CallerHit> =>
  connection.all(selectEdges, view, target.name, target.path).map(toHit)

/** Counts the references that are known by one of these names only; a common name has thousands. */
const countNameOnly = (connection: Connection, view: number, names: ReadonlyArray<string>): number =>
  connection.integer(
    "count",
    `SELECT count(*) AS count FROM names AS target
     CROSS JOIN edges ON edges.target_name = target.id AND edges.target_path = (SELECT id FROM paths WHERE path = '')
     CROSS JOIN files ON files.links = edges.links AND files.view = ?
     WHERE target.name IN (SELECT value FROM json_each(?))`,
    view,
    JSON.stringify(names)
  )

const callKinds: ReadonlySet<string> = new Set(edgeKinds.filter((kind) => relationOfKind[kind] === "calls"))

/** Reads the types, other than the targets, whose constructions run one of them. */
const readConstructed = (connection: Connection, view: number, targets: ReadonlyArray<Place>): ReadonlyArray<Place> => {
  const derivedFrom = (type: Place) =>
    readReferences(connection, view, type)
      .filter(({ kind }) => kind === "base")
      .map(({ path, within = "" }) => ({ path, name: within }))
  const types = targets.flatMap((target) => findConstructed(connection, view, target, derivedFrom))
  const known = new Set(targets.map(keyOf))
  return [...new Map(types.map((type) => [keyOf(type), type])).values()].filter((type) => !known.has(keyOf(type)))
}

/** Reads the references to definitions; those to a constructor are the constructions of its type. Each by path and line. */
export const readReferencesTo = (
  connection: Connection,
  view: number,
  targets: ReadonlyArray<Place>
): ReadonlyArray<CallerHit> => [
  ...targets.flatMap((target) => readReferences(connection, view, target)),
  ...readConstructed(connection, view, targets).flatMap((type) =>
    readReferences(connection, view, type).filter(({ kind }) => callKinds.has(kind))
  )
]

/** What a definition is called in its container. */
const ownName = (name: string): string => splitMember(name)?.[1] ?? name

const distinctTargets = (found: ReadonlyArray<SymbolHit>): ReadonlyArray<SymbolHit> =>
  [...new Map(found.toReversed().map((hit) => [keyOf(hit), hit])).values()].toReversed()

const maxResults = 10_000

/** Lists what refers to the definitions with a name. */
export const findCallers = (
  connection: Connection,
  view: number,
  question: CallersQuestion
): Result.Result<CallersAnswer, CodeError> =>
  Result.gen(function* () {
    const limit = yield* checkRange("limit", question.limit, 1, maxResults)
    const targets = distinctTargets(findNamed(connection, view, question))
    if (targets.length === 0) return yield* Result.fail(symbolUnknown(connection, view, question.name))
    const known = readReferencesTo(connection, view, withOtherParts(connection, view, targets))
    const names = [...new Set(targets.map(({ name }) => ownName(name)))]
    const byName = question.withNameOnly
      ? names.flatMap((name) => readReferences(connection, view, { path: "", name }))
      : []
    const nameOnly = question.withNameOnly ? 0 : countNameOnly(connection, view, names)
    const all = [...known, ...byName]
    return {
      targets,
      callers: all.slice(0, limit),
      total: all.length,
      ...(nameOnly === 0 ? {} : { name_only: nameOnly }),
      index: readState(connection, view),
      ...withWarnings(describeSparse(connection, view))
    }
  })
