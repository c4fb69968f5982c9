/** How a clause takes part in a Boolean query: Lucene's `+`, `-` and neither. */
export type Occurrence = "must" | "mustNot" | "should"

/** A part of a Boolean query. */
export interface Clause {
  readonly occurrence: Occurrence
  readonly query: Query
}

/** A token of a phrase with its place; stop words leave a gap. */
export interface PhraseTerm {
  readonly text: string
  readonly position: number
}

/** A query as Lucene's classic parser builds it, with terms as the analyzer cuts them. */
export type Query =
  | { readonly _tag: "Term"; readonly field: string; readonly text: string }
  | { readonly _tag: "Prefix"; readonly field: string; readonly text: string }
  /** `pattern` has `*`, `?` and `\` before literal characters. */
  | { readonly _tag: "Wildcard"; readonly field: string; readonly pattern: string }
  | { readonly _tag: "Regexp"; readonly field: string; readonly pattern: string }
  | { readonly _tag: "Fuzzy"; readonly field: string; readonly text: string; readonly maxEdits: number }
  | { readonly _tag: "Range"; readonly field: string; readonly from: Bound; readonly to: Bound }
  | {
      readonly _tag: "Phrase"
      readonly field: string
      readonly terms: ReadonlyArray<PhraseTerm>
      /** How many places the terms may be apart in all. */
      readonly slop: number
    }
  /** Every document. */
  | { readonly _tag: "All" }
  | { readonly _tag: "Boolean"; readonly clauses: ReadonlyArray<Clause> }
  | { readonly _tag: "Boost"; readonly query: Query; readonly factor: number }

/** An end of a range. Without a value the range is open there. */
export interface Bound {
  readonly value: string | undefined
  readonly isIncluded: boolean
}
