import { zstdDecompressSync } from "node:zlib"
import { Result } from "effect"
import type { Connection } from "../../sql/Database.ts"
import type { Row } from "../../sql/Row.ts"
import { filesOf } from "../patchText.ts"
import type { SearchResult } from "../answers.ts"
import { idOf } from "../store/refs.ts"
import { conditionOf, type Filters } from "./filters.ts"
import { makeCounter, passageOf } from "./passage.ts"
import { parseQuery } from "./query.ts"

/** Where a page ends: what comes after it ranks lower. */
export interface SearchPosition {
  /** Which of the query's expressions found the page. */
  readonly expression: number
  readonly rank: number
  readonly id: number
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
const recency = 0.2
const year = 365.25 * 24 * 60 * 60
/** Bytes of a compressed patch that a passage is looked for in. */
const largestRead = 128 * 1024
const mostPaths = 20

const ranked = `bm25(search, ${weights}) * (1 + ${recency} / (1 + max(0, ?1 - author_time) / ${year}))`

const sqlFor = (condition: string, hasPosition: boolean) => `
  SELECT * FROM (
    SELECT commits.id AS id, repositories.name AS repo, oid, commits.subject AS subject, people.name AS author, author_time,
           ${ranked} AS rank
      FROM search
      CROSS JOIN commits ON commits.id = search.rowid
      JOIN repositories ON repositories.id = commits.repository
      JOIN people ON people.id = commits.author
     WHERE search MATCH ? ${condition})
  ${hasPosition ? "WHERE (rank, -id) > (?, ?)" : ""}
  ORDER BY rank, id DESC LIMIT ?`

const newest = (connection: Connection): number =>
  connection.get("SELECT max(author_time) AS time FROM commits")?.integerOrNull("time") ?? 0

const rowsFor = (
  connection: Connection,
  expression: string,
  question: SearchQuestion,
  after: SearchPosition | undefined
) => {
  const condition = conditionOf(connection, question.filters)
  const position = after === undefined ? [] : [after.rank, -after.id]
  return connection.all(
    sqlFor(condition.sql, after !== undefined),
    newest(connection),
    expression,
    ...condition.values,
    ...position,
    question.limit + 1
  )
}

const patchOf = (connection: Connection, id: number) => {
  const row = connection.get(
    `SELECT compressed FROM patches WHERE "commit" = ? AND length(compressed) <= ?`,
    id,
    largestRead
  )
  return row === undefined ? [] : filesOf(zstdDecompressSync(row.bytes("compressed")))
}

const resultOf = (connection: Connection, row: Row, count: (text: string) => number): SearchResult => {
  const id = row.integer("id")
  const passage = passageOf(patchOf(connection, id), count)
  const named = connection
    .all(
      `SELECT paths.path FROM changes JOIN paths ON paths.id = changes.path WHERE "commit" = ? ORDER BY paths.path`,
      id
    )
    .map((found) => found.text("path"))
    .filter((path) => count(path) > 0)
  const intent = connection.get(`SELECT intent FROM annotations WHERE "commit" = ? AND intent <> ''`, id)
  return {
    repo: row.text("repo"),
    sha: idOf(row.bytes("oid")),
    subject: row.text("subject"),
    author: row.text("author"),
    date: row.integer("author_time"),
    matched_paths: [...new Set([...passage.paths, ...named])].slice(0, mostPaths),
    patch_excerpt: passage.text,
    ...(intent === undefined ? {} : { intent: intent.text("intent") })
  }
}

/** Whether FTS5 takes a text for an expression; what it says against one is an error like any other (https://sqlite.org/fts5.html). */
const isExpression = (connection: Connection, expression: string): boolean =>
  Result.isSuccess(
    Result.try(() => connection.get("SELECT rowid FROM search WHERE search MATCH ? AND rowid = 0", expression))
  )

/** The rows of the first expression from `start` on that finds any; one that FTS5 does not take finds none. */
const firstRows = (connection: Connection, question: SearchQuestion, expressions: ReadonlyArray<string>) => {
  const { after } = question
  for (let index = after?.expression ?? 0; index < expressions.length; index++) {
    const expression = expressions[index] ?? ""
    const rows = isExpression(connection, expression) ? rowsFor(connection, expression, question, after) : []
    if (rows.length > 0 || after !== undefined) return { rows, expression: index }
  }
  return { rows: [], expression: 0 }
}

/** The commits that match, best first. */
export const search = (connection: Connection, question: SearchQuestion): SearchPage => {
  const { expressions, words } = parseQuery(question.query)
  const { expression, rows } = firstRows(connection, question, expressions)
  const shown = rows.slice(0, question.limit)
  const count = makeCounter(words)
  const last = rows.length > question.limit ? shown.at(-1) : undefined
  return {
    results: shown.map((row) => resultOf(connection, row, count)),
    next: last === undefined ? undefined : { expression, rank: last.real("rank"), id: last.integer("id") }
  }
}
