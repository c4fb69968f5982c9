import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { splitName } from "../../domain/AnchorName.ts"
import { preferQualified } from "../asking/definitions.ts"
import { findFileIn, hasFile, toIndexPath } from "../asking/filePaths.ts"
import { findNamed } from "../asking/inherited.ts"
import { findPlace } from "../asking/located.ts"
import { findOtherParts } from "../asking/otherParts.ts"
import { findSimilar, lacksOf } from "../asking/similar.ts"
import { headerFiles } from "../linking/paths.ts"
import { CodeError, NodeUnknown, SymbolAmbiguous } from "../model/CodeError.ts"
import { formatNode, type Node } from "./nodes.ts"

/** Candidates that a failure lists. */
const maxCandidates = 10

const distinct = (nodes: ReadonlyArray<Node>): ReadonlyArray<Node> => [
  ...new Map(nodes.map((node) => [formatNode(node), node])).values()
]

/** Leaves out declarations of what is among the nodes with its definition. */
const withoutDeclarations = (connection: Connection, view: number, nodes: ReadonlyArray<Node>): ReadonlyArray<Node> => {
  if (nodes.length < 2) return nodes
  const names = new Set(nodes.map(formatNode))
  const isDeclared = (node: Node): boolean =>
    headerFiles.test(node.path) && findOtherParts(connection, view, node).some((part) => names.has(formatNode(part)))
  return nodes.filter((node) => !isDeclared(node))
}

/**
 * Finds the node with a name: `path:Name`, the path of a file, perhaps with a line, or a name, qualified or short, that only one
 * definition has.
 * Fails with `NodeUnknown` or `SymbolAmbiguous`.
 */
export const resolveNode = (connection: Connection, view: number, name: string): Result.Result<Node, CodeError> => {
  const path = toIndexPath(name)
  if (hasFile(connection, view, path)) return Result.succeed({ path, name: "" })
  const named = findNamed(connection, view, { name }).map((hit) => ({ path: hit.path, name: hit.name }))
  const [found, ...others] = withoutDeclarations(connection, view, distinct(named))
  if (found === undefined) {
    const place = findPlace(connection, view, name)
    if (place !== undefined) return Result.succeed(place)
    const similar = findSimilar(connection, view, findFileIn(connection, view, name)?.name ?? name)
    return Result.fail(new CodeError({ reason: new NodeUnknown({ name, similar, ...lacksOf(connection, view) }) }))
  }
  if (others.length === 0) return Result.succeed(found)
  const candidates = [found, ...others].slice(0, maxCandidates).map(formatNode)
  return Result.fail(new CodeError({ reason: new SymbolAmbiguous({ name, candidates, count: others.length + 1 }) }))
}

/** A name, then what is left of it without the package or module that it begins with. */
const listEndings = (name: string): ReadonlyArray<string> => {
  const parts = splitName(name)
  return [name, ...parts.slice(1).map((_, at) => parts.slice(at + 1).join("."))]
}

/**
 * The definitions of a file with a name, a qualified one before a short one; or the member that a type of the file
 * inherits. A name may begin with the package or module of the file.
 */
export const findInFile = (connection: Connection, view: number, { name, path }: Node): ReadonlyArray<Node> => {
  for (const ending of listEndings(name)) {
    const found = findNamed(connection, view, { name: ending, path }).map((hit) => ({ path: hit.path, name: hit.name }))
    if (found.length > 0) return preferQualified(distinct(found), ending)
  }
  return []
}
