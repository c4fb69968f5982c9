import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import type { SearchResult } from "../model/answers.ts"
import { findById, idRank } from "./byId.ts"
import { makeWordFinders } from "./excerpt.ts"
import { buildCondition, type Condition, type Filters } from "./filters.ts"
import { parseQuery } from "./query.ts"
import { type Plan, planSearch } from "./ranking.ts"
import { plainNumbers } from "./references.ts"
import { columnWeights, defineScoring, headSize, rankExpression } from "./scoring.ts"
import { readCopies } from "./copies.ts"
import { readSearchResult } from "./result.ts"
import type { ResultPage } from "./ResultPage.ts"
import { decodeSortKey, type SortKey, sortKeyColumns, sortKeyValues } from "./sortKey.ts"

/** End of a page. Results are ordered by rank, age, repository and id, none of which depends on when a commit was indexed. */
export interface SearchPosition extends SortKey {
  readonly rank: number
}

export interface SearchQuestion {
  readonly query: string
  readonly filters: Filters
  readonly limit: number
  readonly after: SearchPosition | undefined
}

export type SearchPage = ResultPage<SearchResult, SearchPosition>

/** A page to read. */
interface Page {
  readonly connection: Connection
  readonly condition: Condition
  readonly after: SearchPosition | undefined
  readonly limit: number
}

type Scored = Extract<Plan, { readonly _tag: "ByScore" }>
type Timed = Extract<Plan, { readonly _tag: "ByTime" }>

/** SQL of the matches as `matched`: the first `among` in the order of BM25 (-1: all). */
export const selectMatched = (condition: Condition, among: number): string =>
  // Fetches the commits of the best matches only, which is most of the cost of many matches.
  `found AS MATERIALIZED (
     SELECT search.rowid AS id, bm25(search, ${columnWeights}) AS text
       FROM search ${condition.sql === "" ? "" : "CROSS JOIN commits ON commits.id = search.rowid"}
      WHERE search MATCH ? ${condition.sql}),
   matched AS MATERIALIZED (
     SELECT found.id AS id, author, commits.subject AS subject, ${sortKeyColumns}, text
       FROM found CROSS JOIN commits ON commits.id = found.id
            CROSS JOIN repositories ON repositories.id = commits.repository
      ${among < 0 ? "" : `WHERE text <= coalesce((SELECT text FROM found ORDER BY text LIMIT 1 OFFSET ${among - 1}), 0)`}
      ORDER BY text, time DESC, repo, oid LIMIT ${among})`

/**
 * Finds the best matches; of the copies of a commit only the best. `among`: number of best matches by BM25 to look for copies
 * in, which is much cheaper than all (-1).
 */
const findDistinct = (
  { after, condition, connection, limit }: Page,
  plan: Scored,
  among: number
): ReadonlyArray<Row> => {
  defineScoring(connection)
  const rank = rankExpression(plan)
  // Adding commits changes all ranks, so the last result is looked up; it may have been removed.
  const last = "coalesce((SELECT rank FROM ranked WHERE repo = ? AND oid = ?), ?)"
  return connection.all(
    `WITH ${selectMatched(condition, among)},
     placed AS (SELECT *, row_number() OVER (ORDER BY text, time DESC, repo, oid) AS place FROM matched),
     ranked AS MATERIALIZED (SELECT *, ${rank.sql} AS rank FROM placed AS scored)
     SELECT * FROM (
       SELECT *, count(*) OVER () AS candidates,
              row_number() OVER (PARTITION BY time, author, subject ORDER BY rank, repo, oid) AS copy FROM ranked)
     WHERE copy = 1 ${after === undefined ? "" : `AND (rank, -time, repo, oid) > (${last}, ?, ?, ?)`}
     ORDER BY rank, time DESC, repo, oid LIMIT ?`,
    plan.match,
    ...condition.values,
    ...rank.values,
    ...(after === undefined ? [] : [after.repo, Buffer.from(after.sha, "hex"), after.rank, ...sortKeyValues(after)]),
    limit
  )
}

const findByScore = (page: Page, plan: Scored): ReadonlyArray<Row> => {
  // A later page needs all, because the best copy may be on an earlier one.
  if (page.after !== undefined) return findDistinct(page, plan, -1)
  const among = Math.max(headSize, 2 * page.limit)
  const best = findDistinct(page, plan, among)
  const hasAll = best.every((row) => row.integer("candidates") < among)
  return hasAll || best.length === page.limit ? best : findDistinct(page, plan, -1)
}

/** Finds the newest matches, as those of one `rank`. */
const findNewest = (
  { after, condition, connection, limit }: Page,
  rank: number,
  match: string,
  excluded?: string
): ReadonlyArray<Row> =>
  connection.all(
    // Walking the time index is cheaper than fetching and sorting every match.
    `SELECT commits.id AS id, ${sortKeyColumns}, ${rank}.0 AS rank
       FROM commits INDEXED BY commits_by_time CROSS JOIN repositories ON repositories.id = commits.repository
      WHERE commits.id IN (SELECT rowid FROM search WHERE search MATCH ?)
            ${excluded === undefined ? "" : "AND commits.id NOT IN (SELECT rowid FROM search WHERE search MATCH ?)"}
            ${condition.sql}
            ${after === undefined ? "" : "AND author_time <= ? AND (-author_time, name, oid) > (?, ?, ?)"}
      ORDER BY author_time DESC, name, oid LIMIT ?`,
    match,
    ...(excluded === undefined ? [] : [excluded]),
    ...condition.values,
    ...(after === undefined ? [] : [after.time, ...sortKeyValues(after)]),
    limit
  )

/** Finds matching subjects, newest first, then the other matches, newest first. */
const findByTime = (page: Page, { match, subject }: Timed): ReadonlyArray<Row> => {
  const { after, limit } = page
  if (subject === undefined) return findNewest(page, 0, match)
  const first = after === undefined || after.rank === 0 ? findNewest(page, 0, subject) : []
  if (first.length === limit) return first
  const rest = { ...page, limit: limit - first.length, after: after?.rank === 1 ? after : undefined }
  return [...first, ...findNewest(rest, 1, match, subject)]
}

const findRows = (page: Page, plan: Plan): ReadonlyArray<Row> => {
  switch (plan._tag) {
    case "ByScore":
      return findByScore(page, plan)
    case "ByTime":
      return findByTime(page, plan)
    case "Nothing":
      return []
  }
}

/** Those of the commits found by their ids that come after the end of a page. */
const leftOf = (named: ReadonlyArray<Row>, after: SearchPosition | undefined): ReadonlyArray<Row> => {
  if (after === undefined) return named
  if (after.rank !== idRank) return []
  return named.slice(
    named.findIndex((row) => decodeSortKey(row).sha === after.sha && row.text("repo") === after.repo) + 1
  )
}

/** Finds a page and one commit more: those that the query names by their ids, then those that match its words. */
const findAll = (page: Page, plan: Plan, query: string): ReadonlyArray<Row> => {
  const { after, connection, condition, limit } = page
  const named = findById(connection, condition, query)
  const isNamed = new Set(named.map((row) => row.integer("id")))
  const isAtStart = after?.rank === idRank
  const wanted = { ...page, limit: limit + 1 + named.length, after: isAtStart ? undefined : after }
  const matching = findRows(wanted, plan).filter((row) => !isNamed.has(row.integer("id")))
  return [...leftOf(named, after), ...matching].slice(0, limit + 1)
}

/** Finds matching commits, best first. */
export const search = (connection: Connection, question: SearchQuestion): SearchPage => {
  const query = parseQuery(plainNumbers(question.query.toWellFormed()))
  const condition = buildCondition(connection, question.filters)
  const counted = question.filters.isLimited === true ? question.filters.repositories : undefined
  const plan = query.words.length === 0 ? ({ _tag: "Nothing" } as const) : planSearch({ connection, counted }, query)
  const { after, limit } = question
  const rows = findAll({ connection, condition, after, limit }, plan, question.query)
  const shown = rows.slice(0, question.limit)
  const matched = { paths: condition.paths, words: makeWordFinders(query.words) }
  const copiesOf = (id: number) => (plan._tag === "ByScore" ? readCopies(connection, id, condition) : {})
  return {
    results: shown.map((row) => {
      const id = row.integer("id")
      const result = { ...readSearchResult(connection, id, matched), ...copiesOf(id) }
      return { result, position: { rank: row.real("rank"), ...decodeSortKey(row) } }
    }),
    hasMore: rows.length > question.limit
  }
}
