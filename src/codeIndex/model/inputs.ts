import { Schema } from "effect"

/** Narrows a search. */
export const SearchFilters = Schema.Struct({
  language: Schema.optionalKey(Schema.String.annotate({ description: "typescript (with JavaScript), python, go, …" })),
  fileType: Schema.optionalKey(Schema.String.annotate({ description: "Extension: .ts" })),
  path: Schema.optionalKey(Schema.String.annotate({ description: "Glob or folder" })),
  hasExports: Schema.optionalKey(Schema.Boolean.annotate({ description: "Only files with exports" })),
  hasTests: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Test files: true ranks them as others, false leaves them out" })
  )
})
export type SearchFilters = typeof SearchFilters.Type

/** Arguments of `code-scout_search`. Bounds are checked by the program, for the messages of the seed. */
export const SearchInput = Schema.Struct({
  tags: Schema.Array(Schema.String).annotate({ description: "1-5 words or names for what the code is about" }),
  limit: Schema.optionalKey(
    Schema.Int.annotate({ description: "Max results, 1-100 (default: the best 20, without weak ones)" })
  ),
  filters: Schema.optionalKey(SearchFilters),
  cursor: Schema.optionalKey(Schema.String.annotate({ description: "next_cursor of the previous page" }))
})
export type SearchInput = typeof SearchInput.Type

/** Arguments of `code-scout_index`. */
export const IndexInput = Schema.Struct({
  path: Schema.optionalKey(Schema.String.annotate({ description: "Folder in the repository" })),
  force: Schema.optionalKey(Schema.Boolean.annotate({ description: "Start over (default false)" })),
  background: Schema.optionalKey(Schema.Boolean.annotate({ description: "Answer at once (default true)" }))
})
export type IndexInput = typeof IndexInput.Type

/** Arguments of `code-scout_status`. */
export const StatusInput = Schema.Struct({ path: IndexInput.fields.path })
export type StatusInput = typeof StatusInput.Type

/** What `symbol` looks for. */
export interface SymbolQuestion {
  /** A qualified name, or a short one. */
  readonly name: string
  /** Only definitions in this file. */
  readonly path?: string
  readonly limit: number
}

/** What `callers` looks for. */
export interface CallersQuestion extends SymbolQuestion {
  /** Also lists calls whose receiver is not known, by the name of the method only. */
  readonly withNameOnly: boolean
}
