import { compileGlob, hasGlobCharacters } from "../../config/Glob.ts"
import type { Connection, SqlValue } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { type Tip, walkAncestors } from "./branch.ts"

/** What a question leaves out, as the store needs it. */
export interface Filters {
  /** Rows of repositories; none: all. */
  readonly repositories: ReadonlyArray<number> | undefined
  /** Author dates, both included. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** Part of `Name <address>`, in any case. */
  readonly author: string | undefined
  /** Parts of paths in any case, or globs; a commit must have changed one that matches. */
  readonly paths: ReadonlyArray<string>
  /** Only commits that these lead to; none: all. */
  readonly tips?: ReadonlyArray<Tip>
}

/** Conditions on `commits`, joined by AND, with their values. */
export interface Condition {
  readonly sql: string
  readonly values: ReadonlyArray<SqlValue>
  /** Rows of the paths that the filters name. */
  readonly paths: ReadonlySet<number>
}

/** A text in which `LIKE` finds itself alone. */
const literal = (text: string): string => `%${text.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`)}%`

/** Whether `LIKE`, which knows capital letters of ASCII alone, and ends at a NUL, finds a text in any case. */
const isPlain = (text: string): boolean => /^[\u0001-\u007f]*$/.test(text)

/** The rows of a table whose text has a part, in any case. */
const rowsWith = (
  connection: Connection,
  { from, text }: { readonly from: string; readonly text: string },
  part: string
): ReadonlyArray<Row> => {
  const all = `SELECT id, ${text} AS text FROM ${from}`
  if (isPlain(part)) return connection.all(`${all} WHERE ${text} LIKE ? ESCAPE '\\'`, literal(part))
  const folded = part.toWellFormed().toLowerCase()
  return connection.all(all).filter((row) => row.text("text").toLowerCase().includes(folded))
}

const idsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<number> => rows.map((row) => row.integer("id"))

const paths = { from: "paths", text: "path" }
const people = { from: "people", text: "name || ' <' || email || '>'" }

/** What stands in every path that a glob matches: the longest run of plain characters that is part of one name. */
const plainest = (glob: string): string =>
  (/^[^[{\\]*/.exec(glob)?.[0] ?? "")
    .split(/[*?/]+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), "")

/** A glob as paths have it: from the root where it names folders, else at any depth; a folder stands for what is in it. */
const anchored = (glob: string): string => {
  const bare = glob.replace(/^\.?\/+/, "").replace(/\/+$/, "/**")
  return glob.includes("/") ? bare : `**/${bare}`
}

const pathsLike = (connection: Connection, pattern: string): ReadonlyArray<number> => {
  const literally = idsOf(rowsWith(connection, paths, pattern))
  if (!hasGlobCharacters(pattern)) return literally
  const matches = compileGlob(anchored(pattern))
  const matching = rowsWith(connection, paths, plainest(pattern)).filter((row) => matches(row.text("text").split("/")))
  return [...literally, ...idsOf(matching)]
}

/** Rows of all paths that one of the patterns matches: any part of a path, in any case, or a glob. */
export const findMatchingPaths = (connection: Connection, patterns: ReadonlyArray<string>): ReadonlySet<number> =>
  new Set(patterns.flatMap((pattern) => pathsLike(connection, pattern)))

/** The row ids as JSON, for `json_each`: any number of them is one value. */
export const jsonIds = (ids: Iterable<number>): string => JSON.stringify([...ids])

/** What the filters ask of a row of `commits`. */
export const buildCondition = (connection: Connection, filters: Filters): Condition => {
  const parts: Array<Pick<Condition, "sql" | "values">> = []
  const add = (sql: string, ...values: ReadonlyArray<SqlValue>) => void parts.push({ sql, values })
  const { author, paths: wanted, repositories, since, tips, until } = filters
  const matched = findMatchingPaths(connection, wanted)
  if (repositories !== undefined) add("commits.repository IN (SELECT value FROM json_each(?))", jsonIds(repositories))
  if (since !== undefined) add("commits.author_time >= ?", since)
  if (until !== undefined) add("commits.author_time <= ?", until)
  if (author !== undefined)
    add("commits.author IN (SELECT value FROM json_each(?))", jsonIds(idsOf(rowsWith(connection, people, author))))
  if (wanted.length > 0)
    add(
      // The plus keeps SQLite from looking each path up for each commit, which takes seconds where many paths match.
      `EXISTS (SELECT 1 FROM changes WHERE "commit" = commits.id AND +path IN (SELECT value FROM json_each(?)))`,
      jsonIds(matched)
    )
  if (tips !== undefined)
    add(`EXISTS (SELECT 1 FROM temp.reached WHERE walk = ? AND "commit" = commits.id)`, walkAncestors(connection, tips))
  return {
    sql: parts.map(({ sql }) => `AND ${sql}`).join(" "),
    values: parts.flatMap(({ values }) => values),
    paths: matched
  }
}
