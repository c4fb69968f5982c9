import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { toFolderPath } from "../asking/filePaths.ts"
import { findNamesWith } from "../asking/namesWith.ts"
import { ArgumentInvalid, CodeError, NodeNameMissing } from "../model/CodeError.ts"
import type { GraphNode, GraphQueryAnswer, GraphStats } from "../model/graphAnswers.ts"
import type { GraphQueryInput } from "../model/graphInputs.ts"
import { edgeOrigins } from "../store/edges.ts"
import { checkRange } from "../asking/checkRange.ts"
import { checkFacts, describeState } from "./describeState.ts"
import { findNextTo, type Next } from "./nextTo.ts"
import { classKinds, describeNode, formatNode, functionKinds } from "./nodes.ts"
import { findPossibleCallers } from "./possibleCallers.ts"
import { resolveNode } from "./resolveNode.ts"
import { confidenceOf } from "./traverse.ts"

const defaultLimit = 100
const maxLimit = 1000
/** Lines of references to one node in an answer. */
const maxLines = 10

const marks = (values: ReadonlyArray<unknown>): string => values.map(() => "?").join(", ")

const toNode = (row: Row): GraphNode => {
  const node = { path: row.text("path"), name: row.text("qualified_name") }
  return {
    qualified_name: formatNode(node),
    name: node.name,
    file_path: node.path,
    kind: row.text("kind"),
    line_start: row.integer("start_line"),
    line_end: row.integer("end_line"),
    complexity: row.integer("cyclomatic")
  }
}

const escapeLike = (text: string): string => text.replaceAll(/[%_\\]/g, String.raw`\$&`)

/** Lists a page of definitions of some kinds: those that have exactly the name first, each by path. */
const listKinds = (
  connection: Connection,
  view: number,
  kinds: ReadonlyArray<string>,
  { name = "", path = "" }: GraphQueryInput,
  page: { readonly limit: number; readonly offset: number }
) => {
  const below = toFolderPath(path)
  // The definitions of a folder are fewer than all names.
  const names = below === "" ? findNamesWith(connection, name) : undefined
  const isNamed =
    names === undefined
      ? "qualified_name LIKE ? ESCAPE '\\'"
      : "qualified_name COLLATE NOCASE IN (SELECT value FROM json_each(?))"
  // CROSS JOIN begins with the names.
  const from = `FROM definitions ${names === undefined ? "" : "CROSS"} JOIN files
    ON files.blob = definitions.blob AND files.view = ? JOIN paths ON paths.id = files.path
    WHERE ${isNamed} AND kind IN (${marks(kinds)}) AND (? = '' OR paths.path = ? OR paths.path LIKE ? ESCAPE '\\')`
  const named = names === undefined ? `%${escapeLike(name)}%` : JSON.stringify(names)
  const values = [view, named, ...kinds, below, below, `${escapeLike(below)}/%`]
  const select = `SELECT paths.path AS path, qualified_name, kind, start_line, end_line, cyclomatic, count(*) OVER () AS total ${from}
    ORDER BY ? IN (name, qualified_name) DESC, paths.path, number LIMIT ? OFFSET ?`
  const rows = connection.all(select, ...values, name, page.limit, page.offset)
  // A page after the last one has no row that counts the others.
  const total =
    rows[0]?.integer("total") ??
    (page.offset === 0 ? 0 : connection.integer("count", `SELECT count(*) AS count ${from}`, ...values))
  return { total, results: rows.map(toNode) }
}

const listFiles = (
  connection: Connection,
  view: number,
  { name = "", path = "" }: GraphQueryInput,
  page: { readonly limit: number; readonly offset: number }
) => {
  const below = toFolderPath(path)
  const from = `FROM files JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = files.blob
    WHERE files.view = ? AND paths.path LIKE ? ESCAPE '\\' AND (? = '' OR paths.path = ? OR paths.path LIKE ? ESCAPE '\\')`
  const values = [view, `%${escapeLike(name)}%`, below, below, `${escapeLike(below)}/%`]
  const total = connection.integer("count", `SELECT count(*) AS count ${from}`, ...values)
  const select = `SELECT paths.path AS path, language ${from} ORDER BY paths.path LIMIT ? OFFSET ?`
  const results = connection.all(select, ...values, page.limit, page.offset).map((row): GraphNode => {
    const file = row.text("path")
    const language = row.text("language")
    return { qualified_name: file, file_path: file, ...(language === "" ? {} : { language }) }
  })
  return { total, results }
}

/** Fails where a path names no file or folder of a complete index. */
const checkFolder = (
  connection: Connection,
  view: number,
  { path = "" }: GraphQueryInput
): Result.Result<void, CodeError> => {
  if (toFolderPath(path) === "" || describeState(connection, view).index.pending > 0) return Result.void
  if (listFiles(connection, view, { query_type: "files", path }, { limit: 1, offset: 0 }).total > 0) return Result.void
  const reason = new ArgumentInvalid({ name: "path", expected: "a file or folder of the project", value: path })
  return Result.fail(new CodeError({ reason }))
}

const countKinds = (connection: Connection, view: number, kinds: ReadonlyArray<string>): number =>
  connection.integer(
    "count",
    `SELECT count(*) AS count FROM definitions JOIN files ON files.blob = definitions.blob AND files.view = ?
     WHERE kind IN (${marks(kinds)})`,
    view,
    ...kinds
  )

/** Counts the nodes and edges of a view. */
export const readStats = (connection: Connection, view: number): GraphStats => {
  const files = connection.integer("count", "SELECT count(*) AS count FROM files WHERE view = ?", view)
  const definitions = connection.integer(
    "count",
    "SELECT count(*) AS count FROM definitions JOIN files ON files.blob = definitions.blob AND files.view = ?",
    view
  )
  const imports = connection.integer(
    "count",
    "SELECT count(*) AS count FROM imports JOIN files ON files.links = imports.links AND files.view = ?",
    view
  )
  const byHow = connection
    .all(
      `SELECT how, count(*) AS count FROM edges JOIN files ON files.links = edges.links AND files.view = ?
       GROUP BY how ORDER BY how`,
      view
    )
    .map((row): readonly [string, number] => [edgeOrigins[row.integer("how")] ?? "", row.integer("count")])
  return {
    total_files: files,
    total_functions: countKinds(connection, view, functionKinds),
    total_classes: countKinds(connection, view, classKinds),
    total_nodes: files + definitions,
    total_edges: byHow.reduce((sum, [, count]) => sum + count, imports),
    edges_by_how: { ...Object.fromEntries(byHow), imports }
  }
}

/**
 * Describes a node with the references to or from it, which the most certain of them vouches for. `isInNode`: whether their lines
 * are those of the node.
 */
const describeReferences = (
  connection: Connection,
  view: number,
  references: ReadonlyArray<Next>,
  isInNode: boolean
): ReadonlyArray<GraphNode> => {
  const [surest] = references.toSorted((a, b) => confidenceOf[b.how] - confidenceOf[a.how])
  if (surest === undefined) return []
  const lines = [...new Set(references.map(({ line }) => line))]
  return [
    {
      ...describeNode(connection, view, surest, isInNode ? surest.line : undefined),
      lines: lines.slice(0, maxLines),
      ...(lines.length > maxLines ? { more_lines: lines.length - maxLines } : {}),
      ...(references.every(({ through }) => through !== undefined) ? { through: surest.through } : {}),
      how: surest.how,
      confidence: confidenceOf[surest.how]
    }
  ]
}

/** Finds the callers or callees of what has a name. */
const findNamedNextTo = (
  connection: Connection,
  view: number,
  name: string | undefined,
  query: "callers" | "callees"
) =>
  Result.gen(function* () {
    if (name === undefined || name === "") {
      return yield* Result.fail(new CodeError({ reason: new NodeNameMissing({ query }) }))
    }
    const node = yield* resolveNode(connection, view, name)
    const found = findNextTo(connection, view, node, query)
    if (found.length === 0) yield* checkFacts(connection, view, node)
    return { node, found }
  })

/** Answers `repotoire_query_graph`. */
export const queryGraph = (
  connection: Connection,
  view: number,
  input: GraphQueryInput
): Result.Result<GraphQueryAnswer, CodeError> =>
  Result.gen(function* () {
    const page = {
      limit: yield* checkRange("limit", input.limit ?? defaultLimit, 1, maxLimit),
      offset: yield* checkRange("offset", input.offset ?? 0, 0, Number.MAX_SAFE_INTEGER)
    }
    const state = describeState(connection, view)
    const answer = (total: number, results: ReadonlyArray<GraphNode>) => ({
      results,
      total_count: total,
      returned: results.length,
      has_more: page.offset + results.length < total,
      ...state
    })
    switch (input.query_type) {
      case "functions":
      case "classes": {
        const kinds = input.query_type === "functions" ? functionKinds : classKinds
        const { results, total } = listKinds(connection, view, kinds, input, page)
        if (total === 0) yield* checkFolder(connection, view, input)
        return answer(total, results)
      }
      case "files": {
        const { results, total } = listFiles(connection, view, input, page)
        if (total === 0) yield* checkFolder(connection, view, input)
        return answer(total, results)
      }
      case "stats":
        return { ...answer(0, []), stats: readStats(connection, view) }
      case "callers":
      case "callees": {
        const { found, node } = yield* findNamedNextTo(connection, view, input.name, input.query_type)
        const results = found
          .slice(page.offset, page.offset + page.limit)
          .flatMap((references) => describeReferences(connection, view, references, input.query_type === "callers"))
        const possible = input.query_type === "callers" ? findPossibleCallers(connection, view, node) : {}
        return { ...answer(found.length, results), target: formatNode(node), ...possible }
      }
    }
  })
