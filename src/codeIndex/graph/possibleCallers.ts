import type { Connection } from "../../adapters/sql/Connection.ts"
import { edgeOrigins } from "../store/edges.ts"
import type { Node } from "./nodes.ts"

/** Files that an answer names, the nearest, and lines of each. */
const maxFiles = 10
const maxLines = 5

/** Languages whose code calls each other's. */
const together: ReadonlyArray<ReadonlyArray<string>> = [
  ["typescript", "tsx", "javascript", "jsx"],
  ["c", "cpp"],
  ["java", "kotlin", "scala"]
]

const nameOnly = edgeOrigins.indexOf("name_only")

const selectLanguage = `
  SELECT language FROM paths CROSS JOIN files ON files.path = paths.id AND files.view = ?
  CROSS JOIN blobs ON blobs.id = files.blob WHERE paths.path = ?`

/** CROSS JOIN and the sign before the view keep SQLite from going through all files of the view. */
const selectCalls = `
  SELECT DISTINCT callers.path AS path, line FROM names AS target
  CROSS JOIN edges ON edges.target_name = target.id AND how = ${nameOnly}
  CROSS JOIN files ON files.links = edges.links AND +files.view = ?
  CROSS JOIN blobs ON blobs.id = files.blob
  CROSS JOIN paths AS callers ON callers.id = files.path
  WHERE target.name = ? AND blobs.language IN (SELECT value FROM json_each(?))
  ORDER BY callers.path, line`

/** The number of folders that two paths begin with. */
const countShared = (one: string, other: string): number => {
  const folders = other.split("/").slice(0, -1)
  const differs = one.split("/").findIndex((folder, at) => folder !== folders[at])
  return differs === -1 ? folders.length : differs
}

/** A file and its lines that call something. */
export interface CallingFile {
  readonly path: string
  readonly lines: ReadonlyArray<number>
}

/** Names a file with its first lines: `src/pool.ts:12,40`. */
export const formatPlace = ({ lines, path }: CallingFile): string =>
  `${path}:${lines.slice(0, maxLines).join(",")}${lines.length > maxLines ? ",…" : ""}`

/** Calls that may be of a definition: `possible_callers` counts them, `possible_places` has the nearest files with lines. */
interface PossibleCallers {
  readonly possible_callers?: number
  readonly possible_places?: ReadonlyArray<string>
}

/** Finds calls of a definition's name, in its language, whose receivers are unknown. The nearest files come first. */
export const findPossibleCalls = (connection: Connection, view: number, node: Node): ReadonlyArray<CallingFile> => {
  if (node.name === "") return []
  const language = connection.get(selectLanguage, view, node.path)?.text("language") ?? ""
  const languages = together.find((each) => each.includes(language)) ?? [language]
  const name = node.name.replace(/^.*(?:\.|::|#)/s, "")
  const calls = connection
    .all(selectCalls, view, name, JSON.stringify(languages))
    .map((row) => ({ path: row.text("path"), line: row.integer("line") }))
  return [...Map.groupBy(calls, ({ path }) => path)]
    .map(([path, found]) => ({ path, lines: found.map(({ line }) => line), shared: countShared(path, node.path) }))
    .toSorted((a, b) => b.shared - a.shared)
}

/** Counts {@link findPossibleCalls} for an answer, and names the nearest files. */
export const findPossibleCallers = (connection: Connection, view: number, node: Node): PossibleCallers => {
  const nearest = findPossibleCalls(connection, view, node)
  if (nearest.length === 0) return {}
  return {
    possible_callers: nearest.reduce((sum, { lines }) => sum + lines.length, 0),
    possible_places: nearest.slice(0, maxFiles).map(formatPlace)
  }
}
