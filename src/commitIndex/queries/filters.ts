import { compileGlob, hasGlobCharacters } from "../../config/Glob.ts"
import type { Connection, SqlValue } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { type Tip, walkAncestors } from "./branch.ts"

/** Filters of a query, with repositories and branches resolved. */
export interface Filters {
  /** Row ids of repositories; undefined means all. */
  readonly repositories: ReadonlyArray<number> | undefined
  /** Whether nothing of other repositories may show, such as that they have a word. */
  readonly isLimited?: boolean
  /** Range of author dates in Unix seconds, inclusive. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** Substring of `Name <email>`, ignoring case. */
  readonly author: string | undefined
  /** Path substrings, ignoring case, or globs. A commit matches if it changed a matching path. */
  readonly paths: ReadonlyArray<string>
  /** Only commits reachable from these tips; undefined means all. */
  readonly tips?: ReadonlyArray<Tip>
}

/** SQL conditions on `commits`, each preceded by AND, with their values. */
export interface Condition {
  readonly sql: string
  readonly values: ReadonlyArray<SqlValue>
  /** Row ids of the paths that match the path filters. */
  readonly paths: ReadonlySet<number>
}

/** Escapes a text for `LIKE` and matches it anywhere. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`)}%`

/** Whether `LIKE` matches a text ignoring case: it folds only ASCII letters and stops at NUL. */
const isLikeSafe = (text: string): boolean => /^[\u0001-\u007f]*$/.test(text)

/** Finds the rows of a table whose text contains `part`, ignoring case. */
const findRowsContaining = (
  connection: Connection,
  { from, text }: { readonly from: string; readonly text: string },
  part: string
): ReadonlyArray<Row> => {
  const all = `SELECT id, ${text} AS text FROM ${from}`
  if (isLikeSafe(part)) return connection.all(`${all} WHERE ${text} LIKE ? ESCAPE '\\'`, likePattern(part))
  const folded = part.toWellFormed().toLowerCase()
  return connection.all(all).filter((row) => row.text("text").toLowerCase().includes(folded))
}

const idsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<number> => rows.map((row) => row.integer("id"))

const paths = { from: "paths", text: "path" }
const people = { from: "people", text: "name || ' <' || email || '>'" }

/** Returns the longest literal substring of a glob within one path segment; every matching path contains it. */
const longestLiteral = (glob: string): string =>
  glob
    .slice(0, glob.search(/[[{\\]|$/))
    .split(/[*?/]+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), "")

/** Anchors a glob at the root if it contains a slash, else at any depth. A trailing slash matches everything inside. */
const anchorGlob = (glob: string): string => {
  const bare = glob.replace(/^\.?\/+/, "").replace(/\/+$/, "/**")
  return glob.includes("/") ? bare : `**/${bare}`
}

const findPaths = (connection: Connection, pattern: string): ReadonlyArray<number> => {
  const literally = idsOf(findRowsContaining(connection, paths, pattern))
  if (!hasGlobCharacters(pattern)) return literally
  const matches = compileGlob(anchorGlob(pattern))
  const matching = findRowsContaining(connection, paths, longestLiteral(pattern)).filter((row) =>
    matches(row.text("text").split("/"))
  )
  return [...literally, ...idsOf(matching)]
}

/** Finds the row ids of all paths that match a pattern: a substring ignoring case, or a glob. */
export const findMatchingPaths = (connection: Connection, patterns: ReadonlyArray<string>): ReadonlySet<number> =>
  new Set(patterns.flatMap((pattern) => findPaths(connection, pattern)))

/** Encodes row ids as JSON for `json_each`, which binds any number of them as one value. */
export const jsonIds = (ids: Iterable<number>): string => JSON.stringify([...ids])

/** Builds the SQL conditions of the filters. */
export const buildCondition = (connection: Connection, filters: Filters): Condition => {
  const parts: Array<Pick<Condition, "sql" | "values">> = []
  const add = (sql: string, ...values: ReadonlyArray<SqlValue>) => void parts.push({ sql, values })
  const { author, paths: patterns, repositories, since, tips, until } = filters
  const matched = findMatchingPaths(connection, patterns)
  if (repositories !== undefined) add("commits.repository IN (SELECT value FROM json_each(?))", jsonIds(repositories))
  if (since !== undefined) add("commits.author_time >= ?", since)
  if (until !== undefined) add("commits.author_time <= ?", until)
  if (author !== undefined)
    add(
      "commits.author IN (SELECT value FROM json_each(?))",
      jsonIds(idsOf(findRowsContaining(connection, people, author)))
    )
  if (patterns.length > 0)
    add(
      // The plus disables the index on `path`: probing it for each commit takes seconds when many paths match.
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
