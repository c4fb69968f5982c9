import { Result } from "effect"
import type { Connection, SqlValue } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import type { SearchResult } from "../model/answers.ts"
import { type Condition, buildCondition, type Filters } from "./filters.ts"
import { type SortKey, sortKeyColumns, decodeSortKey, sortKeyValues } from "./sortKey.ts"
import { makeWordFinders } from "./excerpt.ts"
import { readSearchResult } from "./result.ts"
import { type Expression, parseQuery, type Query, type Term } from "./query.ts"
import { readInteger } from "../store/readInteger.ts"

/**
 * End of a page. Results are ordered by expression, rank, age, repository and id, none of which depends on when a commit
 * was indexed.
 */
export interface SearchPosition extends SortKey {
  /** Index of the expression that found the last result. */
  readonly expression: number
  readonly rank: number
}

export interface SearchQuestion {
  readonly query: string
  readonly filters: Filters
  readonly limit: number
  readonly after: SearchPosition | undefined
}

export interface SearchPage {
  readonly results: ReadonlyArray<SearchResult>
  /** Undefined on the last page. */
  readonly next: SearchPosition | undefined
}

/** BM25 weights of the columns: subject, body, why, paths, parts, patch. */
const weights = "10.0, 4.0, 8.0, 3.0, 2.0, 1.0"
/** Rank boost of the newest commit; it halves for a commit one year older. */
const recencyBoost = 0.1
const yearSeconds = 365.25 * 24 * 60 * 60
/**
 * Most commits that may match a ranked term. More frequent terms are not ranked by: each match costs one or two
 * microseconds, and frequent terms discriminate little.
 */
const maxRanked = { messages: 2_000, search: 1_000 }
/** Most commits ranked by a fallback expression. */
const maxRankedAny = 1_000
/** If this many commits match all words, the fallback for some of the words is skipped. */
const enoughMatches = 10

interface Step extends Expression {
  readonly number: number
}

/** Position and row id of a result. */
interface RankedCommit extends SearchPosition {
  readonly id: number
}

/** The page of a step's results to read. */
interface StepPage {
  readonly earlier: ReadonlyArray<Step>
  readonly after: SearchPosition | undefined
  readonly limit: number
}

/** Shared state of the steps of one search. */
interface SearchContext {
  readonly connection: Connection
  readonly condition: Condition
  readonly newest: number
  /** Cached match counts. */
  readonly counts: Map<string, number>
}

const matchSql = ({ index }: Step) => `SELECT rowid FROM ${index} WHERE ${index} MATCH ?`

/** Returns whether FTS5 accepts an expression. It reports syntax errors as ordinary SQL errors (https://sqlite.org/fts5.html). */
const isValidExpression = (connection: Connection, { index, match }: Expression): boolean =>
  Result.isSuccess(
    Result.try(() => connection.get(`SELECT rowid FROM ${index} WHERE ${index} MATCH ? AND rowid = 0`, match))
  )

/** Selects the steps to try: the user's FTS5 expressions if any is valid, else the words. */
const selectSteps = (connection: Connection, { expressions, syntaxCount }: Query): ReadonlyArray<Step> => {
  const steps = expressions.map((expression, number) => ({ ...expression, number }))
  const valid = steps.slice(0, syntaxCount).filter((step) => isValidExpression(connection, step))
  return valid.length > 0 ? valid : steps.slice(syntaxCount)
}

/** Counts the commits that an expression matches, up to just above the ranking limit. */
const countMatches = ({ connection, counts }: SearchContext, index: Step["index"], match: string): number => {
  const key = `${index} ${match}`
  const known = counts.get(key)
  if (known !== undefined) return known
  const limited = `SELECT rowid FROM ${index} WHERE ${index} MATCH ? LIMIT ${maxRanked[index] + 1}`
  const count = readInteger(connection, "count", `SELECT count(*) AS count FROM (${limited})`, match)
  counts.set(key, count)
  return count
}

/** Picks the rarest terms that together match few enough commits to rank. */
const pickRarestTerms = (context: SearchContext, { index, terms }: Step): ReadonlyArray<Term> => {
  let remaining = maxRankedAny
  return terms
    .map((term) => ({ term, count: countMatches(context, index, term) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count)
    .flatMap(({ count, term }) => {
      remaining -= count
      return remaining >= 0 ? [term] : []
    })
}

/** Chooses the expression to rank a step's matches by, made of its rare terms; undefined means newest first. */
const chooseRanking = (context: SearchContext, step: Step): string | undefined => {
  const { requiresAll, index, match, terms } = step
  if (!requiresAll) {
    const some = pickRarestTerms(context, step)
    return some.length === 0 ? undefined : some.join(" OR ")
  }
  if (terms.length === 0) return countMatches(context, index, match) <= maxRanked[index] ? match : undefined
  const rare = terms.filter((term) => countMatches(context, index, term) <= maxRanked[index])
  if (rare.length === terms.length) return match
  return rare.length === 0 ? undefined : rare.join(" AND ")
}

/** SQL that excludes the matches of earlier steps. */
const excludeEarlier = (earlier: ReadonlyArray<Step>, index: Step["index"]) =>
  earlier.map((step) => `AND +${index}.rowid NOT IN (${matchSql(step)})`).join(" ")

const rankColumn = ({ index }: Step) =>
  `bm25(${index}, ${weights}) * (1 + ${recencyBoost} / (1 + max(0, ? - author_time) / ${yearSeconds})) AS rank`

/** Reads the current rank of the last result: adding commits changes all ranks. */
const currentRank = (
  { connection, newest }: SearchContext,
  step: Step,
  ranking: string,
  after: SearchPosition
): number =>
  connection
    .get(
      `SELECT ${rankColumn(step)} FROM ${step.index} CROSS JOIN commits ON commits.id = ${step.index}.rowid
        WHERE ${step.index} MATCH ? AND ${step.index}.rowid =
              (SELECT id FROM commits WHERE oid = ? AND repository = (SELECT id FROM repositories WHERE name = ?))`,
      newest,
      ranking,
      Buffer.from(after.sha, "hex"),
      after.repo
    )
    ?.real("rank") ?? after.rank

const findRanked = (
  context: SearchContext,
  step: Step,
  ranking: string,
  { after, earlier, limit }: StepPage
): ReadonlyArray<Row> => {
  const { condition, connection, newest } = context
  const { index } = step
  const isWhole = ranking === step.match || !step.requiresAll
  const values: ReadonlyArray<SqlValue> = [
    newest,
    ranking,
    ...(isWhole ? [] : [step.match]),
    ...earlier.map(({ match }) => match),
    ...condition.values,
    ...(after === undefined ? [] : [currentRank(context, step, ranking, after), ...sortKeyValues(after)])
  ]
  return connection.all(
    `SELECT * FROM (
       SELECT commits.id AS id, ${sortKeyColumns}, ${rankColumn(step)}
         FROM ${index} CROSS JOIN commits ON commits.id = ${index}.rowid
              CROSS JOIN repositories ON repositories.id = commits.repository
        WHERE ${index} MATCH ? ${isWhole ? "" : `AND +${index}.rowid IN (${matchSql(step)})`}
              ${excludeEarlier(earlier, index)} ${condition.sql})
     ${after === undefined ? "" : "WHERE (rank, -time, repo, oid) > (?, ?, ?, ?)"}
     ORDER BY rank, time DESC, repo, oid LIMIT ?`,
    ...values,
    limit
  )
}

/** Finds the newest matches of a step. */
const findLatest = (
  { condition, connection }: SearchContext,
  step: Step,
  { after, earlier, limit }: StepPage
): ReadonlyArray<Row> => {
  const also = earlier.map((one) => `AND commits.id NOT IN (${matchSql(one)})`).join(" ")
  return connection.all(
    // Walking the time index is cheaper than fetching and sorting every match.
    `SELECT commits.id AS id, ${sortKeyColumns}, 0.0 AS rank
       FROM commits INDEXED BY commits_by_time CROSS JOIN repositories ON repositories.id = commits.repository
      WHERE commits.id IN (${matchSql(step)}) ${also} ${condition.sql}
            ${after === undefined ? "" : "AND author_time <= ? AND (-author_time, name, oid) > (?, ?, ?)"}
      ORDER BY author_time DESC, name, oid LIMIT ?`,
    step.match,
    ...earlier.map(({ match }) => match),
    ...condition.values,
    ...(after === undefined ? [] : [after.time, ...sortKeyValues(after)]),
    limit
  )
}

/** Returns whether the steps match enough commits to skip the fallback. */
const hasEnough = ({ condition, connection }: SearchContext, steps: ReadonlyArray<Step>): boolean => {
  const found = connection.all(
    `SELECT id FROM commits WHERE id IN (${steps.map(matchSql).join(" UNION ")}) ${condition.sql} LIMIT ?`,
    ...steps.map(({ match }) => match),
    ...condition.values,
    enoughMatches
  )
  return found.length === enoughMatches
}

/** Drops steps that match nothing, or nothing beyond the previous step. */
const dropUselessSteps = (context: SearchContext, steps: ReadonlyArray<Step>): ReadonlyArray<Step> => {
  const counted = steps.map((step) => ({ step, count: countMatches(context, step.index, step.match) }))
  return counted.flatMap(({ count, step }, position) => {
    const previous = counted[position - 1]?.count
    const addsNothing = step.includesPrevious && count === previous && count <= maxRanked[step.index]
    return count > 0 && !addsNothing ? [step] : []
  })
}

/** Finds one page of results after a position. Each commit belongs to the first step that matches it. */
const findPage = (context: SearchContext, candidates: ReadonlyArray<Step>, { after, limit }: SearchQuestion) => {
  const found: Array<RankedCommit> = []
  const steps = dropUselessSteps(context, candidates)
  for (const [position, step] of steps.entries()) {
    if (found.length >= limit) break
    if (after !== undefined && step.number < after.expression) continue
    const earlier = steps.slice(0, position)
    const from = after?.expression === step.number ? after : undefined
    if (!step.requiresAll && from === undefined && position > 0 && hasEnough(context, earlier)) break
    const page = { earlier, after: from, limit: limit - found.length }
    const ranking = chooseRanking(context, step)
    const rows = ranking === undefined ? findLatest(context, step, page) : findRanked(context, step, ranking, page)
    for (const row of rows) {
      found.push({ expression: step.number, rank: row.real("rank"), id: row.integer("id"), ...decodeSortKey(row) })
    }
  }
  return found
}

const newestAuthorTime = (connection: Connection): number =>
  connection.get("SELECT max(author_time) AS time FROM commits")?.integerOrNull("time") ?? 0

/** Finds matching commits, best first. */
export const search = (connection: Connection, question: SearchQuestion): SearchPage => {
  const query = parseQuery(question.query.toWellFormed())
  const condition = buildCondition(connection, question.filters)
  const context: SearchContext = { connection, condition, newest: newestAuthorTime(connection), counts: new Map() }
  const steps = selectSteps(connection, query)
  const found = findPage(context, steps, { ...question, limit: question.limit + 1 })
  const shown = found.slice(0, question.limit)
  const words = makeWordFinders(query.words)
  return {
    results: shown.flatMap(({ id }) => readSearchResult(connection, id, { paths: condition.paths, words })),
    next: found.length > question.limit ? shown.at(-1) : undefined
  }
}
