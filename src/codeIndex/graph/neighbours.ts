import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { type EdgeOrigin, edgeKinds, edgeOrigins } from "../store/edges.ts"
import { listDefinitions, membersOf, type Node } from "./nodes.ts"

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

const relations: Readonly<Record<(typeof edgeKinds)[number], Relation>> = {
  call: "calls",
  new: "calls",
  decorator: "calls",
  element: "calls",
  base: "inherits",
  read: "uses",
  type: "uses"
}

const nameOnly = edgeOrigins.indexOf("name_only")

const selectUpstream = `
  SELECT callers.path AS path, within.name AS name, kind, how, line
  FROM names AS target
  JOIN edges ON edges.target_name = target.id
  JOIN paths AS targets ON targets.id = edges.target_path
  JOIN files ON files.links = edges.links AND files.view = ?
  JOIN paths AS callers ON callers.id = files.path
  JOIN names AS within ON within.id = edges.within
  WHERE target.name = ? AND targets.path = ? AND how <> ${nameOnly}
  ORDER BY callers.path, line, "column"`

const selectDownstream = `
  SELECT targets.path AS path, target.name AS name, kind, how, line
  FROM paths JOIN files ON files.path = paths.id AND files.view = ?
  JOIN edges ON edges.links = files.links
  JOIN names AS target ON target.id = edges.target_name
  JOIN paths AS targets ON targets.id = edges.target_path
  WHERE paths.path = ? AND within = (SELECT id FROM names WHERE name = ?) AND how <> ${nameOnly}
  ORDER BY line, "column"`

const selectImporters = `
  SELECT DISTINCT importers.path AS path, line FROM paths AS targets
  JOIN imports ON imports.target_path = targets.id
  JOIN files ON files.links = imports.links AND files.view = ?
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
  relation: relations[edgeKinds[row.integer("kind")] ?? "read"],
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

/** Makes the neighbours of a view. Only while the connection is in use. */
export const makeNeighbours = (connection: Connection, view: number): Neighbours => {
  const edgesTo = ({ name, path }: Node) => connection.all(selectUpstream, view, name, path).map(toNeighbour)
  const edgesFrom = ({ name, path }: Node) => connection.all(selectDownstream, view, path, name).map(toNeighbour)

  /** The methods of this name in the types that `step` gives for a method's type. */
  const counterparts = (node: Node, step: (type: Node) => ReadonlyArray<Neighbour>): ReadonlyArray<Neighbour> => {
    const parts = splitMember(node.name)
    if (parts === undefined) return []
    const [container, member] = parts
    return step({ path: node.path, name: container })
      .filter(({ relation }) => relation === "inherits")
      .flatMap((type) =>
        membersOf(listDefinitions(connection, view, type.path), type.name)
          .filter((each) => splitMember(each.name)?.[1] === member)
          .map(({ line, name }) => ({ ...type, name, line, relation: "dispatches" as const }))
      )
  }

  return {
    upstream: (node) =>
      node.name === ""
        ? connection.all(selectImporters, view, node.path).map(toImport)
        : [...edgesTo(node), ...counterparts(node, edgesFrom)],
    downstream: (node) =>
      node.name === ""
        ? [...edgesFrom(node), ...connection.all(selectImported, view, node.path).map(toImport)]
        : [...edgesFrom(node), ...counterparts(node, edgesTo)]
  }
}
