import { Result } from "effect"
import { type Built, buildBoolean, buildQuoted, buildRange, buildTerm } from "./buildQuery.ts"
import type { Clause, Occurrence, Query } from "./Query.ts"
import { problemAt, type QueryProblem } from "./QueryProblem.ts"
import { type Token, tokenize, type TokenKind } from "./tokenize.ts"
import { unescape } from "./unescape.ts"

/** Longest query, in UTF-16 code units. */
const maxQueryUnits = 8192
/** Deepest nesting of parentheses. */
const maxDepth = 100

/** Tokens that are read one after the other. */
interface Reader {
  readonly tokens: ReadonlyArray<Token>
  readonly end: Token
  next: number
  depth: number
}

const peek = ({ end, next, tokens }: Reader, ahead = 0): Token => tokens[next + ahead] ?? end

/** Takes the next token if it has one of these kinds. */
const take = (reader: Reader, ...kinds: ReadonlyArray<TokenKind>): Token | undefined => {
  const token = peek(reader)
  if (!kinds.includes(token.kind)) return undefined
  reader.next += 1
  return token
}

const describeUnreadable = (character: string): string => {
  if (character === '"') return "the quotation mark is not closed"
  if (character === "/") return "the regular expression is not closed; write \\/ for a slash"
  return `unexpected ${JSON.stringify(character)}`
}

const unexpected = ({ kind, start, text }: Token): Result.Result<never, QueryProblem> => {
  if (kind === "End") return problemAt(start, "the query ends too early")
  return problemAt(start, kind === "Unreadable" ? describeUnreadable(text) : `unexpected ${JSON.stringify(text)}`)
}

const expect = (reader: Reader, ...kinds: ReadonlyArray<TokenKind>): Result.Result<Token, QueryProblem> => {
  const token = take(reader, ...kinds)
  return token === undefined ? unexpected(peek(reader)) : Result.succeed(token)
}

const readBoost = (reader: Reader): Result.Result<Token | undefined, QueryProblem> =>
  take(reader, "Caret") === undefined ? Result.succeed(undefined) : expect(reader, "Number")

const applyBoost = (query: Query | undefined, boost: Token | undefined): Query | undefined =>
  query === undefined || boost === undefined ? query : { _tag: "Boost", query, factor: Math.fround(Number(boost.text)) }

interface Suffixes {
  readonly boost: Token | undefined
  readonly slop: Token | undefined
}

/** Reads `~n` and `^n`, in either order. */
const readSuffixes = (reader: Reader): Result.Result<Suffixes, QueryProblem> => {
  const before = take(reader, "FuzzySlop")
  return Result.map(readBoost(reader), (boost) => ({
    boost,
    slop: before ?? (boost === undefined ? undefined : take(reader, "FuzzySlop"))
  }))
}

const readRange = (reader: Reader, field: string, start: Token): Built =>
  Result.gen(function* () {
    const from = yield* expect(reader, "RangeWord", "RangeQuoted", "RangeTo")
    yield* expect(reader, "RangeTo")
    const to = yield* expect(reader, "RangeWord", "RangeQuoted", "RangeTo")
    const end = yield* expect(reader, "RangeInclusiveEnd", "RangeExclusiveEnd")
    const boost = yield* readBoost(reader)
    return applyBoost(yield* buildRange(field, start, from, to, end), boost)
  })

const termKinds = ["Term", "Star", "PrefixTerm", "WildcardTerm", "Regexp", "BareOperator"] as const

/** An operator before white space is a term that no analyzer keeps. */
const withoutSpace = (token: Token): Token =>
  token.kind === "BareOperator" ? { ...token, text: token.text.slice(0, 1) } : token

const readTerm = (reader: Reader, field: string): Built =>
  Result.gen(function* () {
    const range = take(reader, "RangeInclusiveStart", "RangeExclusiveStart")
    if (range !== undefined) return yield* readRange(reader, field, range)
    const token = withoutSpace(yield* expect(reader, "Quoted", ...termKinds))
    const { boost, slop } = yield* readSuffixes(reader)
    const built = token.kind === "Quoted" ? buildQuoted(field, token, slop) : buildTerm(field, token, slop)
    return applyBoost(yield* built, boost)
  })

const readField = (reader: Reader, outer: string): Result.Result<string, QueryProblem> => {
  if (peek(reader, 1).kind !== "Colon") return Result.succeed(outer)
  const name = take(reader, "Term", "Star")
  if (name === undefined) return Result.succeed(outer)
  reader.next += 1
  return name.kind === "Star" ? Result.succeed("*") : unescape(name.text, name.start)
}

const readClause = (reader: Reader, outer: string): Built =>
  Result.gen(function* () {
    const field = yield* readField(reader, outer)
    const open = take(reader, "OpenParenthesis")
    if (open === undefined) return yield* readTerm(reader, field)
    reader.depth += 1
    if (reader.depth > maxDepth) return yield* problemAt(open.start, `more than ${maxDepth} nested parentheses`)
    const query = yield* readQuery(reader, field)
    yield* expect(reader, "CloseParenthesis")
    reader.depth -= 1
    return applyBoost(query, yield* readBoost(reader))
  })

const toOccurrence = (modifier: Token | undefined, isAnd: boolean): Occurrence => {
  if (modifier?.kind === "Minus" || modifier?.kind === "Not") return "mustNot"
  return modifier?.kind === "Plus" || isAnd ? "must" : "should"
}

const requireLast = (clauses: Array<Clause>): void => {
  const last = clauses.pop()
  if (last !== undefined) clauses.push(last.occurrence === "mustNot" ? last : { ...last, occurrence: "must" })
}

/** What ends a query in parentheses or the whole. */
const isEnd = ({ kind }: Token): boolean => kind === "End" || kind === "CloseParenthesis"

/** AND and OR have no precedence: AND makes the clauses on its both sides required. */
const readQuery = (reader: Reader, field: string): Built =>
  Result.gen(function* () {
    const { start } = peek(reader)
    const clauses: Array<Clause> = []
    let isPlain = true
    for (let isFirst = true; isFirst || !isEnd(peek(reader)); isFirst = false) {
      const conjunction = isFirst ? undefined : take(reader, "And", "Or")
      const modifier = take(reader, "Plus", "Minus", "Not")
      const query = yield* readClause(reader, field)
      const isAnd = conjunction?.kind === "And"
      if (isAnd) requireLast(clauses)
      if (query !== undefined) clauses.push({ occurrence: toOccurrence(modifier, isAnd), query })
      if (isFirst) isPlain = modifier === undefined && query !== undefined
    }
    const [only, ...others] = clauses
    const isAlone = isPlain && others.length === 0 && only !== undefined
    return isAlone && only.occurrence !== "must" ? only.query : yield* buildBoolean(clauses, start)
  })

/**
 * Parses a query in the syntax of Lucene's classic query parser, as the original uses it: any clause by default, leading
 * wildcards allowed, terms cut by the StandardAnalyzer. Undefined where only stop words and punctuation are left, which
 * matches nothing.
 *
 * @param field of terms that name none
 */
export const parseQuery = (text: string, field: string): Built => {
  if (text.length > maxQueryUnits) return problemAt(maxQueryUnits, `more than ${maxQueryUnits} characters`)
  const tokens = tokenize(text)
  const reader: Reader = { tokens, end: { kind: "End", text: "", start: text.length }, next: 0, depth: 0 }
  return Result.flatMap(readQuery(reader, field), (query) => Result.map(expect(reader, "End"), () => query))
}
