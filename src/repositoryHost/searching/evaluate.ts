import type { Occurrence, Query } from "../query/Query.ts"
import type { Leaf } from "./leaves.ts"

/** Whether something holds; undefined if that is not known. */
export type Truth = boolean | undefined

const and = (truths: ReadonlyArray<Truth>): Truth =>
  truths.includes(false) ? false : truths.includes(undefined) ? undefined : true

const or = (truths: ReadonlyArray<Truth>): Truth =>
  truths.includes(true) ? true : truths.includes(undefined) ? undefined : false

const not = (truth: Truth): Truth => (truth === undefined ? undefined : !truth)

/**
 * Evaluates a query as Lucene does: all required clauses and no prohibited one; without a required clause, any of the
 * others. Prohibited clauses alone match nothing.
 */
export const evaluate = (query: Query, truthOf: (leaf: Leaf) => Truth): Truth => {
  if (query._tag === "All") return true
  if (query._tag === "Boost") return evaluate(query.query, truthOf)
  if (query._tag !== "Boolean") return truthOf(query)
  const of = (wanted: Occurrence) =>
    query.clauses.filter(({ occurrence }) => occurrence === wanted).map((clause) => evaluate(clause.query, truthOf))
  const required = of("must")
  return and([...required, ...of("mustNot").map(not), ...(required.length > 0 ? [] : [or(of("should"))])])
}
