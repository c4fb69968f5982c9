import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { jsonIds } from "./filters.ts"
import type { Query, Term } from "./query.ts"
import { canScore, type Scored, type ScoredWord } from "./scoring.ts"

/**
 * Most matches of the terms that a query is ranked by: each costs one or two microseconds. A term that would exceed it, or
 * that more than this fraction of the commits has, discriminates little and is not ranked by.
 */
const maxRankedMatches = 15_000
const maxRankedFraction = 0.14
/** In a small index, every term with this many matches is ranked by. */
const minRankedMatches = 1_000
/** Most words that a commit is scored by, the rarest; each costs up to a few milliseconds. */
const maxScoredWords = 8

/** How the commits of a query are found and ordered. */
export type Plan =
  /** By one score over all columns of the commits that match an FTS5 expression of `search`. */
  | ({ readonly _tag: "ByScore"; readonly match: string } & Scored)
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

/** What was counted of a whole index, and the state of the file at that time. */
const knownCounts = new WeakMap<Connection, { readonly state: string; readonly count: number }>()

/** Counts all commits; again only after a change, because counting takes as long as a small search. */
const countAll = (connection: Connection): number => {
  // The first number changes with what other connections write, the second with what this one writes.
  const version = connection.integer("data_version", "PRAGMA data_version")
  const state = `${version} ${connection.integer("changes", "SELECT total_changes() AS changes")}`
  const known = knownCounts.get(connection)
  if (known?.state === state) return known.count
  const count = connection.integer("count", "SELECT count(*) AS count FROM commits")
  knownCounts.set(connection, { state, count })
  return count
}

const countCommits = ({ connection, counted }: Counting): number =>
  counted === undefined
    ? countAll(connection)
    : connection.integer(
        "count",
        "SELECT count(*) AS count FROM commits WHERE repository IN (SELECT value FROM json_each(?))",
        jsonIds(counted)
      )

const limitMatches = (commits: number): number =>
  Math.min(maxRankedMatches, Math.max(minRankedMatches, Math.floor(maxRankedFraction * commits)))

/** How much a word counts: it is the higher the fewer commits have it. */
const inverseFrequency = (commits: number, count: number): number => Math.log(1 + commits / (1 + count))

interface PickedTerms {
  readonly present: ReadonlyArray<Term>
  readonly ranked: ReadonlyArray<Term>
  readonly words: ReadonlyArray<ScoredWord>
}

/**
 * The terms that any commit has; those of them to find commits by: the rarest, whose matches together stay within the limit;
 * and the rarest to score them by.
 */
const pickTerms = (counting: Counting, terms: ReadonlyArray<Term>, isLast = false): PickedTerms => {
  const commits = countCommits(counting)
  const max = isLast ? maxRankedMatches : limitMatches(commits)
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
  // In a small index, words that are all frequent still tell more than the age of a commit.
  if (ranked.length === 0 && counted.length > 1 && max < maxRankedMatches) return pickTerms(counting, terms, true)
  const words = counted.slice(0, maxScoredWords).map(({ count, term }): ScoredWord => ({
    match: term,
    weight: inverseFrequency(commits, count),
    inPatches: count <= max
  }))
  return { present: counted.map(({ term }) => term), ranked: ranked.map(({ term }) => term), words }
}

const planSyntax = (counting: Counting, match: string, text: string): Plan => {
  if (countMatches(counting, match, maxRankedMatches) > maxRankedMatches) {
    return { _tag: "ByTime", match, subject: undefined }
  }
  const word: ScoredWord = { match, weight: 1, inPatches: false }
  const words = canScore(word, (index, expression) => isValid(counting.connection, index, expression)) ? [word] : []
  return { _tag: "ByScore", match, words, phrase: undefined, text }
}

const planWords = (counting: Counting, { parts, phrase, terms, text }: Query): Plan => {
  const picked = pickTerms(counting, terms)
  const { present, ranked, words } = picked.present.length > 0 ? picked : pickTerms(counting, parts)
  const all = present.join(" AND ")
  if (present.length === 0) return { _tag: "Nothing" }
  if (ranked.length === 0) {
    const match = countMatches(counting, all, 0) > 0 ? all : present.join(" OR ")
    return { _tag: "ByTime", match, subject: `subject : (${match})` }
  }
  return { _tag: "ByScore", match: ranked.join(" OR "), words, phrase, text }
}

/** Plans how to answer a query: as the FTS5 expression that the user wrote if it is valid, else by its words. */
export const planSearch = (counting: Counting, query: Query): Plan =>
  query.syntax !== undefined && isValid(counting.connection, "search", query.syntax)
    ? planSyntax(counting, query.syntax, query.text)
    : planWords(counting, query)
