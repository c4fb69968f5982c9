import { Effect, Layer } from "effect"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import type { EvolutionInput } from "../../../src/codeGraph/model/inputs.ts"
import type { TraceNode } from "../../../src/codeIndex/model/graphAnswers.ts"
import type { GraphQueryInput, ImpactInput, TraceInput } from "../../../src/codeIndex/model/graphInputs.ts"
import { graphLayer } from "../../../src/Layers.ts"
import { patientlyIn } from "./codeIndex.ts"

/** The graph of a repository as a layer. Tests that only read it share one, which is indexed once. */
export const graphOf = (directory: string) => Layer.provideMerge(Layer.fresh(graphLayer), patientlyIn(directory))

/** Provides the graph of a repository, whose index is always up to date. */
export const inRepository =
  (directory: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(effect, graphOf(directory))

export const query = (input: GraphQueryInput) => Effect.flatMap(CodeGraph, (graph) => graph.query(input))
export const trace = (input: TraceInput) => Effect.flatMap(CodeGraph, (graph) => graph.trace(input))
export const impact = (input: ImpactInput) => Effect.flatMap(CodeGraph, (graph) => graph.impact(input))
export const evolution = (input: EvolutionInput) => Effect.flatMap(CodeGraph, (graph) => graph.evolution(input))

/** Formats each caller or callee as `path:Name how lines`. */
export const nextTo = (query_type: "callers" | "callees", name: string) =>
  Effect.map(query({ query_type, name }), ({ results }) =>
    results.map(({ how, lines, qualified_name }) => `${qualified_name} ${how} ${(lines ?? []).join(",")}`)
  )

/** Formats a node of a trace as `depth path > to > it kind`. */
export const formatTraced = ({ depth, kind, name, path }: TraceNode): string =>
  `${depth} ${[...path, name].join(" > ")} ${kind}`
