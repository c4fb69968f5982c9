import { Schema } from "effect"
import { Alternative } from "../../domain/Alternative.ts"
import { Anchor, Constraint, ContextLevel, Operation } from "../../domain/Annotation.ts"
import { Evidence, EvidenceStep } from "../../domain/Evidence.ts"
import { LineRange } from "../../domain/LineRange.ts"
import { Dependency, Freshness } from "./Freshness.ts"

const Unit = Schema.Finite.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 1 })))

/** How a region was found, most trusted first. */
export const Match = Schema.Literals(["exact", "unqualified", "fuzzy", "moved", "lines", "file"])
export type Match = typeof Match.Type

/** The resolved query. `rev` is `worktree` when the file in the work tree differs from HEAD. */
export const Query = Schema.Struct({
  path: Schema.String,
  anchor: Schema.optionalKey(Schema.String),
  lines: Schema.optionalKey(LineRange),
  rev: Schema.String
})
export type Query = typeof Query.Type

/** Entries left out for the budget or a limit. `dropped` names the first of them. */
export const Trimmed = Schema.Struct({
  original_regions: Schema.Natural,
  returned_regions: Schema.Natural,
  dropped: Schema.Array(Schema.Struct({ commit: Schema.String, file: Schema.String, anchor: Schema.String })),
  strategy: Schema.String,
  estimated_tokens: Schema.Natural
})
export type Trimmed = typeof Trimmed.Type

const tail = {
  warnings: Schema.optionalKey(Schema.Array(Schema.String)),
  ambiguous_anchor: Schema.optionalKey(Schema.Boolean),
  trimmed: Schema.optionalKey(Trimmed)
}

/** A flag: its author no longer trusts the entry. */
export const Flagged = Schema.Struct({ reason: Schema.String, author: Schema.String, timestamp: Schema.String })
export type Flagged = typeof Flagged.Type
const flags = Schema.optionalKey(Schema.Array(Flagged))
/** The author gave the reason for several units at once, so it may be about another one of them. */
const spread = Schema.optionalKey(Schema.Boolean)

/** How the note came to its commit. Empty fields are absent. */
export const ProvenanceNote = Schema.Struct({
  operation: Operation,
  derived_from: Schema.optionalKey(Schema.Array(Schema.String)),
  synthesis_notes: Schema.optionalKey(Schema.String)
})
export type ProvenanceNote = typeof ProvenanceNote.Type

/** A region of another note that an entry refers to. */
export const Related = Schema.Struct({
  commit: Schema.String,
  anchor: Schema.String,
  relationship: Schema.String,
  intent: Schema.String
})
export type Related = typeof Related.Type

/** Where moved code was when its note was written, in the commit of the entry. */
const Origin = Schema.Struct({ file: Schema.String, lines: LineRange })

/**
 * A region of a note. `lines`: current lines, absent where the code is gone. `commit`: the annotated commit. `timestamp`:
 * ISO 8601. `confidence` and its factors are from 0 to 1 (spec annotations §4). `summary`: absent where it equals the intent.
 */
export const ReadRegion = Schema.Struct({
  file: Schema.String,
  anchor: Anchor,
  lines: Schema.optionalKey(LineRange),
  commit: Schema.String,
  timestamp: Schema.String,
  summary: Schema.optionalKey(Schema.String),
  intent: Schema.String,
  reasoning: Schema.optionalKey(Schema.String),
  constraints: Schema.Array(Constraint),
  semantic_dependencies: Schema.optionalKey(Schema.Array(Dependency)),
  related: Schema.optionalKey(Schema.Array(Related)),
  tags: Schema.optionalKey(Schema.Array(Schema.String)),
  risk_notes: Schema.optionalKey(Schema.String),
  alternatives: Schema.optionalKey(Schema.Array(Alternative)),
  flags,
  spread,
  context_level: ContextLevel,
  /** Absent for an original note. */
  provenance: Schema.optionalKey(ProvenanceNote),
  match: Match,
  origin: Schema.optionalKey(Origin),
  /** Absent where the code is as it was in the annotated commit. */
  freshness: Schema.optionalKey(Freshness),
  confidence: Unit,
  confidence_factors: Schema.optionalKey(
    Schema.Struct({
      recency: Unit,
      context_level: Unit,
      anchor_stability: Unit,
      provenance: Unit,
      flagged: Schema.optionalKey(Unit)
    })
  )
})
export type ReadRegion = typeof ReadRegion.Type

/** A region elsewhere that depends on the queried code. `nature`: what it assumes. */
export const Dependent = Schema.Struct({
  file: Schema.String,
  anchor: Schema.String,
  nature: Schema.String,
  commit: Schema.String,
  timestamp: Schema.String,
  confidence: Unit,
  context_level: ContextLevel,
  spread,
  flags
})
export type Dependent = typeof Dependent.Type

/** A cross-cutting concern. `regions`: the regions that share it, as `file:anchor`. */
export const ConcernEntry = Schema.Struct({
  description: Schema.String,
  regions: Schema.Array(Schema.String),
  nature: Schema.String,
  commit: Schema.String
})
export type ConcernEntry = typeof ConcernEntry.Type

/** Answer of `read` (spec annotations §5): regions, most confident first. */
export const ReadAnswer = Schema.Struct({
  $schema: Schema.Literal("ultragit-read/v1"),
  query: Query,
  regions: Schema.Array(ReadRegion),
  dependencies_on_this: Schema.Array(Dependent),
  cross_cutting: Schema.Array(ConcernEntry),
  /** Quotes of history about lines that no annotation covers, best first. */
  evidence: Schema.optionalKey(Schema.Array(Evidence)),
  stats: Schema.Struct({
    commits_examined: Schema.Natural,
    annotations_found: Schema.Natural,
    regions_returned: Schema.Natural,
    related_hops: Schema.Natural,
    uncommitted_lines: Schema.Natural
  }),
  ...tail
})
export type ReadAnswer = typeof ReadAnswer.Type

/**
 * A file that historically changes together with the queried one. `support`: commits that changed both. `confidence`: share
 * of the commits to the queried file that changed this one as well; `reverse_confidence`: the other way round. Older commits
 * count less. `since`: time of the first of them, ISO 8601.
 */
export const CoChanged = Schema.Struct({
  path: Schema.String,
  support: Schema.Natural,
  confidence: Unit,
  reverse_confidence: Unit,
  since: Schema.String
})
export type CoChanged = typeof CoChanged.Type

/**
 * A reference to code, with how it is known (spec code). `through`: the overridden method that it names, which may reach the
 * code.
 */
export const Caller = Schema.Struct({
  file: Schema.String,
  line: Schema.Int,
  anchor: Schema.optionalKey(Schema.String),
  how: Schema.String,
  through: Schema.optionalKey(Schema.String)
})
export type Caller = typeof Caller.Type

/** Answer of `deps` (spec annotations §5): dependents, most confident first. `commits_scanned` counts annotated commits. */
export const DepsAnswer = Schema.Struct({
  $schema: Schema.Literal("ultragit-deps/v1"),
  query: Query,
  dependents: Schema.Array(Dependent),
  /** What refers to the anchor by the code index, where the repository has one. */
  callers: Schema.optionalKey(Schema.Array(Caller)),
  /** Calls of the anchor's name on receivers of unknown type, which are none of the callers, and the nearest files with lines. */
  possible_callers: Schema.optionalKey(Schema.Natural),
  possible_places: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Files that historically change together with this one, most likely first. */
  co_changed: Schema.optionalKey(Schema.Array(CoChanged)),
  stats: Schema.Struct({ commits_scanned: Schema.Natural, dependencies_found: Schema.Natural }),
  ...tail
})
export type DepsAnswer = typeof DepsAnswer.Type

/**
 * An annotated step in the history of the code. `direct`: its note is about the code. `related`: a direct step refers to
 * it.
 */
export const TimelineEntry = Schema.Struct({
  commit: Schema.String,
  timestamp: Schema.String,
  commit_message: Schema.String,
  author: Schema.String,
  /** The unit of the entry, where it is not the queried one. */
  anchor: Schema.optionalKey(Schema.String),
  context_level: ContextLevel,
  /** Absent for an original note. */
  provenance: Schema.optionalKey(ProvenanceNote),
  intent: Schema.String,
  reasoning: Schema.optionalKey(Schema.String),
  constraints: Schema.Array(Constraint),
  risk_notes: Schema.optionalKey(Schema.String),
  alternatives: Schema.optionalKey(Schema.Array(Alternative)),
  flags,
  spread,
  relation: Schema.Literals(["direct", "related"]),
  related_context: Schema.optionalKey(Schema.Array(Related))
})
export type TimelineEntry = typeof TimelineEntry.Type

/** Answer of `history` (spec annotations §5): steps, oldest first. */
export const HistoryAnswer = Schema.Struct({
  $schema: Schema.Literal("ultragit-history/v1"),
  query: Query,
  timeline: Schema.Array(TimelineEntry),
  /** Quotes about the newest steps without an annotation, oldest first. */
  evidence: Schema.optionalKey(Schema.Array(EvidenceStep)),
  stats: Schema.Struct({
    commits_examined: Schema.Natural,
    commits_unannotated: Schema.Natural,
    entries_returned: Schema.Natural
  }),
  ...tail
})
export type HistoryAnswer = typeof HistoryAnswer.Type

/** The newest annotation of a unit. `lines`: its current lines. `last_modified`: ISO 8601. */
export const SummaryUnit = Schema.Struct({
  file: Schema.String,
  anchor: Anchor,
  lines: LineRange,
  intent: Schema.String,
  constraints: Schema.Array(Constraint),
  risk_notes: Schema.optionalKey(Schema.String),
  flags,
  spread,
  last_modified: Schema.String,
  confidence: Unit
})
export type SummaryUnit = typeof SummaryUnit.Type

/**
 * The commit that best explains a unit without an annotation. `anchor`: its name. The reason of a commit is given once a
 * file.
 */
export const ExplainedUnit = Schema.Struct({
  file: Schema.String,
  anchor: Schema.String,
  lines: LineRange,
  commit: Schema.String,
  subject: Schema.String,
  reason: Schema.optionalKey(Schema.String)
})
export type ExplainedUnit = typeof ExplainedUnit.Type

/** Answer of `summary` (spec annotations §5): units, most confident first. */
export const SummaryAnswer = Schema.Struct({
  $schema: Schema.Literal("ultragit-summary/v1"),
  query: Query,
  units: Schema.Array(SummaryUnit),
  /** Commits that explain units without an annotation, by file and line. */
  evidence: Schema.optionalKey(Schema.Array(ExplainedUnit)),
  stats: Schema.Struct({
    ast_units: Schema.Natural,
    annotated_units: Schema.Natural,
    unannotated_units: Schema.Natural,
    files: Schema.Natural
  }),
  ...tail
})
export type SummaryAnswer = typeof SummaryAnswer.Type

/** Answer of any of the four questions. */
export type Answer = ReadAnswer | DepsAnswer | HistoryAnswer | SummaryAnswer
