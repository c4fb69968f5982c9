import { DatabaseSync } from "node:sqlite"
import { hash } from "node:crypto"
import { zstdDecompressSync } from "node:zlib"
import { questions } from "../../../test/support/commits/digest.ts"

/** The content of an index by kind: the number of rows and the sum of their hashes, independent of their order. */
export type Fingerprint = ReadonlyMap<string, string>

/** Hashes a text to 52 bits (cyrb53). */
const hashOf = (text: string): number => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 2_654_435_761)
    b = Math.imul(b ^ unit, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return 2 ** 20 * (b >>> 0) + (a >>> 12)
}

/** Hashes three numbers, including their upper halves. */
const mixed = (a: number, b: number, c: number): number => {
  let state = Math.imul((a | 0) ^ (a / 2 ** 32), 2_246_822_507)
  state = Math.imul(state ^ (state >>> 15) ^ (b | 0) ^ (b / 2 ** 32), 3_266_489_909)
  state = Math.imul(state ^ (state >>> 13) ^ c, 2_246_822_507)
  return (state ^ (state >>> 16)) >>> 0
}

const summing = () => {
  let rows = 0
  let sum = 0n
  let small = 0
  return {
    add: (value: number) => {
      rows += 1
      small += value
      if (small < 2 ** 52) return
      sum += BigInt(small)
      small = 0
    },
    text: () => `${rows} rows, ${((sum + BigInt(small)) % 2n ** 64n).toString(16)}`
  }
}

/** Reads each word of each commit with its position: a hundred million rows in a large index. */
const wordsIn = (file: DatabaseSync, table: string, names: ReadonlyMap<number, number>): string => {
  // The fourth letter identifies the column; reading numbers is much faster than reading names.
  const rows = file.prepare(`SELECT term, doc, offset * 128 + coalesce(unicode(substr(col, 4)), 0) FROM temp.${table}`)
  rows.setReturnArrays(true)
  const sum = summing()
  let last: unknown
  let term = 0
  for (const row of rows.iterate()) {
    // The query returns only numbers, but the types do not say so.
    if (!Array.isArray(row)) continue
    const [word, doc, place]: ReadonlyArray<unknown> = row
    if (word !== last) term = hashOf(String(word))
    last = word
    sum.add(mixed(term, names.get(Number(doc)) ?? 1, Number(place)))
  }
  return sum.text()
}

const named = `SELECT commits.id AS id, repositories.name || ' ' || lower(hex(oid)) AS name
  FROM commits JOIN repositories ON repositories.id = commits.repository`

/** Computes the fingerprint of an index without loading it into memory. */
export const fingerprintOf = (path: string): Fingerprint => {
  const file = new DatabaseSync(path)
  const found = new Map<string, string>()
  for (const [kind, sql] of Object.entries(questions)) {
    if (sql.includes("temp.")) continue
    const sum = summing()
    for (const row of file.prepare(sql).iterate()) sum.add(hashOf(JSON.stringify(Object.values(row))))
    found.set(kind, sum.text())
  }
  const patches = summing()
  for (const { bytes, compressed, name } of file
    .prepare(`SELECT named.name, bytes, compressed FROM patches LEFT JOIN (${named}) AS named ON named.id = "commit"`)
    .iterate()) {
    const text = compressed instanceof Uint8Array ? zstdDecompressSync(compressed) : "none"
    patches.add(hashOf(JSON.stringify([name, bytes, hash("sha256", text)])))
  }
  found.set("patches", patches.text())
  const names = new Map<number, number>()
  for (const { id, name } of file.prepare(named).iterate()) names.set(Number(id), hashOf(String(name)))
  for (const table of ["search", "messages"]) {
    file.exec(`CREATE VIRTUAL TABLE temp.${table}_words USING fts5vocab(main, ${table}, instance)`)
    found.set(`words of ${table}`, wordsIn(file, `${table}_words`, names))
  }
  file.close()
  return found
}

/** Lists the kinds in which two indexes differ, with both values. */
export const differences = (a: Fingerprint, b: Fingerprint): ReadonlyArray<string> =>
  [...new Set([...a.keys(), ...b.keys()])]
    .filter((kind) => a.get(kind) !== b.get(kind))
    .map((kind) => `${kind}: ${a.get(kind) ?? "none"} / ${b.get(kind) ?? "none"}`)
