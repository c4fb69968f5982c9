import { Schema } from "effect"

const Name = Schema.String.annotate({ description: "path:Name, or a name that only one definition has" })
const MaxResults = (max: number, byDefault: number) =>
  Schema.optionalKey(Schema.Int.annotate({ description: `1-${max} (default ${byDefault})` }))

/** Arguments of `repotoire_query_graph`. */
export const GraphQueryInput = Schema.Struct({
  query_type: Schema.Literals(["functions", "classes", "files", "stats", "callers", "callees"]),
  name: Schema.optionalKey(
    Schema.String.annotate({
      description: "For callers and callees: path:Name, or a unique name. For lists: part of a name"
    })
  ),
  path: Schema.optionalKey(Schema.String.annotate({ description: "Lists: only below this folder, or this file" })),
  limit: MaxResults(1000, 100),
  offset: Schema.optionalKey(Schema.Int)
})
export type GraphQueryInput = typeof GraphQueryInput.Type

/** Arguments of `repotoire_trace_dependencies`. */
export const TraceInput = Schema.Struct({
  name: Name,
  direction: Schema.optionalKey(
    Schema.Literals(["upstream", "downstream", "both"]).annotate({
      description: "upstream: what depends on it; downstream: what it depends on (default both)"
    })
  ),
  max_depth: MaxResults(20, 3),
  kind: Schema.optionalKey(
    Schema.Literals(["calls", "imports", "inherits", "uses", "all"]).annotate({ description: "Default all" })
  ),
  limit: MaxResults(1000, 100)
})
export type TraceInput = typeof TraceInput.Type

/** Arguments of `repotoire_analyze_impact`. */
export const ImpactInput = Schema.Struct({
  target: Schema.String.annotate({ description: "File that is about to change" }),
  scope: Schema.optionalKey(
    Schema.Literals(["file", "function"]).annotate({ description: "Default function if name is given, else file" })
  ),
  name: Schema.optionalKey(Schema.String.annotate({ description: "Function, method or type in the file" }))
})
export type ImpactInput = typeof ImpactInput.Type
