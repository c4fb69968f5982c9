import { Result } from "effect"
import type { Connection, SqlValue } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import type { SearchResult } from "../model/answers.ts"
import { type Condition, buildCondition, type Filters } from "./filters.ts"
import { type Place, sortKeyColumns, decodeSortKey, sortKeyValues } from "./sortKey.ts"
import { makeWordFinders } from "./excerpt.ts"
import { resultOf } from "./result.ts"
import { type Expression, parseQuery, type Query, type Term } from "./query.ts"

/**
 * Where a page ends: what comes after it ranks lower, or was found by a later expression; of one rank what is older, then
 * by repository and id. It names nothing that depends on when a commit was indexed.
 */
export interface SearchPosition extends Place {
  /** Which of the query's expressions found the last result. */
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
  /** None: there is no more. */
  readonly next: SearchPosition | undefined
}

/** How much a word counts: in the subject, the body, the reasons, the paths, as part of an identifier, in the patch. */
const weights = "10.0, 4.0, 8.0, 3.0, 2.0, 1.0"
/** What the newest commit gains over one a year older, and that one over one much older. */
const recency = 0.1
const year = 365.25 * 24 * 60 * 60
/**
 * Commits among which a term still tells one from another. Of a term that more have nothing is counted: each of them
 * costs a microsecond or two, and the more have it, the less it says.
 */
const mostRanked = { messages: 2_000, search: 1_000 }
/** Commits that are ranked where any of the words will do. */
const mostOfAny = 1_000
/** Where so many have all words, those that have only some are not wanted. */
const enough = 10

interface Step extends Expression {
  readonly number: number
}

/** Where a result stands, and its row. */
interface Found extends SearchPosition {
  readonly id: number
}

/** What of a step's results is wanted. */
interface Part {
  readonly earlier: ReadonlyArray<Step>
  readonly after: SearchPosition | undefined
  readonly limit: number
}

/** What every step of one question has in common. */
interface Asking {
  readonly connection: Connection
  readonly condition: Condition
  readonly newest: number
  /** What was counted once. */
  readonly counts: Map<string, number>
}

const matching = ({ index }: Step) => `SELECT rowid FROM ${index} WHERE ${index} MATCH ?`

/** Whether FTS5 takes a text for an expression; what it says against one is an error like any other (https://sqlite.org/fts5.html). */
const isExpression = (connection: Connection, { index, match }: Expression): boolean =>
  Result.isSuccess(
    Result.try(() => connection.get(`SELECT rowid FROM ${index} WHERE ${index} MATCH ? AND rowid = 0`, match))
  )

/** Those that can be tried: what was written where it is an expression, else the words. */
const stepsOf = (connection: Connection, { expressions, written }: Query): ReadonlyArray<Step> => {
  const steps = expressions.map((expression, number) => ({ ...expression, number }))
  const asWritten = steps.slice(0, written).filter((step) => isExpression(connection, step))
  return asWritten.length > 0 ? asWritten : steps.slice(written)
}

/** How many commits an expression matches, as far as it matters. */
const countOf = ({ connection, counts }: Asking, index: Step["index"], match: string): number => {
  const key = `${index} ${match}`
  const known = counts.get(key)
  if (known !== undefined) return known
  const limited = `SELECT rowid FROM ${index} WHERE ${index} MATCH ? LIMIT ${mostRanked[index] + 1}`
  const count = connection.get(`SELECT count(*) AS count FROM (${limited})`, match)?.integer("count") ?? 0
  counts.set(key, count)
  return count
}

/** The rarest terms that together no more commits have than can be ranked. */
const rarest = (asking: Asking, { index, terms }: Step): ReadonlyArray<Term> => {
  let room = mostOfAny
  return terms
    .map((term) => ({ term, count: countOf(asking, index, term) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count)
    .flatMap(({ count, term }) => {
      room -= count
      return room >= 0 ? [term] : []
    })
}

/** What ranks the commits that a step matches: the expression of its rare terms; none: how new they are. */
const rankingOf = (asking: Asking, step: Step): string | undefined => {
  const { all, index, match, terms } = step
  if (!all) {
    const some = rarest(asking, step)
    return some.length === 0 ? undefined : some.join(" OR ")
  }
  if (terms.length === 0) return countOf(asking, index, match) <= mostRanked[index] ? match : undefined
  const rare = terms.filter((term) => countOf(asking, index, term) <= mostRanked[index])
  if (rare.length === terms.length) return match
  return rare.length === 0 ? undefined : rare.join(" AND ")
}

/** SQL that leaves out what earlier steps found. */
const without = (earlier: ReadonlyArray<Step>, index: Step["index"]) =>
  earlier.map((step) => `AND +${index}.rowid NOT IN (${matching(step)})`).join(" ")

const byRank = ({ index }: Step) =>
  `bm25(${index}, ${weights}) * (1 + ${recency} / (1 + max(0, ? - author_time) / ${year})) AS rank`

/** The rank of the last result now: while commits are added that of all others changes with it. */
const rankNow = ({ connection, newest }: Asking, step: Step, ranking: string, after: SearchPosition): number =>
  connection
    .get(
      `SELECT ${byRank(step)} FROM ${step.index} CROSS JOIN commits ON commits.id = ${step.index}.rowid
        WHERE ${step.index} MATCH ? AND ${step.index}.rowid =
              (SELECT id FROM commits WHERE oid = ? AND repository = (SELECT id FROM repositories WHERE name = ?))`,
      newest,
      ranking,
      Buffer.from(after.sha, "hex"),
      after.repo
    )
    ?.real("rank") ?? after.rank

const ranked = (asking: Asking, step: Step, ranking: string, { after, earlier, limit }: Part): ReadonlyArray<Row> => {
  const { condition, connection, newest } = asking
  const { index } = step
  const isWhole = ranking === step.match || !step.all
  const values: ReadonlyArray<SqlValue> = [
    newest,
    ranking,
    ...(isWhole ? [] : [step.match]),
    ...earlier.map(({ match }) => match),
    ...condition.values,
    ...(after === undefined ? [] : [rankNow(asking, step, ranking, after), ...sortKeyValues(after)])
  ]
  return connection.all(
    `SELECT * FROM (
       SELECT commits.id AS id, ${sortKeyColumns}, ${byRank(step)}
         FROM ${index} CROSS JOIN commits ON commits.id = ${index}.rowid
              CROSS JOIN repositories ON repositories.id = commits.repository
        WHERE ${index} MATCH ? ${isWhole ? "" : `AND +${index}.rowid IN (${matching(step)})`}
              ${without(earlier, index)} ${condition.sql})
     ${after === undefined ? "" : "WHERE (rank, -time, repo, oid) > (?, ?, ?, ?)"}
     ORDER BY rank, time DESC, repo, oid LIMIT ?`,
    ...values,
    limit
  )
}

/** The newest first. */
const latest = ({ condition, connection }: Asking, step: Step, { after, earlier, limit }: Part): ReadonlyArray<Row> => {
  const also = earlier.map((one) => `AND commits.id NOT IN (${matching(one)})`).join(" ")
  return connection.all(
    // All that match are few bytes each; what costs is to look every one up to sort them.
    `SELECT commits.id AS id, ${sortKeyColumns}, 0.0 AS rank
       FROM commits INDEXED BY commits_by_time CROSS JOIN repositories ON repositories.id = commits.repository
      WHERE commits.id IN (${matching(step)}) ${also} ${condition.sql}
            ${after === undefined ? "" : "AND author_time <= ? AND (-author_time, name, oid) > (?, ?, ?)"}
      ORDER BY author_time DESC, name, oid LIMIT ?`,
    step.match,
    ...earlier.map(({ match }) => match),
    ...condition.values,
    ...(after === undefined ? [] : [after.time, ...sortKeyValues(after)]),
    limit
  )
}

/** Whether the steps found as many as anybody wants. */
const areEnough = ({ condition, connection }: Asking, steps: ReadonlyArray<Step>): boolean => {
  const found = connection.all(
    `SELECT id FROM commits WHERE id IN (${steps.map(matching).join(" UNION ")}) ${condition.sql} LIMIT ?`,
    ...steps.map(({ match }) => match),
    ...condition.values,
    enough
  )
  return found.length === enough
}

/** Those that find anything, and more than the one before. */
const telling = (asking: Asking, steps: ReadonlyArray<Step>): ReadonlyArray<Step> => {
  const counts = steps.map(({ index, match }) => countOf(asking, index, match))
  return steps.filter(({ index, wider }, place) => {
    const count = counts[place] ?? 0
    const isNoMore = wider && count === counts[place - 1] && count <= mostRanked[index]
    return count > 0 && !isNoMore
  })
}

/** The first results after a position, each of the first step that finds it. */
const findFrom = (asking: Asking, all: ReadonlyArray<Step>, { after, limit }: SearchQuestion) => {
  const found: Array<Found> = []
  const steps = telling(asking, all)
  for (const [place, step] of steps.entries()) {
    if (found.length >= limit) break
    if (after !== undefined && step.number < after.expression) continue
    const earlier = steps.slice(0, place)
    const from = after?.expression === step.number ? after : undefined
    if (!step.all && from === undefined && place > 0 && areEnough(asking, earlier)) break
    const part = { earlier, after: from, limit: limit - found.length }
    const ranking = rankingOf(asking, step)
    const rows = ranking === undefined ? latest(asking, step, part) : ranked(asking, step, ranking, part)
    for (const row of rows) {
      found.push({ expression: step.number, rank: row.real("rank"), id: row.integer("id"), ...decodeSortKey(row) })
    }
  }
  return found
}

const newestOf = (connection: Connection): number =>
  connection.get("SELECT max(author_time) AS time FROM commits")?.integerOrNull("time") ?? 0

/** The commits that match, best first. */
export const search = (connection: Connection, question: SearchQuestion): SearchPage => {
  const query = parseQuery(question.query.toWellFormed())
  const condition = buildCondition(connection, question.filters)
  const asking: Asking = { connection, condition, newest: newestOf(connection), counts: new Map() }
  const steps = stepsOf(connection, query)
  const found = findFrom(asking, steps, { ...question, limit: question.limit + 1 })
  const shown = found.slice(0, question.limit)
  const words = makeWordFinders(query.words)
  return {
    results: shown.flatMap(({ id }) => resultOf(connection, id, { paths: condition.paths, words })),
    next: found.length > question.limit ? shown.at(-1) : undefined
  }
}
