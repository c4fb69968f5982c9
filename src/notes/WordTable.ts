/** How a name is written: its first byte; another one means UTF-16, little endian. */
const latin1 = 0
/** Characters that end a segment of a qualified name. */
const separators: ReadonlySet<number> = new Set(Array.from(".#/:\\", (separator) => separator.charCodeAt(0)))

/** FNV-1a over the characters after the last separator, the last one first. */
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
 * Finds rows by the last segment of a name: chains of rows with equal hashes, eight to twelve bytes a row. Names are never
 * decoded to build it.
 */
export class WordTable {
  readonly #mask: number
  /** The first row of each chain, counted from 1; 0: none. */
  readonly #heads: Uint32Array
  /** The next row of a row's chain. */
  readonly #next: Uint32Array

  /** `nameOf`: the name of a row as {@link PackedNotes} has it, in bytes. */
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

  /** Rows whose name may end with this word, in ascending order. */
  rowsOf(word: string): ReadonlyArray<number> {
    const rows: Array<number> = []
    const slot = hashOf(word.length, (at) => word.charCodeAt(at)) & this.#mask
    for (let row = this.#heads[slot] ?? 0; row > 0; row = this.#next[row - 1] ?? 0) rows.push(row - 1)
    return rows
  }
}
