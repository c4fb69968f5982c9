import type { Connection } from "../../adapters/sql/Connection.ts"
import { type Leaf } from "../searching/leaves.ts"
import { makeLeafTest } from "../searching/matchTexts.ts"
import { readPostings } from "./postings.ts"

/** How often each blob has what a leaf asks for, by the blob's id; of a phrase, 1 where it has all words. */
export type BlobCounts = Uint32Array

/** Words that are read at once. */
const wordsAtOnce = 20_000
/** Beyond every character of a word. */
const lastCharacter = "\u{10ffff}"

const addPostings = (connection: Connection, word: number, counts: BlobCounts): void => {
  for (const row of connection.all("SELECT data FROM postings WHERE word = ?", word)) {
    readPostings(row.bytes("data"), (blob, count) => {
      if (blob < counts.length) counts[blob] = (counts[blob] ?? 0) + count
    })
  }
}

const findWord = (connection: Connection, word: string): number | undefined =>
  connection.get("SELECT id FROM words WHERE word = ?", word)?.integer("id")

const countWord = (connection: Connection, word: string, length: number): BlobCounts => {
  const counts = new Uint32Array(length)
  const id = findWord(connection, word)
  if (id !== undefined) addPostings(connection, id, counts)
  return counts
}

/** Words that begin with a text, all of them for the empty one. */
const listPrefix = (connection: Connection, prefix: string): ReadonlyArray<number> =>
  connection
    .all("SELECT id FROM words WHERE word >= ? AND word < ?", prefix, `${prefix}${lastCharacter}`)
    .map((row) => row.integer("id"))

/** Words that a leaf asks for, by a look at all words. */
const listMatching = (connection: Connection, isWord: (word: string) => boolean): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let last = 0; ;) {
    const rows = connection.all("SELECT id, word FROM words WHERE id > ? ORDER BY id LIMIT ?", last, wordsAtOnce)
    for (const row of rows) {
      last = row.integer("id")
      if (isWord(row.text("word"))) found.push(last)
    }
    if (rows.length < wordsAtOnce) return found
  }
}

/** Counts what a leaf finds in contents. `length`: one more than the highest id of a blob. */
export const countLeaf = (connection: Connection, leaf: Leaf, length: number): BlobCounts => {
  if (leaf._tag === "Term") return countWord(connection, leaf.text, length)
  const counts = new Uint32Array(length)
  if (leaf._tag === "Phrase") {
    const terms = [...new Set(leaf.terms.map(({ text }) => text))].map((text) => countWord(connection, text, length))
    return counts.map((_, blob) => (terms.every((found) => (found[blob] ?? 0) > 0) ? 1 : 0))
  }
  const words =
    leaf._tag === "Prefix" ? listPrefix(connection, leaf.text) : listMatching(connection, makeLeafTest(leaf).isWord)
  for (const word of words) addPostings(connection, word, counts)
  return counts
}
