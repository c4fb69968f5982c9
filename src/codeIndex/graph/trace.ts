import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { CodeError } from "../model/CodeError.ts"
import type { TraceAnswer, TraceNode } from "../model/graphAnswers.ts"
import type { TraceInput } from "../model/graphInputs.ts"
import { withOtherParts } from "../asking/otherParts.ts"
import { checkRange } from "../asking/checkRange.ts"
import { makeNeighbours, type Relation } from "./neighbours.ts"
import { formatNode, withMembers } from "./nodes.ts"
import { resolveNode } from "./resolveNode.ts"
import { confidenceOf, type Reached, traverse, wayTo } from "./traverse.ts"
import { checkFacts, describeState } from "./describeState.ts"

const relationsOf: Readonly<Record<NonNullable<TraceInput["kind"]>, ReadonlySet<Relation> | undefined>> = {
  calls: new Set(["calls", "dispatches"]),
  imports: new Set(["imports"]),
  inherits: new Set(["inherits"]),
  uses: new Set(["uses"]),
  all: undefined
}

const toTraceNode = (reached: Reached): TraceNode => ({
  name: formatNode(reached),
  file: reached.path,
  line: reached.line,
  kind: reached.relation,
  depth: reached.depth,
  how: reached.how,
  confidence: confidenceOf[reached.how],
  path: wayTo(reached)
})

/** Answers `repotoire_trace_dependencies`. The limit holds for each direction. */
export const traceDependencies = (
  connection: Connection,
  view: number,
  input: TraceInput
): Result.Result<TraceAnswer, CodeError> =>
  Result.gen(function* () {
    const { direction = "both", kind = "all" } = input
    const maxDepth = yield* checkRange("max_depth", input.max_depth ?? 3, 1, 20)
    const maxNodes = yield* checkRange("limit", input.limit ?? 100, 1, 1000)
    const root = yield* resolveNode(connection, view, input.name)
    const { downstream, upstream } = makeNeighbours(connection, view)
    const starts = withOtherParts(connection, view, withMembers(connection, view, root))
    const limits = { maxDepth, maxNodes, relations: relationsOf[kind] }
    const nothing = { reached: [], isTruncated: false }
    const up = direction === "downstream" ? nothing : traverse(upstream, starts, limits)
    const down = direction === "upstream" ? nothing : traverse(downstream, starts, limits)
    if (up.reached.length + down.reached.length === 0) yield* checkFacts(connection, view, root)
    const names = new Set([...up.reached, ...down.reached].map(formatNode))
    return {
      root: formatNode(root),
      upstream: up.reached.map(toTraceNode),
      downstream: down.reached.map(toTraceNode),
      total_nodes: names.size + 1,
      ...(up.isTruncated || down.isTruncated ? { truncated: true } : {}),
      ...describeState(connection, view)
    }
  })
