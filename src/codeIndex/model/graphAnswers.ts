import { Schema } from "effect"
import { CommitReason } from "../../domain/CommitReason.ts"
import { How, IndexState } from "./answers.ts"

const Warnings = Schema.optionalKey(Schema.Array(Schema.String))
const Truncated = Schema.optionalKey(Schema.Boolean.annotate({ description: "There is more" }))

/** Calls of a name that may be of the definition in question. */
const possibleCallers = {
  possible_callers: Schema.optionalKey(
    Schema.Int.annotate({ description: "Calls of this name on unknown receivers, not counted above" })
  ),
  possible_places: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: "Of those, the nearest 10 files with lines: src/pool.ts:12,40"
    })
  )
}

/** A definition or a file in an answer. Files have no lines and no complexity. */
export const GraphNode = Schema.Struct({
  qualified_name: Schema.String,
  name: Schema.optionalKey(Schema.String),
  file_path: Schema.String,
  kind: Schema.optionalKey(Schema.String),
  language: Schema.optionalKey(Schema.String),
  line_start: Schema.optionalKey(Schema.Int),
  line_end: Schema.optionalKey(Schema.Int),
  complexity: Schema.optionalKey(Schema.Int.annotate({ description: "Cyclomatic" })),
  lines: Schema.optionalKey(Schema.Array(Schema.Int).annotate({ description: "Of the references, at most 10" })),
  more_lines: Schema.optionalKey(Schema.Int.annotate({ description: "Further lines of references, not listed" })),
  through: Schema.optionalKey(
    Schema.String.annotate({ description: "The overridden method that is called, so that the override may run" })
  ),
  how: Schema.optionalKey(How),
  confidence: Schema.optionalKey(Schema.Finite)
})
export type GraphNode = typeof GraphNode.Type

/** Sizes of the graph. */
export const GraphStats = Schema.Struct({
  total_files: Schema.Int,
  total_functions: Schema.Int,
  total_classes: Schema.Int,
  total_nodes: Schema.Int,
  total_edges: Schema.Int,
  edges_by_how: Schema.Record(Schema.String, Schema.Int)
})
export type GraphStats = typeof GraphStats.Type

/** Answer of `repotoire_query_graph`. */
export const GraphQueryAnswer = Schema.Struct({
  results: Schema.Array(GraphNode),
  stats: Schema.optionalKey(GraphStats),
  target: Schema.optionalKey(Schema.String),
  total_count: Schema.Int,
  returned: Schema.Int,
  has_more: Schema.Boolean,
  ...possibleCallers,
  index: IndexState,
  warnings: Warnings
})
export type GraphQueryAnswer = typeof GraphQueryAnswer.Type

/** A definition or file that is reached from another. */
export const TraceNode = Schema.Struct({
  name: Schema.String,
  file: Schema.String,
  line: Schema.optionalKey(Schema.Int.annotate({ description: "Of the reference that led here" })),
  kind: Schema.String.annotate({
    description: "calls, imports, inherits, uses, or dispatches: by an overridden method"
  }),
  depth: Schema.Int,
  how: How,
  confidence: Schema.Finite,
  path: Schema.Array(Schema.String).annotate({ description: "Names between the root and this" })
})
export type TraceNode = typeof TraceNode.Type

/** Answer of `repotoire_trace_dependencies`. */
export const TraceAnswer = Schema.Struct({
  root: Schema.String,
  upstream: Schema.Array(TraceNode),
  downstream: Schema.Array(TraceNode),
  total_nodes: Schema.Int,
  truncated: Truncated,
  index: IndexState,
  warnings: Warnings
})
export type TraceAnswer = typeof TraceAnswer.Type

/** Why a file is affected: the shortest way to it. */
export const ImpactReason = Schema.Struct({
  file: Schema.String,
  name: Schema.optionalKey(Schema.String),
  line: Schema.optionalKey(Schema.Int),
  depth: Schema.Int,
  kind: Schema.String,
  how: How,
  confidence: Schema.Finite,
  path: Schema.Array(Schema.String).annotate({
    description:
      "What lies between, nearest to the target first. Fewer than depth - 1 where it begins with a node whose way an earlier reason gives"
  })
})
export type ImpactReason = typeof ImpactReason.Type

/** Notes about code that would be affected. */
export const ImpactNote = Schema.Struct({
  file: Schema.String,
  anchor: Schema.String,
  constraints: Schema.optionalKey(Schema.Array(Schema.String)),
  risk: Schema.optionalKey(Schema.String),
  commit: Schema.String
})
export type ImpactNote = typeof ImpactNote.Type

/** What history says of a file. */
export const ImpactEvidence = Schema.Struct({ file: Schema.String, ...CommitReason.fields })
export type ImpactEvidence = typeof ImpactEvidence.Type

/** Answer of `repotoire_analyze_impact`. */
export const ImpactAnswer = Schema.Struct({
  target: Schema.String,
  direct_dependents: Schema.Int,
  transitive_dependents: Schema.Int.annotate({ description: "Direct ones included" }),
  affected_files: Schema.Array(Schema.String).annotate({ description: "At most 500" }),
  affected_count: Schema.Int.annotate({ description: "Files in all" }),
  affected_tests: Schema.Int.annotate({ description: "Test files among them" }),
  risk_score: Schema.Literals(["low", "medium", "high"]),
  strongly_connected: Schema.Boolean.annotate({ description: "Part of a cycle" }),
  reasons: Schema.Array(ImpactReason).annotate({ description: "One a file, nearest first" }),
  ...possibleCallers,
  notes: Schema.optionalKey(Schema.Array(ImpactNote).annotate({ description: "Noted about what would be affected" })),
  evidence: Schema.optionalKey(
    Schema.Array(ImpactEvidence).annotate({
      description: "Not noted; from newest commits that give a reason: the target's file, then the nearest, at most 5"
    })
  ),
  truncated: Truncated,
  index: IndexState,
  warnings: Warnings
})
export type ImpactAnswer = typeof ImpactAnswer.Type

/** A folder or package of the project, or a file where nearly all are in one folder. */
export const ArchitectureModule = Schema.Struct({
  name: Schema.String,
  path: Schema.String,
  files: Schema.Int,
  depends_on: Schema.Array(Schema.String)
})
export type ArchitectureModule = typeof ArchitectureModule.Type

/** Answer of `repotoire_get_architecture`. */
export const ArchitectureAnswer = Schema.Struct({
  node_counts: Schema.Record(Schema.String, Schema.Int),
  languages: Schema.Array(Schema.Struct({ language: Schema.String, file_count: Schema.Int })),
  top_classes: Schema.Array(
    Schema.Struct({ class_name: Schema.String, file: Schema.String, method_count: Schema.Int })
  ).annotate({ description: "Without those of tests and examples, if there are others" }),
  modules: Schema.Array(ArchitectureModule).annotate({
    description: "Largest first, at most 50; without tests and examples"
  }),
  cycles: Schema.Array(Schema.Array(Schema.String)).annotate({
    description: "Files that import each other, largest cycles first"
  }),
  entry_points: Schema.Array(Schema.String).annotate({
    description: "Files that nothing imports but tests and examples, which are none themselves"
  }),
  truncated: Truncated,
  index: IndexState,
  warnings: Warnings
})
export type ArchitectureAnswer = typeof ArchitectureAnswer.Type
