import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { findFileIn, hasFile, toIndexPath } from "../asking/filePaths.ts"
import { plainName } from "../../domain/AnchorName.ts"
import { findPlace } from "../asking/located.ts"
import { findNamed } from "../asking/inherited.ts"
import { withOtherParts } from "../asking/otherParts.ts"
import { findSimilar, findSimilarPaths, lacksOf } from "../asking/similar.ts"
import { isTestPath } from "../../domain/pathConventions.ts"
import { ArgumentInvalid, CodeError, FileNotFound, NodeUnknown, SymbolAmbiguous } from "../model/CodeError.ts"
import type { ImpactAnswer, ImpactReason } from "../model/graphAnswers.ts"
import type { ImpactInput } from "../model/graphInputs.ts"
import { shortenWays } from "../model/shortenWays.ts"
import { makeNeighbours } from "./neighbours.ts"
import { formatNode, listDefinitions, type Node, withMembers } from "./nodes.ts"
import { findPossibleCallers } from "./possibleCallers.ts"
import { findInFile, resolveNode } from "./resolveNode.ts"
import { confidenceOf, type Reached, traverse, wayTo } from "./traverse.ts"
import { checkFacts, describeState } from "./describeState.ts"

/** Nodes and steps that are followed at most. */
const maxNodes = 20_000
const maxDepth = 100
/** Files that are named, the nearest, and those of them whose reasons are given. */
const maxFiles = 100
const maxReasons = 50
/** Definitions that a failure names. */
const maxMeant = 3
/** Definitions whose notes are looked for. */
const maxAffected = 500

/** Reached nodes from which on a change is risky (`reference/repotoire`). */
const highFrom = 21
const mediumFrom = 6

/** An answer without what notes say, and the nodes that it is about. */
export interface FoundImpact {
  readonly answer: ImpactAnswer
  /** Definitions that would be affected, nearest first and at most 500. */
  readonly affected: ReadonlyArray<Node>
}

/** Explains a target that is neither a file nor a single definition. */
const explainUnfound = (connection: Connection, view: number, target: string): CodeError => {
  const named = [...new Set(findNamed(connection, view, { name: target }).map(formatNode))]
  if (named.length > 0) {
    const candidates = named.slice(0, maxMeant)
    return new CodeError({ reason: new SymbolAmbiguous({ name: target, candidates, count: named.length }) })
  }
  const near = findSimilarPaths(connection, view, target)
  return new CodeError({ reason: new FileNotFound({ path: target, ...(near.length === 0 ? {} : { near }) }) })
}

/** Finds the file, and perhaps the definition, that a target names. */
const findTarget = (connection: Connection, view: number, target: string, name: string | undefined) => {
  if (hasFile(connection, view, target)) return { path: target, name }
  const place = findPlace(connection, view, target)
  if (place !== undefined) return { path: place.path, name: place.name === "" ? undefined : place.name }
  const inFile = findFileIn(connection, view, target)
  return inFile ?? Result.getOrUndefined(resolveNode(connection, view, plainName(target)))
}

const findStart = (
  connection: Connection,
  view: number,
  { name: wanted, scope, target: place }: ImpactInput
): Result.Result<Node, CodeError> => {
  const path = toIndexPath(place)
  const inPlace = findTarget(connection, view, path, wanted)
  if (inPlace === undefined) return Result.fail(explainUnfound(connection, view, path))
  const target = inPlace.path
  const name = wanted ?? inPlace.name
  if (scope === "file" || (scope === undefined && name === undefined)) return Result.succeed({ path: target, name: "" })
  if (name === undefined) {
    const reason = new ArgumentInvalid({ name: "name", expected: "a function or type of the file", value: "" })
    return Result.fail(new CodeError({ reason }))
  }
  const [found, ...others] = findInFile(connection, view, { path: target, name })
  if (found === undefined)
    return Result.fail(
      new CodeError({
        reason: new NodeUnknown({ name, similar: findSimilar(connection, view, name), ...lacksOf(connection, view) })
      })
    )
  if (others.length === 0) return Result.succeed(found)
  const candidates = [found, ...others].map((node) => node.name)
  return Result.fail(new CodeError({ reason: new SymbolAmbiguous({ name, candidates, count: candidates.length }) }))
}

const startsOf = (connection: Connection, view: number, node: Node): ReadonlyArray<Node> =>
  node.name === ""
    ? [node, ...listDefinitions(connection, view, node.path).map(({ name }) => ({ path: node.path, name }))]
    : withMembers(connection, view, node)

const toReason = (reached: Reached, path: ReadonlyArray<string>): ImpactReason => ({
  file: reached.path,
  ...(reached.name === "" ? {} : { name: reached.name }),
  line: reached.line,
  depth: reached.depth,
  kind: reached.relation,
  how: reached.how,
  confidence: confidenceOf[reached.how],
  path
})

/** Why files are affected, each way without what an earlier one gives: the ways to many files begin with the same steps. */
const toReasons = (reached: ReadonlyArray<Reached>): ReadonlyArray<ImpactReason> => {
  const ways = shortenWays(reached.map((each) => ({ node: formatNode(each), path: wayTo(each) })))
  return reached.map((each, at) => toReason(each, ways[at] ?? []))
}

const scoreRisk = (count: number): ImpactAnswer["risk_score"] =>
  count >= highFrom ? "high" : count >= mediumFrom ? "medium" : "low"

const listAffected = (reached: ReadonlyArray<Reached>): ReadonlyArray<Node> =>
  reached
    .filter(({ name }) => name !== "")
    .slice(0, maxAffected)
    .map(({ name, path }) => ({ name, path }))

/** Whether nothing lies between a node and the start but methods that it overrides. */
const isDirect = ({ from }: Reached): boolean =>
  from === undefined || (from.relation === "dispatches" && isDirect(from))

/** Answers `repotoire_analyze_impact`, but for what notes say. */
export const analyzeImpact = (
  connection: Connection,
  view: number,
  input: ImpactInput
): Result.Result<FoundImpact, CodeError> =>
  Result.gen(function* () {
    const start = yield* findStart(connection, view, input)
    const starts = withOtherParts(connection, view, startsOf(connection, view, start))
    const { downstream, upstream } = makeNeighbours(connection, view)
    const { isTruncated, reached: all } = traverse(upstream, starts, { maxDepth, maxNodes, relations: undefined })
    if (all.length === 0) yield* checkFacts(connection, view, start)
    const isCut = isTruncated || all.some(({ depth }) => depth === maxDepth)
    // An overridden method does not depend on the override; what calls it does.
    const reached = all.filter(({ relation }) => relation !== "dispatches")
    const byFile = new Map(reached.toReversed().map((each) => [each.path, each]))
    if (start.name === "") byFile.delete(start.path)
    const names = new Set(reached.map(formatNode))
    const nearest = [...byFile.values()].toSorted((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : 1))
    return {
      affected: listAffected(reached),
      answer: {
        target: formatNode(start),
        direct_dependents: reached.filter(isDirect).length,
        transitive_dependents: reached.length,
        affected_files: nearest
          .slice(0, maxFiles)
          .map(({ path }) => path)
          .toSorted(),
        affected_count: nearest.length,
        affected_tests: nearest.filter(({ path }) => isTestPath(path)).length,
        risk_score: scoreRisk(reached.length),
        strongly_connected: starts.some((each) => downstream(each).some((next) => names.has(formatNode(next)))),
        reasons: toReasons(nearest.slice(0, maxReasons)),
        ...findPossibleCallers(connection, view, start),
        ...(isCut || nearest.length > maxReasons ? { truncated: true } : {}),
        ...describeState(connection, view)
      }
    }
  })
