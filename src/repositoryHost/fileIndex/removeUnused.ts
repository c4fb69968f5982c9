import { Effect, Option } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { decodeFiles } from "./commitFiles.ts"
import { packPostings, type Postings, readPostings } from "./postings.ts"

/** When postings are merged: if there are so many segments, or so large a part of the blobs is in no commit. */
const maxSegments = 48
const maxUnusedPart = 0.5
/** Words whose postings are merged in one transaction. */
const wordsAtOnce = 5000

const removeCommits = (connection: Connection, kept: ReadonlySet<string>): void => {
  for (const row of connection.all("SELECT id FROM commits")) {
    const id = row.bytes("id")
    if (!kept.has(Buffer.from(id).toString("hex"))) connection.run("DELETE FROM commits WHERE id = ?", id)
  }
}

const listUsed = (connection: Connection): ReadonlySet<number> => {
  const ids = connection.all("SELECT id FROM commits").map((row) => row.bytes("id"))
  const files = ids.flatMap((id) => {
    const text = connection.get("SELECT files FROM commits WHERE id = ?", id)?.text("files")
    return Option.toArray(decodeFiles(text ?? ""))
  })
  return new Set(files.flatMap(({ blobs }) => blobs.filter((blob) => blob !== 0)))
}

/** Merges the postings of one word into one segment, without blobs that are not used. */
const mergeWord = (connection: Connection, word: number, used: ReadonlySet<number>): void => {
  const merged: Postings = { blobs: [], counts: [] }
  for (const row of connection.all("SELECT data FROM postings WHERE word = ? ORDER BY segment", word)) {
    readPostings(row.bytes("data"), (blob, count) => {
      if (!used.has(blob)) return
      merged.blobs.push(blob)
      merged.counts.push(count)
    })
  }
  connection.run("DELETE FROM postings WHERE word = ?", word)
  if (merged.blobs.length === 0) connection.run("DELETE FROM words WHERE id = ?", word)
  else connection.run("INSERT INTO postings (word, segment, data) VALUES (?, 1, ?)", word, packPostings(merged))
}

/** Lists the blobs that no commit has. */
const listUnused = (connection: Connection, used: ReadonlySet<number>): ReadonlyArray<number> =>
  connection
    .all("SELECT id FROM blobs")
    .map((row) => row.integer("id"))
    .filter((id) => !used.has(id))

/** Hides unused blobs before their words are removed, so that a commit that has such content again does not find it without them. */
const hideUnused = (connection: Connection, used: ReadonlySet<number>): void => {
  for (const id of listUnused(connection, used)) {
    connection.run("UPDATE blobs SET oid = ? WHERE id = ?", Buffer.from(`unused ${id}`), id)
  }
}

/** Removes unused blobs, last of all: while a posting names one, no other blob may get its id. */
const removeBlobs = (connection: Connection, used: ReadonlySet<number>): void => {
  for (const id of listUnused(connection, used)) connection.run("DELETE FROM blobs WHERE id = ?", id)
}

const isWorthMerging = (connection: Connection, used: ReadonlySet<number>): boolean => {
  const segments = connection.integer("last", "SELECT coalesce(max(segment), 0) AS last FROM postings")
  const blobs = connection.integer("count", "SELECT count(*) AS count FROM blobs")
  return segments > maxSegments || (blobs - used.size >= blobs * maxUnusedPart && blobs > used.size)
}

/** Removes the commits that are not kept, and the contents that only they had once these are worth a merge of postings. */
export const removeUnused = Effect.fnUntraced(function* (database: Database, kept: ReadonlySet<string>) {
  yield* Effect.fromResult(database.transact((connection) => removeCommits(connection, kept)))
  const used = yield* Effect.fromResult(database.use(listUsed))
  if (!(yield* Effect.fromResult(database.use((connection) => isWorthMerging(connection, used))))) return
  yield* Effect.fromResult(database.transact((connection) => hideUnused(connection, used)))
  for (let last = 0; ;) {
    const words = yield* Effect.fromResult(
      database.transact((connection) => {
        const ids = connection
          .all("SELECT id FROM words WHERE id > ? ORDER BY id LIMIT ?", last, wordsAtOnce)
          .map((row) => row.integer("id"))
        for (const id of ids) mergeWord(connection, id, used)
        return ids
      })
    )
    const end = words.at(-1)
    if (end === undefined) break
    last = end
    yield* Effect.yieldNow
  }
  yield* Effect.fromResult(database.transact((connection) => removeBlobs(connection, used)))
})
