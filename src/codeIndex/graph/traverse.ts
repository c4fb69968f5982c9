import type { EdgeOrigin } from "../store/edges.ts"
import type { Neighbour, Relation, Step } from "./neighbours.ts"
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

/** Remembers the nodes that were reached. */
class Seen {
  readonly #nodes = new Map<string, Map<string, Pick<Neighbour, "isNarrow"> & { readonly relation?: Relation }>>()

  /** Whether more follows from a node than before; whether it is listed, which it is once for each relation. */
  add(node: Node & Partial<Pick<Neighbour, "isNarrow" | "relation">>): {
    readonly isNew: boolean
    readonly isListed: boolean
  } {
    const names = this.#nodes.get(node.path) ?? new Map<string, typeof node>()
    this.#nodes.set(node.path, names)
    const before = names.get(node.name)
    if (before !== undefined && (before.isNarrow !== true || node.isNarrow === true))
      return { isNew: false, isListed: false }
    names.set(node.name, node)
    return { isNew: true, isListed: before === undefined || before.relation !== node.relation }
  }
}

/**
 * Follows relations breadth first. Returns the nodes that are reached, nearest first, without the starts, and whether there
 * are more beyond `maxNodes`. A node that was narrow at first may come twice, by different relations.
 */
export const traverse = (
  step: (node: Step) => ReadonlyArray<Neighbour>,
  starts: ReadonlyArray<Node>,
  { maxDepth, maxNodes, relations }: Limits
): { readonly reached: ReadonlyArray<Reached>; readonly isTruncated: boolean } => {
  const seen = new Seen()
  for (const start of starts) seen.add(start)
  const reached: Array<Reached> = []
  let frontier: ReadonlyArray<readonly [Step, Reached | undefined]> = starts.map((start) => [start, undefined])
  for (let depth = 1; depth <= maxDepth && frontier.length > 0; depth += 1) {
    const next: Array<readonly [Step, Reached]> = []
    for (const [node, from] of frontier) {
      for (const neighbour of step(node)) {
        if (relations !== undefined && !relations.has(neighbour.relation)) continue
        const { isListed, isNew } = seen.add(neighbour)
        if (!isNew) continue
        if (isListed && reached.length === maxNodes) return { reached, isTruncated: true }
        const found = { ...neighbour, depth, from }
        if (isListed) reached.push(found)
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
