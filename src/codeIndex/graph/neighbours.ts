import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { isTestPath } from "../asking/viewFiles.ts"
import { type EdgeOrigin, edgeKinds, edgeOrigins } from "../store/edges.ts"
import { findEdgeTable, relationOfKind } from "./EdgeTable.ts"
import { listDefinitions, membersOf, type Node, type NodeDefinition } from "./nodes.ts"

/**
 * How two nodes hang together: `dispatches` leads from a method to one that overrides it, which a call of the first may
 * reach.
 */
export type Relation = "calls" | "imports" | "inherits" | "uses" | "dispatches"

/** A node one step away. */
export interface Neighbour extends Node {
  readonly relation: Relation
  readonly how: EdgeOrigin
  /** Line of the reference, in the file of the node that refers. */
  readonly line: number
}

/** The nodes next to a node, sorted and each reference once. References that are known by a name only are none. */
export interface Neighbours {
  /** What refers to a node. */
  readonly upstream: (node: Node) => ReadonlyArray<Neighbour>
  /** What a node refers to. */
  readonly downstream: (node: Node) => ReadonlyArray<Neighbour>
}

/** Nodes whose edges are looked up one by one, before those of the whole view are read. */
const maxLookups = 300

const nameOnly = edgeOrigins.indexOf("name_only")

const selectUpstream = (condition: string): string => `
  SELECT callers.path AS path, within.name AS name, kind, how, line
  FROM names AS target
  JOIN edges ON edges.target_name = target.id
  JOIN paths AS targets ON targets.id = edges.target_path
  JOIN files ON files.links = edges.links AND files.view = ?
  JOIN paths AS callers ON callers.id = files.path
  JOIN names AS within ON within.id = edges.within
  WHERE target.name = ? AND targets.path = ? AND how <> ${nameOnly} ${condition}
  ORDER BY callers.path, line, "column"`
const selectAllUpstream = selectUpstream("")

const selectDownstream = (condition: string): string => `
  SELECT targets.path AS path, target.name AS name, kind, how, line
  FROM paths JOIN files ON files.path = paths.id AND files.view = ?
  JOIN edges ON edges.links = files.links
  JOIN names AS target ON target.id = edges.target_name
  JOIN paths AS targets ON targets.id = edges.target_path
  WHERE paths.path = ? AND within = (SELECT id FROM names WHERE name = ?) AND how <> ${nameOnly} ${condition}
  ORDER BY line, "column"`
const selectAllDownstream = selectDownstream("")

const isBase = `AND kind = ${edgeKinds.indexOf("base")}`
const selectBases = selectDownstream(isBase)
const selectDerived = selectUpstream(isBase)

// CROSS JOIN keeps the order: SQLite would go through all files of the view.
const selectImporters = `
  SELECT DISTINCT importers.path AS path, line FROM paths AS targets
  CROSS JOIN imports ON imports.target_path = targets.id
  CROSS JOIN files ON files.links = imports.links AND files.view = ?
  JOIN paths AS importers ON importers.id = files.path
  WHERE targets.path = ? ORDER BY importers.path, line`

const selectImported = `
  SELECT DISTINCT targets.path AS path, line FROM paths
  JOIN files ON files.path = paths.id AND files.view = ?
  JOIN imports ON imports.links = files.links
  JOIN paths AS targets ON targets.id = imports.target_path
  WHERE paths.path = ? ORDER BY targets.path, line`

const toNeighbour = (row: Row): Neighbour => ({
  path: row.text("path"),
  name: row.text("name"),
  relation: relationOfKind[edgeKinds[row.integer("kind")] ?? "read"],
  how: edgeOrigins[row.integer("how")] ?? "name_only",
  line: row.integer("line")
})

const toImport = (row: Row): Neighbour => ({
  path: row.text("path"),
  name: "",
  relation: "imports",
  how: "resolved",
  line: row.integer("line")
})

const splitMember = (name: string): readonly [container: string, member: string] | undefined => {
  const found = /^(.+)(?:\.|::|#)([^.:#]+)$/s.exec(name)
  return found === null ? undefined : [found[1] ?? "", found[2] ?? ""]
}

/** Keeps what was found for a key. */
const keep = <A>(find: (key: string) => A): ((key: string) => A) => {
  const known = new Map<string, A>()
  return (key) => {
    const found = known.get(key) ?? find(key)
    known.set(key, found)
    return found
  }
}

/** Makes a function that finds the methods of a method's name in the types that `find` gives for its type. */
const makeCounterparts = (
  definitionsOf: (path: string) => ReadonlyArray<NodeDefinition>,
  find: (type: Node) => ReadonlyArray<Neighbour>
): ((method: Node) => ReadonlyArray<Neighbour>) => {
  const byType = new Map<string, ReadonlyMap<string, ReadonlyArray<Neighbour>>>()
  const methodsOf = (type: Neighbour) =>
    membersOf(definitionsOf(type.path), type.name).flatMap(({ line, name }) => {
      const member = splitMember(name)?.[1]
      return member === undefined ? [] : [{ member, node: { ...type, name, line, relation: "dispatches" as const } }]
    })
  return ({ name, path }) => {
    const parts = splitMember(name)
    if (parts === undefined) return []
    const [container, member] = parts
    const key = `${path}\0${container}`
    const known = byType.get(key)
    if (known !== undefined) return known.get(member) ?? []
    const methods = Map.groupBy(find({ path, name: container }).flatMap(methodsOf), (each) => each.member)
    const found = new Map([...methods].map(([each, nodes]) => [each, nodes.map(({ node }) => node)]))
    byType.set(key, found)
    return found.get(member) ?? []
  }
}

/** Whether a call of a method may reach one that overrides it: production code is not thought to call what only a test has. */
const mayDispatch = (base: Node, override: Node): boolean => !isTestPath(override.path) || isTestPath(base.path)

/**
 * Makes the neighbours of a view. Only while the connection is in use. `lookups`: how many are looked up before all edges of the
 * view are read.
 */
export const makeNeighbours = (connection: Connection, view: number, lookups = maxLookups): Neighbours => {
  const read = (select: string, ...values: ReadonlyArray<string>) =>
    connection.all(select, view, ...values).map(toNeighbour)
  const definitionsOf = keep((path) => listDefinitions(connection, view, path))
  let table = findEdgeTable(connection, view, false)
  let left = lookups

  const readUpstream = ({ name, path }: Node): ReadonlyArray<Neighbour> => {
    left -= 1
    if (left === 0) table ??= findEdgeTable(connection, view, true)
    return table === undefined ? read(selectAllUpstream, name, path) : table.upstream({ name, path })
  }
  const overridden = makeCounterparts(definitionsOf, ({ name, path }) =>
    table === undefined ? read(selectBases, path, name) : table.bases({ name, path })
  )
  const overriding = makeCounterparts(definitionsOf, ({ name, path }) => read(selectDerived, name, path))

  return {
    upstream: (node) =>
      node.name === ""
        ? connection.all(selectImporters, view, node.path).map(toImport)
        : [...readUpstream(node), ...overridden(node).filter((base) => mayDispatch(base, node))],
    downstream: (node) =>
      node.name === ""
        ? [
            ...read(selectAllDownstream, node.path, ""),
            ...connection.all(selectImported, view, node.path).map(toImport)
          ]
        : [
            ...read(selectAllDownstream, node.path, node.name),
            ...overriding(node).filter((override) => mayDispatch(node, override))
          ]
  }
}
