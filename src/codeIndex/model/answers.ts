import { Schema } from "effect"
import { CommitReason } from "../../domain/CommitReason.ts"

/** How complete the index is. "Nothing matches" and "not indexed yet" differ by it. */
export const IndexState = Schema.Struct({
  revision: Schema.String.annotate({ description: "Same files, same revision" }),
  files: Schema.Int,
  indexed: Schema.Int,
  pending: Schema.Int.annotate({ description: "Not indexed or linked yet: ask again" }),
  failed: Schema.Int,
  unsupported: Schema.Int.annotate({ description: "Words only" })
})
export type IndexState = typeof IndexState.Type

const Line = Schema.Int

/** A definition in an answer. */
export const FoundDefinition = Schema.Struct({
  type: Schema.String,
  name: Schema.String,
  signature: Schema.String,
  line: Line
})
export type FoundDefinition = typeof FoundDefinition.Type

/** A file that a search found. */
export const SearchHit = Schema.Struct({
  path: Schema.String,
  language: Schema.optionalKey(Schema.String),
  score: Schema.Finite,
  matched: Schema.Array(
    Schema.Struct({
      tag: Schema.String,
      in: Schema.Array(Schema.String),
      line: Schema.optionalKey(
        Line.annotate({ description: "Where the words of the tag stand in a row, or the line after its path" })
      )
    })
  ),
  definitions: Schema.Array(FoundDefinition).annotate({ description: "Those that match, at most 5" }),
  definition_count: Schema.Int,
  imports: Schema.Array(Schema.Struct({ type: Schema.String, modules: Schema.Array(Schema.String) })).annotate({
    description: "Modules that match"
  }),
  why: Schema.optionalKey(Schema.String.annotate({ description: "Latest intent noted about it" })),
  reason: Schema.optionalKey(
    CommitReason.annotate({ description: "Not noted; from the newest commit about it that gives a reason" })
  )
})
export type SearchHit = typeof SearchHit.Type

/** Answer of `code-scout_search`. */
export const SearchAnswer = Schema.Struct({
  results: Schema.Array(SearchHit),
  total: Schema.Int.annotate({ description: "Matching files" }),
  index: IndexState,
  next_cursor: Schema.optionalKey(Schema.String),
  warnings: Schema.optionalKey(Schema.Array(Schema.String))
})
export type SearchAnswer = typeof SearchAnswer.Type

/** Answer of `code-scout_index`. */
export const IndexAnswer = Schema.Struct({
  path: Schema.String,
  status: Schema.Literals(["started", "completed"]),
  files: Schema.Int,
  changed: Schema.Int,
  parsed: Schema.Int,
  index: IndexState
})
export type IndexAnswer = typeof IndexAnswer.Type

/** Answer of `code-scout_status`. */
export const StatusAnswer = Schema.Struct({
  projectPath: Schema.String,
  databasePath: Schema.String,
  status: Schema.Literals(["indexing", "idle"]),
  filesIndexed: Schema.Int,
  lastIndexed: Schema.NullOr(Schema.String),
  languages: Schema.Record(Schema.String, Schema.Int),
  indexSize: Schema.Int.annotate({ description: "Bytes" }),
  index: IndexState,
  details: Schema.Record(Schema.String, Schema.Int).annotate({
    description: "Files that are not wholly known, by why, and those marked or recognized as generated or vendored"
  }),
  errors: Schema.Array(Schema.Struct({ path: Schema.String, detail: Schema.String })),
  lastError: Schema.optionalKey(Schema.String),
  warnings: Schema.optionalKey(Schema.Array(Schema.String)),
  message: Schema.optionalKey(Schema.String.annotate({ description: "Never indexed: what to call" }))
})
export type StatusAnswer = typeof StatusAnswer.Type

/** A definition with its file, as an answer of `symbol`. */
export const SymbolHit = Schema.Struct({
  path: Schema.String,
  ...FoundDefinition.fields,
  end_line: Line,
  exported: Schema.Boolean,
  inherited_by: Schema.optionalKey(Schema.String.annotate({ description: "The type asked about, which inherits it" })),
  documentation: Schema.optionalKey(Schema.String)
})
export type SymbolHit = typeof SymbolHit.Type

/** Answer of `ultragit code symbol`. */
export const SymbolAnswer = Schema.Struct({
  results: Schema.Array(SymbolHit),
  total: Schema.Int,
  index: IndexState,
  warnings: Schema.optionalKey(Schema.Array(Schema.String))
})
export type SymbolAnswer = typeof SymbolAnswer.Type

/** Answer of `ultragit code outline`. */
export const OutlineAnswer = Schema.Struct({
  path: Schema.String,
  language: Schema.optionalKey(Schema.String),
  definitions: Schema.Array(Schema.Struct({ ...FoundDefinition.fields, end_line: Line, exported: Schema.Boolean })),
  index: IndexState,
  warnings: Schema.optionalKey(Schema.Array(Schema.String))
})
export type OutlineAnswer = typeof OutlineAnswer.Type

/** The level of an edge (docs/code.md, "References"). */
export const How = Schema.String.annotate({
  description:
    "How it is known: resolved, imported, same_file, by_value (what runs where a variable is called) or name_only"
})

/** A place that refers to a definition. */
export const CallerHit = Schema.Struct({
  path: Schema.String,
  line: Line,
  within: Schema.optionalKey(Schema.String.annotate({ description: "Enclosing definition" })),
  kind: Schema.String,
  how: How,
  target: Schema.Struct({ path: Schema.String, name: Schema.String })
})
export type CallerHit = typeof CallerHit.Type

/** Answer of `ultragit code callers`. */
export const CallersAnswer = Schema.Struct({
  targets: Schema.Array(SymbolHit),
  callers: Schema.Array(CallerHit),
  total: Schema.Int,
  /** Calls on receivers whose type is not known, which may be of the definitions, where they are not listed. */
  name_only: Schema.optionalKey(Schema.Int),
  index: IndexState,
  warnings: Schema.optionalKey(Schema.Array(Schema.String))
})
export type CallersAnswer = typeof CallersAnswer.Type
