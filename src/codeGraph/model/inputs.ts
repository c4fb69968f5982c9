import { Schema } from "effect"
import { severities } from "../../codeIndex/model/findings.ts"

const Limit = (max: number, byDefault: number) =>
  Schema.optionalKey(Schema.Int.annotate({ description: `1-${max} (default ${byDefault})` }))
const Line = Schema.optionalKey(Schema.Int)

/** The questions about history. */
export const evolutionQueries = [
  "file_churn",
  "hottest_files",
  "file_commits",
  "function_history",
  "entity_blame",
  "file_ownership",
  "recent_commits",
  "coupled_files"
] as const

/** Arguments of `repotoire_query_evolution`. */
export const EvolutionInput = Schema.Struct({
  query_type: Schema.Literals(evolutionQueries),
  file: Schema.optionalKey(Schema.String.annotate({ description: "For all but hottest_files and recent_commits" })),
  name: Schema.optionalKey(
    Schema.String.annotate({ description: "Function or type, for function_history and entity_blame" })
  ),
  line_start: Line,
  line_end: Line,
  limit: Limit(500, 20)
})
export type EvolutionInput = typeof EvolutionInput.Type

/** Arguments of `repotoire_get_hotspots`. */
export const HotspotsInput = Schema.Struct({
  limit: Limit(200, 10),
  path: Schema.optionalKey(Schema.String.annotate({ description: "Only below this folder" }))
})
export type HotspotsInput = typeof HotspotsInput.Type

/** Arguments of `repotoire_get_file`. */
export const FileInput = Schema.Struct({
  file_path: Schema.String,
  start_line: Line,
  end_line: Line
})
export type FileInput = typeof FileInput.Type

/** Arguments of tools without any. */
export const NoInput = Schema.Struct({})
export type NoInput = typeof NoInput.Type

/** Arguments of `repotoire_analyze`. */
export const AnalyzeInput = Schema.Struct({
  incremental: Schema.optionalKey(Schema.Boolean.annotate({ description: "Only what changed (default true)" }))
})
export type AnalyzeInput = typeof AnalyzeInput.Type

/** Arguments of `ultragit graph diff`. */
export const DiffInput = Schema.Struct({
  base: Schema.optionalKey(Schema.String.annotate({ description: "Revision to compare with (default HEAD)" }))
})
export type DiffInput = typeof DiffInput.Type

/** Arguments of `repotoire_get_findings`. */
export const FindingsInput = Schema.Struct({
  severity: Schema.optionalKey(Schema.Literals(severities)),
  detector: Schema.optionalKey(
    Schema.String.annotate({ description: "Only of this detector, also if it is off by default" })
  ),
  path: Schema.optionalKey(Schema.String.annotate({ description: "Only of this file, or below this folder" })),
  limit: Limit(500, 20),
  offset: Schema.optionalKey(Schema.Int)
})
export type FindingsInput = typeof FindingsInput.Type

/** Arguments of `repotoire_search_code`. */
export const SearchCodeInput = Schema.Struct({
  query: Schema.String,
  top_k: Limit(100, 10),
  entity_types: Schema.optionalKey(Schema.Array(Schema.String).annotate({ description: "function, class, …" }))
})
export type SearchCodeInput = typeof SearchCodeInput.Type

/** Arguments of `repotoire_ask`. */
export const AskInput = Schema.Struct({ question: Schema.String, top_k: Limit(100, 10) })
export type AskInput = typeof AskInput.Type

/** Arguments of `repotoire_generate_fix`. */
export const FixInput = Schema.Struct({
  finding_id: Schema.String.annotate({ description: "id of a finding, from repotoire_get_findings" })
})
export type FixInput = typeof FixInput.Type
