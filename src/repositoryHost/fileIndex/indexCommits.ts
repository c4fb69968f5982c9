import { Effect, Result } from "effect"
import type { Content } from "../../adapters/git/bare/BareAnswers.ts"
import { BareGit } from "../../adapters/git/bare/BareGit.ts"
import type { TreeEntry } from "../../adapters/git/TreeEntry.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { WorkProgress } from "../../domain/WorkProgress.ts"
import type { IndexedCommit, IndexOutcome } from "./answers.ts"
import { countWords, isBinary } from "./countWords.ts"
import { removeUnused } from "./removeUnused.ts"
import { blobStates, toIdBytes } from "./schema.ts"
import { type BlobWriter, makeBlobWriter } from "./writeBlobs.ts"

/** Largest content that is indexed, how many are read by one process, and how many repositories at once. */
const maxBytes = 16 * 1024 * 1024
const blobsAtOnce = 500
const repositoriesAtOnce = 16

/** A commit with its files. */
interface Listed extends IndexedCommit {
  readonly files: ReadonlyArray<TreeEntry>
}

/** What git searches: it does not follow links. */
const isSearched = ({ kind }: TreeEntry): boolean => kind === "file" || kind === "executable"

const toCommitId = ({ commit, directory }: IndexedCommit) => ({ directory, commit: ObjectId.make(commit) })

const findBlob = (connection: Connection, oid: string): number | undefined =>
  connection.get("SELECT id FROM blobs WHERE oid = ?", toIdBytes(oid))?.integer("id")

const addContent = (writer: BlobWriter, oid: string, content: Content): void => {
  if (content._tag === "TooLarge") writer.add(oid, blobStates.tooLarge, new Map())
  if (content._tag !== "Found") return
  if (isBinary(content.bytes)) writer.add(oid, blobStates.binary, new Map())
  else writer.add(oid, blobStates.text, countWords(content.bytes))
}

/** Reads the contents of repositories that the index lacks; one by one where one process cannot see them all. */
const addBlobs = Effect.fnUntraced(function* (database: Database, writer: BlobWriter, listed: ReadonlyArray<Listed>) {
  const git = yield* BareGit
  // What another attempt has read.
  yield* writer.flush
  const all = new Set(listed.flatMap(({ files }) => files.filter(isSearched).map(({ id }) => id)))
  const unknown = yield* Effect.fromResult(
    database.use((connection) => [...all].filter((oid) => findBlob(connection, oid) === undefined))
  )
  const take = (oid: string, content: Content): void => addContent(writer, oid, content)
  for (let start = 0; start < unknown.length; start += blobsAtOnce) {
    const ids = unknown.slice(start, start + blobsAtOnce)
    const isRead = yield* git.blobs(listed.map(toCommitId), ids, maxBytes, take)
    if (!isRead) return false
    yield* writer.flushIfLarge
  }
  yield* writer.flush
  return true
})

/** The files of a commit: their paths, and the blobs of those that are searched. Undefined if a blob is missing. */
const toFiles = (connection: Connection, { files }: Listed): string | undefined => {
  const paths: Array<string> = []
  const blobs: Array<number> = []
  for (const entry of files) {
    if (entry.kind === "submodule") continue
    const blob = isSearched(entry) ? findBlob(connection, entry.id) : 0
    if (blob === undefined) return undefined
    paths.push(entry.path)
    blobs.push(blob)
  }
  return JSON.stringify({ paths, blobs })
}

const writeCommit = (connection: Connection, listed: Listed): boolean => {
  const files = toFiles(connection, listed)
  if (files === undefined) return false
  const insert = "INSERT INTO commits (id, files) VALUES (?, ?) ON CONFLICT DO NOTHING"
  connection.run(insert, toIdBytes(listed.commit), files)
  return true
}

/** Indexes repositories together, or one by one where that fails because one of them is broken. */
const addGroup = Effect.fnUntraced(function* (database: Database, writer: BlobWriter, group: ReadonlyArray<Listed>) {
  const skipped: Array<IndexOutcome["skipped"][number]> = []
  const byLength = [...Map.groupBy(group, ({ commit }) => commit.length).values()]
  for (const some of byLength) {
    const isTogether = yield* addBlobs(database, writer, some).pipe(
      Effect.catchTag("GitError", () => Effect.succeed(false))
    )
    for (const one of isTogether ? [] : some) {
      yield* addBlobs(database, writer, [one]).pipe(
        Effect.catchTag("GitError", ({ message }) =>
          Effect.sync(() => skipped.push({ repository: one.repository, reason: message }))
        )
      )
    }
  }
  const failed = new Set(skipped.map(({ repository }) => repository))
  for (const listed of group.filter(({ repository }) => !failed.has(repository))) {
    const isWhole = yield* Effect.fromResult(database.transact((connection) => writeCommit(connection, listed)))
    if (!isWhole) skipped.push({ repository: listed.repository, reason: "some of its objects are missing" })
  }
  return skipped
})

const listFiles = Effect.fnUntraced(function* (commit: IndexedCommit) {
  const git = yield* BareGit
  const files = yield* git.files(commit.directory, commit.commit)
  return { ...commit, files }
})

const listGroup = Effect.fnUntraced(function* (group: ReadonlyArray<IndexedCommit>) {
  const outcomes = yield* Effect.forEach(group, (commit) => Effect.result(listFiles(commit)), { concurrency: 4 })
  const listed = outcomes.flatMap((outcome): ReadonlyArray<Listed> =>
    Result.isSuccess(outcome) ? [outcome.success] : []
  )
  const skipped = outcomes.flatMap((outcome: Result.Result<Listed, GitError>, at) =>
    Result.isFailure(outcome) ? [{ repository: group[at]?.repository ?? "", reason: outcome.failure.message }] : []
  )
  return { listed, skipped }
})

const countRows = (database: Database, table: "blobs" | "commits") =>
  Effect.fromResult(database.use((connection) => connection.integer("count", `SELECT count(*) AS count FROM ${table}`)))

/** Brings the index to these commits: adds those that it lacks and forgets all others. */
export const indexCommits = Effect.fnUntraced(function* (database: Database, commits: ReadonlyArray<IndexedCommit>) {
  const report = yield* WorkProgress
  const missing = yield* Effect.fromResult(
    database.use((connection) =>
      commits.filter(
        ({ commit }) => connection.get("SELECT 1 FROM commits WHERE id = ?", toIdBytes(commit)) === undefined
      )
    )
  )
  const writer = makeBlobWriter(database)
  yield* writer.start
  const filesBefore = yield* countRows(database, "blobs")
  const commitsBefore = yield* countRows(database, "commits")
  const skipped: Array<IndexOutcome["skipped"][number]> = []
  for (let start = 0; start < missing.length; start += repositoriesAtOnce) {
    yield* report({ done: start, total: missing.length, counted: "repositories" })
    const found = yield* listGroup(missing.slice(start, start + repositoriesAtOnce))
    skipped.push(...found.skipped, ...(yield* addGroup(database, writer, found.listed)))
  }
  const addedFiles = (yield* countRows(database, "blobs")) - filesBefore
  const addedCommits = (yield* countRows(database, "commits")) - commitsBefore
  yield* removeUnused(database, new Set(commits.map(({ commit }) => commit)))
  const outcome: IndexOutcome = {
    commits: yield* countRows(database, "commits"),
    addedCommits,
    addedFiles,
    skipped
  }
  return outcome
})
