import { Effect, Result } from "effect"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { search } from "../../src/commitIndex/queries/search.ts"
import type { Database } from "../../src/adapters/sql/Database.ts"
import type { Connection, FileFormat } from "../../src/adapters/sql/Connection.ts"
import { openDatabase } from "../../src/adapters/sql/Database.ts"

/** A search: returns the ids of commits, best first. */
export interface Contender {
  readonly name: string
  readonly find: (query: string) => ReadonlyArray<string>
}

/** Number of results that are scored. */
export const maxResults = 10

export const noFilters = { repositories: undefined, since: undefined, until: undefined, author: undefined, paths: [] }

/** Runs the search for one full page. */
export const ask = (database: Database, query: string, limit: number) =>
  Result.getOrThrow(
    database.use((connection) => search(connection, { query, filters: noFilters, limit, after: undefined }))
  )

export const ours = (database: Database): Contender => ({
  name: "ultragit",
  find: (query) => ask(database, query, maxResults).results.map(({ result }) => result.sha)
})

/** Splits a query into words, for tools without its syntax. */
const wordsOf = (query: string): ReadonlyArray<string> => query.match(/[\p{L}\p{N}_]+/gu) ?? []

const subjectFormat: FileFormat = {
  applicationId: 0x73756274,
  migrations: ["CREATE TABLE ids (id TEXT); CREATE VIRTUAL TABLE subjects USING fts5 (subject)"]
}

const fill = (connection: Connection, directory: string, branch: string): void => {
  const log = execFileSync("git", ["-C", directory, "log", "--format=%H %s", branch], {
    encoding: "utf8",
    maxBuffer: 1 << 30
  })
  for (const line of log.split("\n")) {
    if (line === "") continue
    const at = line.indexOf(" ")
    const row = connection.insert("INSERT INTO ids (id) VALUES (?)", line.slice(0, at))
    connection.run("INSERT INTO subjects (rowid, subject) VALUES (?, ?)", row, line.slice(at + 1))
  }
}

const subjectRows = (connection: Connection, expression: string) =>
  connection
    .all(
      "SELECT ids.id AS id FROM subjects JOIN ids ON ids.rowid = subjects.rowid WHERE subjects MATCH ? ORDER BY rank LIMIT ?",
      expression,
      maxResults
    )
    .map((row) => row.text("id"))

/** Full-text search over subjects with FTS5's ranking: all words, otherwise any word. */
export const subjectsOnly = Effect.fnUntraced(function* (folder: string, directory: string, branch: string) {
  const database = yield* openDatabase({ path: join(folder, "subjects.sqlite3"), format: subjectFormat })
  yield* Effect.fromResult(
    database.transact((connection) => {
      connection.execute("DELETE FROM ids; DELETE FROM subjects")
      fill(connection, directory, branch)
    })
  )
  const find = (query: string) => {
    const words = wordsOf(query).map((word) => `"${word}"`)
    return Result.getOrThrow(
      database.use((connection) => {
        const all = subjectRows(connection, words.join(" AND "))
        return all.length > 0 ? all : subjectRows(connection, words.join(" OR "))
      })
    )
  }
  return { name: "bm25 of subjects", find } satisfies Contender
})

/** `git log --grep`, newest first: all words or any word. */
export const gitLog = (directory: string, branch: string, every: boolean): Contender => ({
  name: every ? "git log --grep, all words" : "git log --grep, any word",
  find: (query) => {
    const words = wordsOf(query).map((word) => `--grep=${word}`)
    const args = [
      "-C",
      directory,
      "log",
      "-i",
      "-F",
      `-${maxResults}`,
      "--format=%H",
      ...(every ? ["--all-match"] : [])
    ]
    return execFileSync("git", [...args, ...words, branch], { encoding: "utf8" })
      .split("\n")
      .filter(Boolean)
  }
})
