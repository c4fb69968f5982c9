import { Effect } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { packPostings, type Postings } from "./postings.ts"
import { type BlobState, toIdBytes } from "./schema.ts"

/** Most postings of one segment, and most ids of words that are kept in memory. */
const maxPostings = 1_000_000
const maxKeptWords = 500_000

/** Collects blobs with their words, and writes many at once. */
export const makeBlobWriter = (database: Database) => {
  const wordIds = new Map<string, number>()
  const blobs: Array<{ readonly id: number; readonly oid: string; readonly state: BlobState }> = []
  const words = new Map<string, Postings>()
  let postings = 0
  let nextId: number | undefined

  const wordId = (connection: Connection, word: string): number => {
    const known = wordIds.get(word)
    if (known !== undefined) return known
    const found = connection.get("SELECT id FROM words WHERE word = ?", word)?.integer("id")
    const id = found ?? connection.insert("INSERT INTO words (word) VALUES (?)", word)
    wordIds.set(word, id)
    return id
  }

  const writeAll = (connection: Connection): void => {
    for (const { id, oid, state } of blobs) {
      connection.run("INSERT INTO blobs (id, oid, state) VALUES (?, ?, ?)", id, toIdBytes(oid), state)
    }
    const segment = connection.integer("next", "SELECT coalesce(max(segment), 0) + 1 AS next FROM postings")
    for (const [word, found] of words) {
      const data = packPostings(found)
      const insert = "INSERT INTO postings (word, segment, data) VALUES (?, ?, ?)"
      connection.run(insert, wordId(connection, word), segment, data)
    }
  }

  /** Writes what was collected. */
  const flush: Effect.Effect<void, SqlError> = Effect.suspend(() => {
    if (blobs.length === 0) return Effect.void
    const written = database.transact(writeAll)
    blobs.length = 0
    words.clear()
    postings = 0
    // Ids of a transaction that failed are not in the database.
    if (written._tag === "Failure" || wordIds.size > maxKeptWords) wordIds.clear()
    return Effect.fromResult(written)
  })

  const readNextId = Effect.suspend(() =>
    Effect.fromResult(
      database.use((connection) => connection.integer("next", "SELECT coalesce(max(id), 0) + 1 AS next FROM blobs"))
    )
  )

  /** Prepares for blobs: only one writer may give them ids. */
  const start = Effect.map(readNextId, (next) => {
    nextId = next
  })

  /** Adds a blob to what is written next. */
  const add = (oid: string, state: BlobState, counts: ReadonlyMap<string, number>): void => {
    const id = nextId ?? 1
    nextId = id + 1
    blobs.push({ id, oid, state })
    postings += counts.size
    for (const [word, count] of counts) {
      const found = words.get(word) ?? { blobs: [], counts: [] }
      words.set(word, found)
      found.blobs.push(id)
      found.counts.push(count)
    }
  }

  return { start, add, flush, flushIfLarge: Effect.suspend(() => (postings < maxPostings ? Effect.void : flush)) }
}

/** Collects blobs with their words. */
export type BlobWriter = ReturnType<typeof makeBlobWriter>
