import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import type { GraphNode } from "../model/graphAnswers.ts"

/** A definition by its file and qualified name, or a file: with an empty name. */
export interface Node {
  readonly path: string
  readonly name: string
}

/** A definition of a file. */
export interface NodeDefinition {
  /** Qualified. */
  readonly name: string
  readonly kind: string
  readonly line: number
  readonly endLine: number
  /** Cyclomatic; 0 for what has no body. */
  readonly complexity: number
}

/** Kinds of definitions that count as functions, and as classes. */
export const functionKinds: ReadonlyArray<string> = ["function", "method"]
export const classKinds: ReadonlyArray<string> = ["class", "struct", "interface", "trait", "enum", "impl"]

/** The name of a node in answers, and in questions: `src/pool.ts:Pool.acquire`, or the path of a file. */
export const formatNode = ({ name, path }: Node): string => (name === "" ? path : `${path}:${name}`)

const selectFrom = (definitions: string) => `
  SELECT qualified_name, kind, start_line, end_line, cyclomatic FROM paths
  JOIN files ON files.path = paths.id AND files.view = ? JOIN ${definitions} ON definitions.blob = files.blob
  WHERE paths.path = ?`
const selectDefinitions = selectFrom("definitions")

const toDefinition = (row: Row): NodeDefinition => ({
  name: row.text("qualified_name"),
  kind: row.text("kind"),
  line: row.integer("start_line"),
  endLine: row.integer("end_line"),
  complexity: row.integer("cyclomatic")
})

const selectBegun = `${selectDefinitions} AND substr(qualified_name, 1, length(?)) = ? ORDER BY number`

/** Lists the definitions of a file, in source order. */
export const listDefinitions = (connection: Connection, view: number, path: string): ReadonlyArray<NodeDefinition> =>
  connection.all(`${selectDefinitions} ORDER BY number`, view, path).map(toDefinition)

// Otherwise SQLite reads all definitions of the file. The index ignores case.
const selectDefinition = `${selectFrom("definitions INDEXED BY definitions_by_qualified_name")} AND qualified_name = ? COLLATE NOCASE AND qualified_name = ?
  ORDER BY ? BETWEEN start_line AND end_line DESC, kind IN (${functionKinds.map((kind) => `'${kind}'`).join(", ")}) DESC, number
  LIMIT 1`

/** Reads the definition of a file with a qualified name: the one with a line, otherwise a function, otherwise the first. */
const readDefinition = (
  connection: Connection,
  view: number,
  { name, path }: Node,
  line = 0
): NodeDefinition | undefined => {
  const row = connection.get(selectDefinition, view, path, name, name, line)
  return row === undefined ? undefined : toDefinition(row)
}

/** Selects the definitions that belong to one with a qualified name, its members and theirs. */
export const membersOf = (definitions: ReadonlyArray<NodeDefinition>, name: string): ReadonlyArray<NodeDefinition> =>
  definitions.filter((each) => each.name.startsWith(name) && /^(?:\.|::|#)/.test(each.name.slice(name.length)))

/** The node, and for a type its members. */
export const withMembers = (connection: Connection, view: number, node: Node): ReadonlyArray<Node> => {
  if (node.name === "") return [node]
  // A large file has thousands of other definitions.
  const begun = connection.all(selectBegun, view, node.path, node.name, node.name).map(toDefinition)
  return [node, ...membersOf(begun, node.name).map(({ name }) => ({ ...node, name }))]
}

/** Describes a node for an answer. `line`: that of a reference in it, which tells definitions of the same name apart. */
export const describeNode = (connection: Connection, view: number, node: Node, line?: number): GraphNode => {
  const definition = node.name === "" ? undefined : readDefinition(connection, view, node, line)
  return {
    qualified_name: formatNode(node),
    ...(node.name === "" ? { kind: "file" } : { name: node.name }),
    file_path: node.path,
    ...(definition === undefined
      ? {}
      : {
          kind: definition.kind,
          line_start: definition.line,
          line_end: definition.endLine,
          complexity: definition.complexity
        })
  }
}
