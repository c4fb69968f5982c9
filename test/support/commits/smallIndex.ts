import { Effect, Result, type Scope } from "effect"
import { join } from "node:path"
import { zstdCompressSync } from "node:zlib"
import type { Filters } from "../../../src/commitIndex/queries/filters.ts"
import { search, type SearchPosition } from "../../../src/commitIndex/queries/search.ts"
import { extractChangedLines, splitPatch } from "../../../src/commitIndex/model/patchText.ts"
import { indexFormat, patchStates } from "../../../src/commitIndex/store/schema.ts"
import { writeMessageWords, writeSearchWords } from "../../../src/commitIndex/store/words.ts"
import type { SearchResult } from "../../../src/commitIndex/model/answers.ts"
import type { Database } from "../../../src/adapters/sql/Database.ts"
import type { Connection } from "../../../src/adapters/sql/Connection.ts"
import { openDatabase } from "../../../src/adapters/sql/Database.ts"
import { makeFolder } from "../TemporaryRepository.ts"

/** A commit as a test writes it down; what it leaves out is empty. */
export interface Entry {
  readonly subject: string
  readonly body?: string
  readonly why?: string
  /** Lines that each file's change adds or removes, with their sign. */
  readonly changes?: Readonly<Record<string, ReadonlyArray<string>>>
  /** Seconds since 1970. */
  readonly time?: number
  readonly repo?: string
  /** Its id as a number; the place among the others, from 1 on. */
  readonly id?: number
}

/** A patch as git writes it. */
export const patchText = (changes: Readonly<Record<string, ReadonlyArray<string>>>): string =>
  Object.entries(changes)
    .map(([path, lines]) => {
      const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,3 +1,3 @@ place\n`
      return `${head} same\n${lines.map((line) => `${line}\n`).join("")} same\n`
    })
    .join("")

const repositoryOf = (connection: Connection, name: string): number =>
  connection.get("SELECT id FROM repositories WHERE name = ?", name)?.integer("id") ??
  connection.insert("INSERT INTO repositories (name, directory, options) VALUES (?, '/', '{}')", name)

const pathOf = (connection: Connection, path: string): number =>
  connection.get("SELECT id FROM paths WHERE path = ?", path)?.integer("id") ??
  connection.insert("INSERT INTO paths (path) VALUES (?)", path)

/** Writes commits in the order in which they stand. */
export const writeEntries = (connection: Connection, entries: ReadonlyArray<Entry>): void => {
  connection.run("INSERT OR IGNORE INTO people (id, name, email) VALUES (1, 'Ann', 'ann@example.org')")
  entries.forEach((entry, place) => {
    const { body = null, changes = {}, id: number = place + 1, repo = "one", subject, why = "" } = entry
    const id = connection.insert(
      `INSERT INTO commits (repository, oid, parents, author, committer, author_time, commit_time, subject, body, patch_state)
       VALUES (?, ?, x'', 1, 1, ?, 0, ?, ?, ?)`,
      repositoryOf(connection, repo),
      Buffer.from(number.toString(16).padStart(40, "0"), "hex"),
      entry.time ?? 1_700_000_000 + number - 1,
      subject,
      body,
      patchStates.kept
    )
    const patch = Buffer.from(patchText(changes))
    const paths = Object.keys(changes)
    for (const path of paths) {
      connection.run(`INSERT INTO changes (path, "commit", status) VALUES (?, ?, 'M')`, pathOf(connection, path), id)
    }
    connection.run(
      `INSERT INTO patches ("commit", bytes, compressed) VALUES (?, ?, ?)`,
      id,
      patch.length,
      zstdCompressSync(patch)
    )
    if (why !== "") {
      connection.run(`INSERT INTO annotations ("commit", note, intent, why) VALUES (?, x'00', ?, ?)`, id, why, why)
    }
    const lines = splitPatch(patch).flatMap((file) => extractChangedLines(file).map((line) => line.slice(1)))
    const said = { id, subject, body, why, paths }
    writeMessageWords(connection, said)
    writeSearchWords(connection, said, lines.join("\n"))
  })
}

/** An index of these commits, in a file of its own. */
export const indexWith = (entries: ReadonlyArray<Entry>): Effect.Effect<Database, never, Scope.Scope> =>
  makeFolder.pipe(
    Effect.flatMap((folder) => openDatabase({ path: join(folder, "index.sqlite3"), format: indexFormat })),
    Effect.tap((database) => Effect.fromResult(database.transact((connection) => writeEntries(connection, entries)))),
    Effect.orDie
  )

export const noFilters: Filters = {
  repositories: undefined,
  since: undefined,
  until: undefined,
  author: undefined,
  paths: []
}

/** A page of results, and where the next begins. */
interface Found {
  readonly results: ReadonlyArray<SearchResult>
  readonly next: SearchPosition | undefined
}

/** Runs a search; throws on any SQLite error. */
export const found = (
  database: Database,
  query: string,
  options: {
    readonly limit?: number
    readonly filters?: Partial<Filters>
    readonly after?: SearchPosition | undefined
  } = {}
): Found => {
  const { after, filters, limit = 20 } = options
  const question = { query, filters: { ...noFilters, ...filters }, limit, after }
  const { hasMore, results } = Result.getOrThrow(database.use((connection) => search(connection, question)))
  return { results: results.map(({ result }) => result), next: hasMore ? results.at(-1)?.position : undefined }
}

export const subjects = (page: Found): ReadonlyArray<string> => page.results.map(({ subject }) => subject)
