import { Result } from "effect"
import { analyze, lowerCase } from "./analyze.ts"
import { parseFloat32, truncate32 } from "./numbers.ts"
import type { Clause, Query } from "./Query.ts"
import { problemAt, type QueryProblem } from "./QueryProblem.ts"
import { parseRegexp } from "./parseRegexp.ts"
import type { Token } from "./tokenize.ts"
import { unescape } from "./unescape.ts"

/** A query, undefined where the analyzer leaves nothing of it. */
export type Built = Result.Result<Query | undefined, QueryProblem>

/** Lucene's limit. */
const maxClauses = 1024
const maxEdits = 2

/** Makes a Boolean query; undefined without clauses. */
export const buildBoolean = (clauses: ReadonlyArray<Clause>, start: number): Built => {
  if (clauses.length > maxClauses) return problemAt(start, `more than ${maxClauses} clauses`)
  return Result.succeed(clauses.length === 0 ? undefined : { _tag: "Boolean", clauses })
}

/** Words of one term that the analyzer cuts: any of them. */
const buildTerms = (field: string, text: string, start: number): Built => {
  const tokens = analyze(text)
  const [only, ...others] = tokens
  if (only !== undefined && others.length === 0) return Result.succeed({ _tag: "Term", field, text: only.text })
  const clauses = tokens.map((token): Clause => ({
    occurrence: "should",
    query: { _tag: "Term", field, text: token.text }
  }))
  return buildBoolean(clauses, start)
}

const countEdits = (similarity: number, text: string): number => {
  if (similarity >= 1) return Math.min(similarity, maxEdits)
  return similarity === 0 ? 0 : Math.min(truncate32((1 - similarity) * Array.from(text).length), maxEdits)
}

const buildFuzzy = (field: string, text: string, slop: Token): Built => {
  const similarity = parseFloat32(slop.text.slice(1)) ?? maxEdits
  if (similarity < 0) return problemAt(slop.start, "the number after ~ must not be negative")
  if (similarity >= 1 && !Number.isInteger(similarity)) {
    return problemAt(slop.start, "the number of edits after ~ must be whole")
  }
  const term = lowerCase(text)
  return Result.succeed({ _tag: "Fuzzy", field, text: term, maxEdits: countEdits(similarity, term) })
}

/** Changes a wildcard pattern to lower case, except escaped characters. */
const normalizeWildcards = (pattern: string): string =>
  pattern.replaceAll(/(\\[\s\S])|([^\\]+)/g, (_, escaped: string | undefined, plain: string | undefined) =>
    escaped === undefined ? lowerCase(plain ?? "") : escaped
  )

const buildRegexp = (field: string, term: Token): Built => {
  const pattern = lowerCase(term.text.slice(1, -1))
  return Result.map(parseRegexp(pattern, term.start + 1), () => ({ _tag: "Regexp", field, pattern }))
}

/** Makes the query of a term without quotes. */
export const buildTerm = (field: string, term: Token, slop: Token | undefined): Built =>
  Result.flatMap(unescape(term.text, term.start), (plain): Built => {
    const { kind, start, text } = term
    if (kind === "Star" && field === "*") return Result.succeed({ _tag: "All" })
    if (kind === "Star" || kind === "WildcardTerm") {
      return Result.succeed({ _tag: "Wildcard", field, pattern: normalizeWildcards(text) })
    }
    if (kind === "PrefixTerm") return Result.succeed({ _tag: "Prefix", field, text: lowerCase(plain.slice(0, -1)) })
    if (kind === "Regexp") return buildRegexp(field, term)
    return slop === undefined ? buildTerms(field, plain, start) : buildFuzzy(field, plain, slop)
  })

/** Makes the query of a quoted text. */
export const buildQuoted = (field: string, term: Token, slop: Token | undefined): Built =>
  Result.flatMap(unescape(term.text.slice(1, -1), term.start + 1), (plain): Built => {
    const distance = slop === undefined ? 0 : truncate32(parseFloat32(slop.text.slice(1)) ?? 0)
    const [first, ...others] = analyze(plain)
    if (first === undefined) return Result.succeed(undefined)
    if (others.length === 0) return Result.succeed({ _tag: "Term", field, text: first.text })
    if (distance < 0 && slop !== undefined) return problemAt(slop.start, "the number after ~ must not be negative")
    return Result.succeed({ _tag: "Phrase", field, terms: [first, ...others], slop: distance })
  })

const buildBound = (token: Token): Result.Result<string | undefined, QueryProblem> => {
  if (token.text === "*") return Result.succeed(undefined)
  const isQuoted = token.kind === "RangeQuoted"
  const text = isQuoted ? token.text.slice(1, -1) : token.text
  return Result.map(unescape(text, token.start + (isQuoted ? 1 : 0)), lowerCase)
}

/** Makes the query of a range from its four tokens. */
export const buildRange = (field: string, start: Token, from: Token, to: Token, end: Token): Built =>
  Result.gen(function* () {
    const [first, last] = [yield* buildBound(from), yield* buildBound(to)]
    return {
      _tag: "Range",
      field,
      from: { value: first, isIncluded: start.kind === "RangeInclusiveStart" },
      to: { value: last, isIncluded: end.kind === "RangeInclusiveEnd" }
    }
  })
