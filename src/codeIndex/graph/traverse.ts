import type { EdgeOrigin } from "../store/edges.ts"
import type { Neighbour, Relation } from "./neighbours.ts"
import { formatNode, type Node } from "./nodes.ts"

/** A node that was reached, by a shortest way. */
export interface Reached extends Neighbour {
  /** Steps from the nearest start. */
  readonly depth: number
  /** The node one step nearer to the start; undefined where that is a start. */
  readonly from: Reached | undefined
}

/** How far to go. */
export interface Limits {
  readonly maxDepth: number
  readonly maxNodes: number
  /** Relations to follow; undefined for all. */
  readonly relations: ReadonlySet<Relation> | undefined
}

/** Makes a function that says whether a node comes for the first time. */
const makeIsNew = (): ((node: Node) => boolean) => {
  const seen = new Map<string, Set<string>>()
  return ({ name, path }) => {
    const names = seen.get(path) ?? new Set<string>()
    seen.set(path, names)
    if (names.has(name)) return false
    names.add(name)
    return true
  }
}

/**
 * Follows relations breadth first. Returns the nodes that are reached, nearest first, without the starts, and whether there
 * are more beyond `maxNodes`.
 */
export const traverse = (
  step: (node: Node) => ReadonlyArray<Neighbour>,
  starts: ReadonlyArray<Node>,
  { maxDepth, maxNodes, relations }: Limits
): { readonly reached: ReadonlyArray<Reached>; readonly isTruncated: boolean } => {
  const isNew = makeIsNew()
  for (const start of starts) isNew(start)
  const reached: Array<Reached> = []
  let frontier: ReadonlyArray<readonly [Node, Reached | undefined]> = starts.map((start) => [start, undefined])
  for (let depth = 1; depth <= maxDepth && frontier.length > 0; depth += 1) {
    const next: Array<readonly [Node, Reached]> = []
    for (const [node, from] of frontier) {
      for (const neighbour of step(node)) {
        if (relations !== undefined && !relations.has(neighbour.relation)) continue
        if (!isNew(neighbour)) continue
        if (reached.length === maxNodes) return { reached, isTruncated: true }
        const found = { ...neighbour, depth, from }
        reached.push(found)
        next.push([neighbour, found])
      }
    }
    frontier = next
  }
  return { reached, isTruncated: false }
}

/** Names of the nodes between the start and a node. */
export const wayTo = (node: Reached): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let at = node.from; at !== undefined; at = at.from) names.push(formatNode(at))
  return names.toReversed()
}

/**
 * How likely an edge is what it says, by how it is known: the share of right ones that the bench found against compilers,
 * rounded down (`bench/code`).
 */
export const confidenceOf: Readonly<Record<EdgeOrigin, number>> = {
  resolved: 0.99,
  imported: 0.98,
  same_file: 0.9,
  by_value: 0.9,
  name_only: 0.3
}
