/** First byte of an encoded name: 0 means Latin-1, anything else UTF-16, little endian. */
const latin1 = 0
/** Characters that end a segment of a qualified name. */
const separators: ReadonlySet<number> = new Set(Array.from(".#/:\\", (separator) => separator.charCodeAt(0)))

/** FNV-1a hash of the characters after the last separator, from last to first. */
const hashOf = (length: number, characterAt: (at: number) => number): number => {
  let hash = 0x81_1c_9d_c5
  for (let at = length - 1; at >= 0; at -= 1) {
    const character = characterAt(at)
    if (separators.has(character)) break
    hash = Math.imul(hash ^ character, 0x01_00_01_93)
  }
  return hash >>> 0
}

const hashOfName = (name: Buffer): number =>
  name[0] === latin1
    ? hashOf(name.length - 1, (at) => name[at + 1] ?? 0)
    : hashOf((name.length - 1) >>> 1, (at) => name.readUInt16LE(1 + at * 2))

/**
 * Hash table from the last segment of a name to rows; chained, eight to twelve bytes a row. Built without decoding
 * names.
 */
export class WordTable {
  readonly #mask: number
  /** First row of each chain, counted from 1; 0 if the chain is empty. */
  readonly #heads: Uint32Array
  /** Next row in the chain of a row, counted from 1; 0 at the end. */
  readonly #next: Uint32Array

  /** `nameOf` returns the name of a row as encoded in {@link PackedNotes}. */
  constructor(rows: number, nameOf: (row: number) => Buffer) {
    this.#mask = 2 ** Math.ceil(Math.log2(rows + 1)) - 1
    this.#heads = new Uint32Array(this.#mask + 1)
    this.#next = new Uint32Array(rows)
    for (let row = rows - 1; row >= 0; row -= 1) {
      const slot = hashOfName(nameOf(row)) & this.#mask
      this.#next[row] = this.#heads[slot] ?? 0
      this.#heads[slot] = row + 1
    }
  }

  /** Returns rows whose name may end with this word, in ascending order; callers check the names. */
  rowsOf(word: string): ReadonlyArray<number> {
    const rows: Array<number> = []
    const slot = hashOf(word.length, (at) => word.charCodeAt(at)) & this.#mask
    for (let row = this.#heads[slot] ?? 0; row > 0; row = this.#next[row - 1] ?? 0) rows.push(row - 1)
    return rows
  }
}
