import type { Clause, Query } from "../../../src/repositoryHost/query/Query.ts"

const signs = { must: "+", mustNot: "-", should: "" } as const

const formatFloat = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value))

const formatPhrase = ({ field, slop, terms }: Extract<Query, { readonly _tag: "Phrase" }>): string => {
  const words = Array.from({ length: (terms.at(-1)?.position ?? 0) + 1 }, () => "?")
  for (const { position, text } of terms) words[position] = text
  return `${field}:"${words.join(" ")}"${slop === 0 ? "" : `~${slop}`}`
}

const formatClause = ({ occurrence, query }: Clause): string =>
  signs[occurrence] + (query._tag === "Boolean" ? `(${formatQuery(query)})` : formatQuery(query))

/** The text form that Lucene gives a query (`Query.toString`). */
export const formatQuery = (query: Query): string => {
  switch (query._tag) {
    case "All":
      return "*:*"
    case "Term":
      return `${query.field}:${query.text}`
    case "Prefix":
      return `${query.field}:${query.text}*`
    case "Wildcard":
      return `${query.field}:${query.pattern}`
    case "Regexp":
      return `${query.field}:/${query.pattern}/`
    case "Fuzzy":
      return `${query.field}:${query.text}~${query.maxEdits}`
    case "Range": {
      const { field, from, to } = query
      return `${field}:${from.isIncluded ? "[" : "{"}${from.value ?? "*"} TO ${to.value ?? "*"}${to.isIncluded ? "]" : "}"}`
    }
    case "Phrase":
      return formatPhrase(query)
    case "Boost":
      return `(${formatQuery(query.query)})^${formatFloat(query.factor)}`
    case "Boolean":
      return query.clauses.map(formatClause).join(" ")
  }
}
