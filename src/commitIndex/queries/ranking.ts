import { Result } from "effect"
import type { Connection, SqlValue } from "../../adapters/sql/Connection.ts"
import { jsonIds } from "./filters.ts"
import type { Query, Term } from "./query.ts"

/** BM25 weights of the columns: subject, body, why, paths, parts, patch. */
const weights = "10.0, 4.0, 8.0, 3.0, 2.0, 1.0"
/** Boost of the newest commit; it halves for a commit one year older. */
const recencyBoost = 0.1
const yearSeconds = 365.25 * 24 * 60 * 60
/** Boosts of commits that have all words in their message, all in their subject, and the words as a phrase. */
const messageBoost = 0.5
const subjectBoost = 0.5
const phraseBoost = 0.5
/**
 * Most matches of the terms that a query is ranked by: each costs one or two microseconds. A term that would exceed it, or
 * that more than this fraction of the commits has, discriminates little and is not ranked by.
 */
const maxRankedMatches = 15_000
const maxRankedFraction = 0.14
/** In a small index, every term with this many matches is ranked by. */
const minRankedMatches = 1_000

/** An FTS5 expression over messages, and how much a commit that matches it gains. */
interface Boost {
  readonly match: string
  readonly weight: number
}

/** How the commits of a query are found and ordered. */
export type Plan =
  /** By one score over all columns of the commits that match an FTS5 expression of `search`. */
  | { readonly _tag: "ByScore"; readonly match: string; readonly boosts: ReadonlyArray<Boost> }
  /** Newest first, where every term is too frequent to rank by; subjects that match `match` first. */
  | { readonly _tag: "ByTime"; readonly match: string; readonly subject: string | undefined }
  | { readonly _tag: "Nothing" }

/** Returns whether FTS5 accepts an expression. It reports syntax errors as ordinary SQL errors (https://sqlite.org/fts5.html). */
const isValid = (connection: Connection, index: "messages" | "search", match: string): boolean =>
  Result.isSuccess(
    Result.try(() => connection.get(`SELECT rowid FROM ${index} WHERE ${index} MATCH ? AND rowid = 0`, match))
  )

/** Where matches are counted. */
interface Counting {
  readonly connection: Connection
  /** Row ids of repositories; undefined: the whole index, which is faster. */
  readonly counted: ReadonlyArray<number> | undefined
}

/** Counts the commits that an expression matches, up to just above `max`. */
const countMatches = ({ connection, counted }: Counting, match: string, max: number): number => {
  const among =
    counted === undefined
      ? ""
      : `AND EXISTS (SELECT 1 FROM commits WHERE commits.id = search.rowid
                        AND repository IN (SELECT value FROM json_each(?)))`
  return connection.integer(
    "count",
    `SELECT count(*) AS count FROM (SELECT rowid FROM search WHERE search MATCH ? ${among} LIMIT ${max + 1})`,
    match,
    ...(counted === undefined ? [] : [jsonIds(counted)])
  )
}

const limitMatches = ({ connection, counted }: Counting): number => {
  const all = "SELECT count(*) AS count FROM commits"
  const commits =
    counted === undefined
      ? connection.integer("count", all)
      : connection.integer("count", `${all} WHERE repository IN (SELECT value FROM json_each(?))`, jsonIds(counted))
  return Math.min(maxRankedMatches, Math.max(minRankedMatches, Math.floor(maxRankedFraction * commits)))
}

/** The terms that any commit has, and those of them to rank by: the rarest, whose matches together stay within the limit. */
const pickTerms = (counting: Counting, terms: ReadonlyArray<Term>) => {
  const max = limitMatches(counting)
  const counted = terms
    .map((term) => ({ term, count: countMatches(counting, term, max) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count)
  let remaining = maxRankedMatches
  const ranked = counted.filter(({ count }) => {
    if (count > max || count > remaining) return false
    remaining -= count
    return true
  })
  return { present: counted.map(({ term }) => term), ranked: ranked.map(({ term }) => term) }
}

const planSyntax = (counting: Counting, match: string): Plan => {
  if (countMatches(counting, match, maxRankedMatches) > maxRankedMatches) {
    return { _tag: "ByTime", match, subject: undefined }
  }
  const boosts = isValid(counting.connection, "messages", match) ? [{ match, weight: messageBoost }] : []
  return { _tag: "ByScore", match, boosts }
}

const planWords = (counting: Counting, { parts, phrase, terms }: Query): Plan => {
  const words = pickTerms(counting, terms)
  const { present, ranked } = words.present.length > 0 ? words : pickTerms(counting, parts)
  const all = present.join(" AND ")
  if (present.length === 0) return { _tag: "Nothing" }
  if (ranked.length === 0) {
    const match = countMatches(counting, all, 0) > 0 ? all : present.join(" OR ")
    return { _tag: "ByTime", match, subject: `subject : (${match})` }
  }
  const every = terms.join(" AND ")
  return {
    _tag: "ByScore",
    match: ranked.join(" OR "),
    boosts: [
      { match: every, weight: messageBoost },
      { match: `subject : (${every})`, weight: subjectBoost },
      ...(phrase === undefined ? [] : [{ match: phrase, weight: phraseBoost }])
    ]
  }
}

/** Plans how to answer a query: as the FTS5 expression that the user wrote if it is valid, else by its words. */
export const planSearch = (counting: Counting, query: Query): Plan =>
  query.syntax !== undefined && isValid(counting.connection, "search", query.syntax)
    ? planSyntax(counting, query.syntax)
    : planWords(counting, query)

/**
 * SQL of the rank of a row of `search` joined with `commits`, lower is better: BM25 over all columns, raised for newer
 * commits (`newest`: author date of the newest one) and by the boosts.
 */
export const rankColumn = (
  boosts: ReadonlyArray<Boost>,
  newest: number
): { readonly sql: string; readonly values: ReadonlyArray<SqlValue> } => {
  const raised = boosts.map(
    ({ weight }) => `+ ${weight} * (search.rowid IN (SELECT rowid FROM messages WHERE messages MATCH ?))`
  )
  return {
    sql: `bm25(search, ${weights}) * (1 + ${recencyBoost} / (1 + max(0, ? - author_time) / ${yearSeconds}))
          * (1 ${raised.join(" ")}) AS rank`,
    values: [newest, ...boosts.map(({ match }) => match)]
  }
}
