import { compile, hasGlob } from "../../config/Glob.ts"
import type { Connection, Value } from "../../sql/Database.ts"

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
}

/** Conditions on `commits`, joined by AND, with their values. */
export interface Condition {
  readonly sql: string
  readonly values: ReadonlyArray<Value>
}

/** A text in which `LIKE` finds itself alone. */
const literal = (text: string): string => `%${text.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`)}%`

/** The longest run of plain characters in a glob, by which most paths are passed over quickly. */
const plainest = (glob: string): string =>
  glob.split(/[*?[\]{}\\,!]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), "")

const pathsLike = (connection: Connection, pattern: string): ReadonlyArray<number> => {
  const isGlob = hasGlob(pattern)
  const needle = isGlob && pattern.includes("{") ? "" : isGlob ? plainest(pattern) : pattern
  const rows = connection.all(`SELECT id, path FROM paths WHERE path LIKE ? ESCAPE '\\'`, literal(needle))
  if (!isGlob) return rows.map((row) => row.integer("id"))
  const matches = compile(pattern.includes("/") ? pattern : `**/${pattern}`)
  return rows.filter((row) => matches(row.text("path").split("/"))).map((row) => row.integer("id"))
}

/** Rows of all paths that one of the patterns matches: a glob where it has glob characters, else any part of a path. */
export const matchingPaths = (connection: Connection, patterns: ReadonlyArray<string>): ReadonlySet<number> =>
  new Set(patterns.flatMap((pattern) => pathsLike(connection, pattern)))

/** The row ids as JSON, for `json_each`: any number of them is one value. */
export const jsonIds = (ids: Iterable<number>): string => JSON.stringify([...ids])

/** What the filters ask of a row of `commits`. */
export const conditionOf = (connection: Connection, filters: Filters): Condition => {
  const parts: Array<Condition> = []
  const add = (sql: string, ...values: ReadonlyArray<Value>) => void parts.push({ sql, values })
  const { author, paths, repositories, since, until } = filters
  if (repositories !== undefined) add("commits.repository IN (SELECT value FROM json_each(?))", jsonIds(repositories))
  if (since !== undefined) add("commits.author_time >= ?", since)
  if (until !== undefined) add("commits.author_time <= ?", until)
  if (author !== undefined)
    add(
      `commits.author IN (SELECT id FROM people WHERE name || ' <' || email || '>' LIKE ? ESCAPE '\\')`,
      literal(author)
    )
  if (paths.length > 0)
    add(
      `EXISTS (SELECT 1 FROM changes WHERE "commit" = commits.id AND path IN (SELECT value FROM json_each(?)))`,
      jsonIds(matchingPaths(connection, paths))
    )
  return {
    sql: parts.map(({ sql }) => `AND ${sql}`).join(" "),
    values: parts.flatMap(({ values }) => values)
  }
}
