import type { Connection } from "../../adapters/sql/Connection.ts"
import { withOtherParts } from "../asking/otherParts.ts"
import { makeNeighbours, type Neighbour, type Neighbours, type Step } from "./neighbours.ts"
import { formatNode, type Node, withMembers } from "./nodes.ts"

/** A reference to or from a node. */
export interface Next extends Neighbour {
  /** The method that the reference names, where what it may reach is an override of that. */
  readonly through?: string
}

const isDispatch = ({ relation }: Neighbour): boolean => relation === "dispatches"

/** All methods that dispatches lead to, nearest first. */
const followDispatches = (step: (node: Step) => ReadonlyArray<Neighbour>, start: Step): ReadonlyArray<Neighbour> => {
  const found = step(start).filter(isDispatch)
  const seen = new Set(found.map(formatNode))
  for (const method of found) {
    for (const next of step(method).filter(isDispatch)) {
      if (!seen.has(formatNode(next))) found.push(next)
      seen.add(formatNode(next))
    }
  }
  return found
}

/** What refers to a method, then what refers to one that it overrides. */
const callersOf = ({ upstream }: Neighbours, node: Node): ReadonlyArray<Next> => {
  const through = followDispatches(upstream, node).flatMap((base) => {
    const calls = upstream(base).filter((each) => !isDispatch(each))
    return calls.map((each) => ({ ...each, through: formatNode(base) }))
  })
  return [...upstream(node).filter((each) => !isDispatch(each)), ...through]
}

/** Finds what refers to a method that a method overrides, so that it may reach the override. */
export const findThroughOverridden = (connection: Connection, view: number, node: Node): ReadonlyArray<Next> =>
  callersOf(makeNeighbours(connection, view), node).filter(({ through }) => through !== undefined)

/** What a node refers to, then what overrides that and may run instead. */
const calleesOf = ({ downstream }: Neighbours, node: Node): ReadonlyArray<Next> => {
  const direct = downstream(node).filter((each) => !isDispatch(each))
  const through = direct.flatMap((called) => {
    const { how, line, relation } = called
    const overrides = called.name === "" ? [] : followDispatches(downstream, called)
    return overrides.map(({ name, path }) => ({ path, name, relation, how, line, through: formatNode(called) }))
  })
  return [...direct, ...through]
}

/** Lists the references from what is outside of a node, or to it, by the node at the other end. Those by name come first. */
export const findNextTo = (
  connection: Connection,
  view: number,
  node: Node,
  query: "callers" | "callees"
): ReadonlyArray<ReadonlyArray<Next>> => {
  const neighbours = makeNeighbours(connection, view)
  const step = query === "callers" ? callersOf : calleesOf
  const own = withMembers(connection, view, node)
  const parts = new Set(withOtherParts(connection, view, own).map(formatNode))
  const isOwn = (each: Next): boolean => parts.has(formatNode(each))
  const found = own.flatMap((each) => step(neighbours, each)).filter((each) => !isOwn(each))
  const direct = found.filter(({ through }) => through === undefined)
  const others = found.filter(({ through }) => through !== undefined)
  return [...Map.groupBy([...direct, ...others], formatNode).values()]
}
