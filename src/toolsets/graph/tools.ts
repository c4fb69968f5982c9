import { Effect, type Schema } from "effect"
import { CodeGraph, type CodeGraphError } from "../../codeGraph/service/CodeGraph.ts"
import { checkSize } from "./checkSize.ts"
import type { Contract, Tool } from "../../domain/Contract.ts"
import {
  analyzeContract,
  architectureContract,
  askContract,
  detectorsContract,
  evolutionContract,
  fileContract,
  findingsContract,
  fixContract,
  hotspotsContract,
  impactContract,
  queryContract,
  searchContract,
  traceContract
} from "./contracts.ts"

type Codec = Schema.ConstraintCodec<unknown, unknown>

const serve = <Input extends Schema.ConstraintCodec<object, unknown>, Output extends Codec>(
  contract: Contract<Input, Output>,
  ask: (graph: CodeGraph["Service"], input: Input["Type"]) => Effect.Effect<Output["Type"], CodeGraphError>
): Tool<Input, Output, CodeGraph> => ({
  contract,
  program: (input) =>
    Effect.andThen(
      checkSize(input),
      Effect.flatMap(CodeGraph, (graph) => ask(graph, input))
    )
})

export const analyzeTool = serve(analyzeContract, (graph) => graph.analyze)
export const findingsTool = serve(findingsContract, (graph, input) => graph.findings(input))
export const detectorsTool = serve(detectorsContract, (graph) => Effect.succeed(graph.detectors))
export const hotspotsTool = serve(hotspotsContract, (graph, input) => graph.hotspots(input))
export const queryTool = serve(queryContract, (graph, input) => graph.query(input))
export const fileTool = serve(fileContract, (graph, input) => graph.file(input))
export const architectureTool = serve(architectureContract, (graph) => graph.architecture)
export const traceTool = serve(traceContract, (graph, input) => graph.trace(input))
export const impactTool = serve(impactContract, (graph, input) => graph.impact(input))
export const evolutionTool = serve(evolutionContract, (graph, input) => graph.evolution(input))
export const searchTool = serve(searchContract, (graph, input) => graph.search(input))
export const askTool = serve(askContract, (graph, input) => graph.ask(input))
export const fixTool = serve(fixContract, (graph, input) => graph.fix(input))
