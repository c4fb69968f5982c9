import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { findSimilar } from "../asking/definitions.ts"
import { findNamed } from "../asking/inherited.ts"
import { CodeError, NodeUnknown, SymbolAmbiguous } from "../model/CodeError.ts"
import { formatNode, hasFile, type Node, splitFile } from "./nodes.ts"

/** Candidates that a failure lists. */
const maxCandidates = 10

const distinct = (nodes: ReadonlyArray<Node>): ReadonlyArray<Node> => [
  ...new Map(nodes.map((node) => [formatNode(node), node])).values()
]

/**
 * Finds the node with a name: `path:Name`, the path of a file, or a name, qualified or short, that only one definition has.
 * Fails with `NodeUnknown` or `SymbolAmbiguous`.
 */
export const resolveNode = (connection: Connection, view: number, name: string): Result.Result<Node, CodeError> => {
  if (hasFile(connection, view, name)) return Result.succeed({ path: name, name: "" })
  const inFile = splitFile(name).find((node) => hasFile(connection, view, node.path))
  const named =
    inFile === undefined
      ? findNamed(connection, view, { name }).map((hit) => ({ path: hit.path, name: hit.name }))
      : findInFile(connection, view, inFile)
  const [found, ...others] = distinct(named)
  if (found === undefined) {
    const similar = findSimilar(connection, view, inFile?.name ?? name)
    return Result.fail(new CodeError({ reason: new NodeUnknown({ name, similar }) }))
  }
  if (others.length === 0) return Result.succeed(found)
  const candidates = [found, ...others].slice(0, maxCandidates).map(formatNode)
  return Result.fail(new CodeError({ reason: new SymbolAmbiguous({ name, candidates, count: others.length + 1 }) }))
}

/** The definitions of a file with a name, qualified or short; or the member that a type of the file inherits. */
export const findInFile = (connection: Connection, view: number, { name, path }: Node): ReadonlyArray<Node> =>
  distinct(findNamed(connection, view, { name, path }).map((hit) => ({ path: hit.path, name: hit.name })))
