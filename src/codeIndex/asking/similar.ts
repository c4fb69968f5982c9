import { distance } from "fastest-levenshtein"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { listPaths } from "../store/views.ts"
import { lastSegment, normalizeName } from "../../domain/AnchorName.ts"
import { formatCount } from "../../domain/Text.ts"
import { nearPaths } from "../../domain/nearPaths.ts"
import { CodeError, SymbolUnknown } from "../model/CodeError.ts"
import { findFileIn } from "./filePaths.ts"
import { describeSparse } from "./sparse.ts"
import { readState } from "./state.ts"
import { describeUnparsed } from "./withoutGrammar.ts"

/** Similar names that a failure lists, and how many candidates are compared. */
const maxSimilar = 5
const maxCandidates = 2_000

/** A pattern for names that begin like this one. */
const startOf = (name: string): string => `${name.slice(0, 3).replaceAll(/[%_\\]/g, String.raw`\$&`)}%`

/** Lists names of definitions that a name may be a misspelling of: qualified ones for a qualified name. */
export const findSimilar = (connection: Connection, view: number, name: string): ReadonlyArray<string> => {
  const wanted = normalizeName(name.slice(0, 100)).toLowerCase()
  const select = (shown: "name" | "qualified_name", like: "name" | "qualified_name", start: string) =>
    connection
      .all(
        `SELECT DISTINCT definitions.${shown} AS name FROM definitions
         JOIN files ON files.blob = definitions.blob AND view = ?
         WHERE definitions.${like} LIKE ? ESCAPE '\\' ORDER BY definitions.${shown} LIMIT ?`,
        view,
        startOf(start),
        maxCandidates
      )
      .map((row) => row.text("name"))
  const last = lastSegment(wanted)
  const names =
    last === wanted || last === ""
      ? select("name", "name", name)
      : [...select("qualified_name", "qualified_name", name), ...select("qualified_name", "name", last)]
  return [...new Set(names)]
    .map((each) => ({ each, far: distance(normalizeName(each).toLowerCase(), wanted) }))
    .toSorted((a, b) => a.far - b.far || (a.each < b.each ? -1 : 1))
    .slice(0, maxSimilar)
    .map(({ each }) => each)
}

const maxPathChars = 1_000

/** Lists paths of files that a path may be a misspelling of; a name after a colon is left out. */
export const findSimilarPaths = (connection: Connection, view: number, path: string): ReadonlyArray<string> => {
  if (path.length > maxPathChars) return []
  return nearPaths(path.replace(/:[^/]*$/, ""), listPaths(connection, view))
}

const describeFailed = (connection: Connection, view: number): ReadonlyArray<string> => {
  const { failed } = readState(connection, view)
  return failed === 0 ? [] : [`Definitions are missing of ${formatCount(failed, "file")} that could not be parsed.`]
}

/** What a failure for a name that nothing has says of files that are not indexed, could not be parsed or have no grammar. */
export const lacksOf = (connection: Connection, view: number): { readonly lacks?: string } => {
  const lacks = [
    ...describeSparse(connection, view),
    ...describeFailed(connection, view),
    ...describeUnparsed(connection, view)
  ]
  return lacks.length === 0 ? {} : { lacks: lacks.join(" ") }
}

/** The failure for a name that nothing has. */
export const symbolUnknown = (connection: Connection, view: number, name: string): CodeError => {
  const similar = findSimilar(connection, view, findFileIn(connection, view, name)?.name ?? name)
  return new CodeError({ reason: new SymbolUnknown({ name, similar, ...lacksOf(connection, view) }) })
}
