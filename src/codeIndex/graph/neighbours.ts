import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { findConstructed } from "../asking/constructors.ts"
import { findOtherParts } from "../asking/otherParts.ts"
import { splitMember } from "../asking/splitMember.ts"
import { isTestPath } from "../../domain/pathConventions.ts"
import { type EdgeOrigin, edgeKinds, edgeOrigins, relationOfKind } from "../store/edges.ts"
import { findEdgeTable } from "./EdgeTable.ts"
import { formatNode, listDefinitions, membersOf, type Node, type NodeDefinition } from "./nodes.ts"

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
  /**
   * Whether less follows from here than from the node itself. Upstream: an overridden method, which only leads to calls that may
   * reach the override. Downstream: a method that an override calls (`super().close()`), which leads to no other override.
   */
  readonly isNarrow?: true
}

/** A node to start from, or one that was reached. */
export type Step = Node & Pick<Neighbour, "isNarrow">

/** The nodes next to a node, sorted and each reference once. References that are known by a name only are none. */
export interface Neighbours {
  /** What refers to a node. */
  readonly upstream: (node: Step) => ReadonlyArray<Neighbour>
  /** What a node refers to. */
  readonly downstream: (node: Step) => ReadonlyArray<Neighbour>
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

/** Keeps what was found for a key. */
const keep = <A>(find: (key: string) => A): ((key: string) => A) => {
  const known = new Map<string, A>()
  return (key) => {
    const found = known.get(key) ?? find(key)
    known.set(key, found)
    return found
  }
}

/** Keeps what was found for a node. */
const keepByNode = <A>(find: (node: Node) => A): ((node: Node) => A) => {
  const known = new Map<string, A>()
  return (node) => {
    const key = formatNode(node)
    const found = known.get(key) ?? find(node)
    known.set(key, found)
    return found
  }
}

/** Methods that a call of the type itself reaches, never by way of those of its bases. */
const constructors: ReadonlySet<string> = new Set(["constructor", "__construct", "__init__", "__new__"])

/** Maximum types above or below one that are searched for a method. */
const maxTypes = 1000

const isSame = (one: Node, other: Node): boolean => one.name === other.name && one.path === other.path

/**
 * Makes a function that finds the methods of a method's name in the types that `find` gives for its type, and from those without one
 * in the types that it gives for them.
 */
const makeCounterparts = (
  definitionsOf: (path: string) => ReadonlyArray<NodeDefinition>,
  find: (type: Node) => ReadonlyArray<Neighbour>
): ((method: Node) => ReadonlyArray<Neighbour>) => {
  const typesOf = keepByNode(find)
  const methodsOf = keepByNode((type) => {
    const members = membersOf(definitionsOf(type.path), type.name).flatMap((each) => {
      const member = splitMember(each.name)?.[1]
      return member === undefined ? [] : [[member, each] as const]
    })
    return Map.groupBy(members, ([member]) => member)
  })
  return (method) => {
    const [container, member = ""] = splitMember(method.name) ?? []
    if (container === undefined || constructors.has(member)) return []
    const found: Array<Neighbour> = []
    const types = [...typesOf({ path: method.path, name: container })]
    const seen = new Set(types.map(formatNode))
    for (const type of types) {
      const methods = methodsOf(type).get(member) ?? []
      found.push(...methods.map(([, { line, name }]) => ({ ...type, name, line, relation: "dispatches" as const })))
      if (methods.length > 0 || types.length > maxTypes) continue
      for (const next of typesOf(type)) {
        const key = formatNode(next)
        if (!seen.has(key)) types.push(next)
        seen.add(key)
      }
    }
    return found
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
  const derivedFrom = (type: Node) => readUpstream(type).filter(({ relation }) => relation === "inherits")
  /** What constructs the type of a constructor, or one that inherits it. */
  const constructions = (node: Node): ReadonlyArray<Neighbour> =>
    findConstructed(connection, view, node, derivedFrom).flatMap((type) =>
      readUpstream(type).filter(({ relation }) => relation === "calls")
    )
  const overridden = makeCounterparts(definitionsOf, ({ name, path }) =>
    table === undefined ? read(selectBases, path, name) : table.bases({ name, path })
  )
  const overriding = makeCounterparts(definitionsOf, ({ name, path }) => read(selectDerived, name, path))

  /** Whether a method calls the one that it overrides on itself, by `super` or by the name of the base, not on another object. */
  const callsBase = (method: Node, base: Node, how: EdgeOrigin): boolean =>
    how === "resolved" &&
    splitMember(method.name)?.[1] === splitMember(base.name)?.[1] &&
    overridden(method).some((each) => isSame(each, base))

  const ofDefinition: Neighbours = {
    upstream: (node) => {
      const found = [...readUpstream(node), ...constructions(node)]
      const bases = overridden(node).filter((base) => mayDispatch(base, node))
      return [
        ...(node.isNarrow === true ? found.filter((each) => !callsBase(each, node, each.how)) : found),
        ...bases.map((base) => ({ ...base, isNarrow: true as const }))
      ]
    },
    downstream: (node) => {
      const found = read(selectAllDownstream, node.path, node.name)
      return [
        ...found.map((each) => (callsBase(node, each, each.how) ? { ...each, isNarrow: true as const } : each)),
        ...(node.isNarrow === true ? [] : overriding(node).filter((override) => mayDispatch(node, override)))
      ]
    }
  }
  const partsOf = keepByNode((node) => findOtherParts(connection, view, node))
  /** What is next to any part of a definition: C++ has calls of the declaration in a header, and made by the definition. */
  const ofParts = (step: Neighbours["upstream"], node: Step): ReadonlyArray<Neighbour> =>
    [node, ...partsOf(node).map((part) => ({ ...node, ...part }))].flatMap(step)

  return {
    upstream: (node) =>
      node.name === ""
        ? connection.all(selectImporters, view, node.path).map(toImport)
        : ofParts(ofDefinition.upstream, node),
    downstream: (node) => {
      if (node.name !== "") return ofParts(ofDefinition.downstream, node)
      const imported = connection.all(selectImported, view, node.path).map(toImport)
      return [...read(selectAllDownstream, node.path, ""), ...imported]
    }
  }
}
