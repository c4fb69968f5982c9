import { Schema } from "effect"
import { CommitReason } from "../../domain/CommitReason.ts"
import { severities } from "../../codeIndex/model/findings.ts"
import { ArchitectureModule } from "../../codeIndex/model/graphAnswers.ts"
import { IndexState } from "../../codeIndex/model/answers.ts"

const Warnings = Schema.optionalKey(Schema.Array(Schema.String))

/** A commit in an answer about history. */
export const EvolutionCommit = Schema.Struct({
  hash: Schema.String,
  author: Schema.String,
  timestamp: Schema.String,
  message: Schema.String.annotate({ description: "Subject" }),
  lines_added: Schema.optionalKey(Schema.Int),
  lines_deleted: Schema.optionalKey(Schema.Int),
  path: Schema.optionalKey(Schema.String.annotate({ description: "Path then, where it was another" }))
})
export type EvolutionCommit = typeof EvolutionCommit.Type

/** How often and how much a file changed. */
export const FileChurn = Schema.Struct({
  path: Schema.String,
  commits: Schema.Int,
  insertions: Schema.optionalKey(Schema.Int.annotate({ description: "Absent where contents are missing" })),
  deletions: Schema.optionalKey(Schema.Int),
  authors: Schema.Array(Schema.String).annotate({ description: "Most commits first" }),
  last_modified: Schema.String
})
export type FileChurn = typeof FileChurn.Type

/** A file that changes together with another. */
export const CoupledFile = Schema.Struct({
  path: Schema.String,
  support: Schema.Finite.annotate({ description: "Joint commits, older ones less" }),
  confidence: Schema.Finite,
  reverse_confidence: Schema.Finite,
  hidden: Schema.Boolean.annotate({ description: "Neither refers to the other, and neither is a test" })
})
export type CoupledFile = typeof CoupledFile.Type

/** Answer of `repotoire_query_evolution`; which fields there are depends on the query. */
export const EvolutionAnswer = Schema.Struct({
  query_type: Schema.String,
  file: Schema.optionalKey(Schema.String),
  function: Schema.optionalKey(Schema.String),
  insertions: Schema.optionalKey(Schema.Int),
  deletions: Schema.optionalKey(Schema.Int),
  commit_count: Schema.optionalKey(Schema.Int),
  authors: Schema.optionalKey(Schema.Array(Schema.String)),
  last_modified: Schema.optionalKey(Schema.String),
  last_author: Schema.optionalKey(Schema.String),
  num_authors: Schema.optionalKey(Schema.Int),
  most_recent_commit: Schema.optionalKey(Schema.String),
  files: Schema.optionalKey(Schema.Array(FileChurn)),
  commits: Schema.optionalKey(Schema.Array(EvolutionCommit)),
  ownership: Schema.optionalKey(
    Schema.Array(Schema.Struct({ author: Schema.String, percentage: Schema.Finite, lines: Schema.Int }))
  ),
  bus_factor: Schema.optionalKey(
    Schema.Int.annotate({ description: "Fewest authors who wrote more than half of the lines" })
  ),
  coupled: Schema.optionalKey(Schema.Array(CoupledFile)),
  total_commits: Schema.optionalKey(Schema.Int),
  unique_authors: Schema.optionalKey(Schema.Int),
  count: Schema.optionalKey(Schema.Int),
  total_count: Schema.optionalKey(Schema.Int),
  has_more: Schema.optionalKey(Schema.Boolean),
  warnings: Warnings
})
export type EvolutionAnswer = typeof EvolutionAnswer.Type

/** A file that is changed often and hard to change. */
export const Hotspot = Schema.Struct({
  file_path: Schema.String,
  score: Schema.Int.annotate({ description: "churn × complexity, 100 for the hottest" }),
  churn: Schema.Int.annotate({ description: "Commits of the newest 500" }),
  complexity: Schema.Int.annotate({ description: "Cyclomatic, summed over the file" }),
  most_complex: Schema.optionalKey(Schema.String),
  why: Schema.optionalKey(Schema.String.annotate({ description: "Latest intent noted about it" })),
  reason: Schema.optionalKey(
    CommitReason.annotate({ description: "Not noted; from the newest commit about it that gives a reason" })
  )
})
export type Hotspot = typeof Hotspot.Type

/** Answer of `repotoire_get_hotspots`. */
export const HotspotsAnswer = Schema.Struct({
  hotspots: Schema.Array(Hotspot),
  total_files: Schema.Int.annotate({ description: "Files with both factors" }),
  index: IndexState,
  warnings: Warnings
})
export type HotspotsAnswer = typeof HotspotsAnswer.Type

/** Answer of `repotoire_get_file`. */
export const FileAnswer = Schema.Struct({
  path: Schema.String,
  content: Schema.String,
  total_lines: Schema.Int,
  showing_lines: Schema.String,
  next_line: Schema.optionalKey(Schema.Int.annotate({ description: "Where the rest starts" }))
})
export type FileAnswer = typeof FileAnswer.Type

/** A problem that a detector found. */
export const Finding = Schema.Struct({
  id: Schema.String.annotate({ description: "Of its content: the same after lines above it change" }),
  detector: Schema.String,
  severity: Schema.Literals(severities),
  category: Schema.String,
  title: Schema.String,
  file: Schema.String,
  name: Schema.optionalKey(Schema.String.annotate({ description: "Of the definition; absent for the file" })),
  line_start: Schema.Int,
  line_end: Schema.Int,
  why_it_matters: Schema.String,
  suggested_fix: Schema.optionalKey(Schema.String),
  confidence: Schema.Finite
})
export type Finding = typeof Finding.Type

const Baselined = Schema.optionalKey(Schema.Int.annotate({ description: "Left out: known by the baseline" }))

/** Answer of `repotoire_analyze`. */
export const AnalyzeAnswer = Schema.Struct({
  status: Schema.Literals(["completed", "incomplete"]).annotate({
    description: "incomplete: files are not indexed yet"
  }),
  total_findings: Schema.Int,
  by_severity: Schema.Record(Schema.String, Schema.Int),
  by_detector: Schema.Record(Schema.String, Schema.Int),
  health_score: Schema.Finite.annotate({
    description: "0 to 100, rounded down: findings in code, by weight per 1,000 lines"
  }),
  message: Schema.String,
  baselined: Baselined,
  suppressed: Schema.optionalKey(Schema.Int.annotate({ description: "Left out: ultragit-ignore comments" })),
  index: IndexState,
  warnings: Warnings
})
export type AnalyzeAnswer = typeof AnalyzeAnswer.Type

/** Answer of `repotoire_get_findings`. */
export const FindingsAnswer = Schema.Struct({
  findings: Schema.Array(Finding),
  total_count: Schema.Int,
  offset: Schema.Int,
  returned: Schema.Int,
  has_more: Schema.Boolean,
  baselined: Baselined,
  index: IndexState,
  warnings: Warnings
})
export type FindingsAnswer = typeof FindingsAnswer.Type

const DetectorPoints = Schema.Struct({ detector: Schema.String, points: Schema.Finite })

/** Answer of `ultragit graph diff`. */
export const DiffAnswer = Schema.Struct({
  base: Schema.String.annotate({ description: "Commit that the work tree is compared with" }),
  added: Schema.Array(Finding),
  worse: Schema.Array(Schema.Struct({ ...Finding.fields, was: Schema.Literals(severities) })),
  fixed: Schema.Array(Finding),
  unchanged: Schema.Int,
  baselined: Baselined,
  health_score: Schema.Struct({ before: Schema.Finite, now: Schema.Finite }),
  moved_by: Schema.Array(DetectorPoints),
  index: IndexState,
  warnings: Warnings
})
export type DiffAnswer = typeof DiffAnswer.Type

/** Answer of `repotoire_list_detectors`. */
export const DetectorsAnswer = Schema.Struct({
  detectors: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      description: Schema.String,
      category: Schema.String,
      off: Schema.optionalKey(Schema.String.annotate({ description: "Why it is off by default" }))
    })
  ),
  count: Schema.Int
})
export type DetectorsAnswer = typeof DetectorsAnswer.Type

/** Answer of `ultragit graph baseline`. */
export const BaselineAnswer = Schema.Struct({
  file: Schema.String,
  findings: Schema.Int,
  added: Schema.Int,
  removed: Schema.Int
})
export type BaselineAnswer = typeof BaselineAnswer.Type

/** What a report is made of. */
export const ReportAnswer = Schema.Struct({
  project: Schema.String.annotate({ description: "Name of the folder" }),
  version: Schema.String.annotate({ description: "Of Ultragit" }),
  findings: Schema.Array(Finding).annotate({ description: "The most severe first" }),
  detectors: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      category: Schema.String,
      finds: Schema.String,
      why: Schema.String,
      fix: Schema.String,
      off: Schema.optionalKey(Schema.String)
    })
  ),
  baselined: Schema.Int,
  suppressed: Schema.Int,
  counts: Schema.Struct({ files: Schema.Int, functions: Schema.Int, classes: Schema.Int, edges: Schema.Int }),
  health: Schema.Struct({
    score: Schema.Finite.annotate({ description: "0 to 100: findings in code, by weight per 1,000 lines" }),
    lost: Schema.Array(DetectorPoints).annotate({ description: "Points that each detector cost, the most first" })
  }),
  hotspots: Schema.Array(Hotspot),
  timelines: Schema.Array(
    Schema.Struct({
      file_path: Schema.String,
      times: Schema.Array(Schema.Int).annotate({ description: "Of the commits, in seconds since 1970, oldest first" })
    })
  ).annotate({ description: "When the hottest files were changed, by the newest 500 commits" }),
  modules: Schema.Array(ArchitectureModule),
  warnings: Warnings
})
export type ReportAnswer = typeof ReportAnswer.Type

/** A place that an answer rests on. */
export const Source = Schema.Struct({
  file: Schema.String,
  name: Schema.optionalKey(Schema.String),
  line_start: Schema.Int
})
export type Source = typeof Source.Type

const Model = Schema.optionalKey(Schema.String.annotate({ description: "Who answered" }))
const Message = Schema.optionalKey(Schema.String.annotate({ description: "Why something is missing" }))

/** Answer of `repotoire_ask`. */
export const AskAnswer = Schema.Struct({
  answer: Schema.optionalKey(Schema.String),
  model: Model,
  message: Message,
  sources: Schema.Array(Source)
})
export type AskAnswer = typeof AskAnswer.Type

/** Answer of `repotoire_generate_fix`. */
export const FixAnswer = Schema.Struct({
  finding: Finding,
  description: Schema.optionalKey(Schema.String),
  diff: Schema.optionalKey(Schema.String.annotate({ description: "For git apply; nothing was applied" })),
  rests_on: Schema.Array(Schema.String),
  model: Model,
  message: Message
})
export type FixAnswer = typeof FixAnswer.Type
