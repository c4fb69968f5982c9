import type { Query } from "../query/Query.ts"

/** A part of a query that asks something of one field. */
export type Leaf = Exclude<Query, { readonly _tag: "Boolean" | "Boost" | "All" }>

/** Lists the leaves of a query, with how much each counts for the order of results. */
export const listLeaves = (
  query: Query,
  factor = 1
): ReadonlyArray<{ readonly leaf: Leaf; readonly factor: number }> => {
  if (query._tag === "All") return []
  if (query._tag === "Boost") return listLeaves(query.query, factor * query.factor)
  if (query._tag !== "Boolean") return [{ leaf: query, factor }]
  return query.clauses.flatMap((clause) => listLeaves(clause.query, clause.occurrence === "mustNot" ? 0 : factor))
}
