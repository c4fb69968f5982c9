import { Option } from "effect"
import { ObjectId } from "../../domain/ObjectId.ts"
import { WordTable } from "../WordTable.ts"

/** What a note may say of a file. */
export type Kind = "regions" | "dependencies" | "concerns"

/**
 * The columns of a row, after the file it is about: the note first, by position. Regions: region, anchor. Dependencies:
 * region, dependency, file and anchor of the dependent, anchor. Concerns: concern, anchor. Names by number.
 */
export const widths: Readonly<Record<Kind, number>> = { regions: 3, dependencies: 6, concerns: 3 }
/** Columns of a row that hold names. */
const nameColumns: Readonly<Record<Kind, ReadonlyArray<number>>> = {
  regions: [2],
  dependencies: [3, 4, 5],
  concerns: [2]
}
export const kinds: ReadonlyArray<Kind> = ["regions", "dependencies", "concerns"]
/** Note, field and detail of a problem. */
export const problemWidth = 3

/** Also tells numbers of another byte order apart. Goes up with the layout. */
export const magic = 0x75_6e_01_02
/** Magic, bytes of an id, notes, names, bytes of names, problems; then files and rows of each kind. */
export const headerWords = 12
/** How a name is written: its first byte. */
export const latin1 = 0

/** Files that are searched for before a map of all of them is made. */
const searchesThatPay = 128
/** Names kept as strings: many rows have the same few. */
const keptNames = 16_384

interface Table {
  readonly width: number
  /** Files by number of name, in the order of their names. */
  readonly files: Uint32Array
  /** Where each file's rows end. */
  readonly ends: Uint32Array
  /** By file, then by note, then in the note's order. */
  readonly rows: Uint32Array
}

/** Rows of a kind, from one up to before another. */
export interface Range {
  readonly start: number
  readonly end: number
}

const headerOf = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, headerWords)

const isAscending = (ends: Uint32Array, last: number): boolean =>
  ends.every((end, index) => end >= (ends[index - 1] ?? 0)) && (ends.at(-1) ?? 0) === last

const allBelow = (rows: Uint32Array, width: number, column: number, limit: number): boolean => {
  for (let at = column; at < rows.length; at += width) if ((rows[at] ?? limit) >= limit) return false
  return true
}

/** Takes one section after the other. */
const makeCutter = (bytes: Uint8Array) => {
  let at = headerWords * 4
  return {
    bytes: (length: number) => bytes.subarray(at, (at += length)),
    words: (length: number) => {
      const start = bytes.byteOffset + at
      at += length * 4
      return new Uint32Array(bytes.buffer, start, length)
    }
  }
}

/**
 * Notes and what they speak of, in one run of bytes that is searched as it is: no object for each note. Never changes.
 * Notes are numbered in the order of their commits.
 */
export class PackedNotes {
  /** All of it; begins at a multiple of four. */
  readonly bytes: Uint8Array
  readonly size: number
  readonly #idBytes: number
  readonly #commits: Buffer
  readonly #blobs: Buffer
  readonly #nameEnds: Uint32Array
  readonly #names: Buffer
  readonly #problems: Uint32Array
  readonly #tables: Readonly<Record<Kind, Table>>
  readonly #decoded = new Map<number, string>()
  /** Positions of the files. */
  readonly #places: Readonly<Record<Kind, Map<string, number>>> = {
    regions: new Map(),
    dependencies: new Map(),
    concerns: new Map()
  }
  #searches = 0
  #words: WordTable | undefined

  private constructor(bytes: Uint8Array) {
    const [, idBytes = 0, notes = 0, names = 0, nameBytes = 0, problems = 0, ...counts] = headerOf(bytes)
    const cut = makeCutter(bytes)
    const buffer = (length: number): Buffer => {
      const part = cut.bytes(length)
      return Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    }
    const table = (kind: Kind, position: number): Table => {
      const files = counts[position * 2] ?? 0
      const width = widths[kind]
      const rows = (counts[position * 2 + 1] ?? 0) * width
      return { width, files: cut.words(files), ends: cut.words(files), rows: cut.words(rows) }
    }
    this.bytes = bytes
    this.size = notes
    this.#idBytes = idBytes
    this.#commits = buffer(notes * idBytes)
    this.#blobs = buffer(notes * idBytes)
    this.#nameEnds = cut.words(names)
    this.#problems = cut.words(problems * problemWidth)
    this.#tables = {
      regions: table("regions", 0),
      dependencies: table("dependencies", 1),
      concerns: table("concerns", 2)
    }
    this.#names = buffer(nameBytes)
  }

  static readonly empty = new PackedNotes(
    new Uint8Array(Uint32Array.of(magic, 20, ...Array.from({ length: headerWords - 2 }, () => 0)).buffer)
  )

  /** Takes bytes for what they say they are; none where they cannot be that. Copied where they do not begin at a word. */
  static decode(given: Uint8Array): Option.Option<PackedNotes> {
    const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given)
    if (bytes.length < headerWords * 4) return Option.none()
    const [first, idBytes = 0] = headerOf(bytes)
    if (first !== magic || (idBytes !== 20 && idBytes !== 32)) return Option.none()
    if (lengthOf(headerOf(bytes)) !== bytes.length) return Option.none()
    const packed = new PackedNotes(bytes)
    return packed.#isSound() ? Option.some(packed) : Option.none()
  }

  #isSound(): boolean {
    const names = this.#nameEnds.length
    const isTable = (kind: Kind): boolean => {
      const { ends, files, rows, width } = this.#tables[kind]
      return (
        isAscending(ends, rows.length / width) &&
        allBelow(files, 1, 0, names) &&
        allBelow(rows, width, 0, this.size) &&
        nameColumns[kind].every((column) => allBelow(rows, width, column, names))
      )
    }
    return (
      isAscending(this.#nameEnds, this.#names.length) &&
      allBelow(this.#problems, problemWidth, 0, this.size) &&
      [1, 2].every((column) => allBelow(this.#problems, problemWidth, column, names)) &&
      kinds.every(isTable)
    )
  }

  commit(note: number): ObjectId {
    return ObjectId.make(this.#commits.toString("hex", note * this.#idBytes, (note + 1) * this.#idBytes))
  }
  blob(note: number): ObjectId {
    return ObjectId.make(this.#blobs.toString("hex", note * this.#idBytes, (note + 1) * this.#idBytes))
  }
  name(number: number): string {
    const known = this.#decoded.get(number)
    if (known !== undefined) return known
    if (this.#decoded.size >= keptNames) this.#decoded.clear()
    const name = this.#decode(number)
    this.#decoded.set(number, name)
    return name
  }
  /** A name as it is written: how in the first byte, then its characters. */
  #encoded(number: number): Buffer {
    const start = this.#nameEnds[number - 1] ?? 0
    return this.#names.subarray(start, this.#nameEnds[number] ?? start)
  }
  #decode(number: number): string {
    const name = this.#encoded(number)
    return name.toString(name[0] === latin1 ? "latin1" : "utf16le", 1)
  }

  /** The first note whose commit is not before these bytes; `size` when there is none. */
  #from(id: Buffer): number {
    let low = 0
    let high = this.size
    while (low < high) {
      const middle = (low + high) >>> 1
      const start = middle * this.#idBytes
      if (this.#commits.compare(id, 0, id.length, start, start + id.length) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
  /** The note of a commit; none: −1. */
  find(commit: string): number {
    const id = Buffer.from(commit, "hex")
    if (id.length !== this.#idBytes) return -1
    const found = this.#from(id)
    return found < this.size &&
      this.#commits.compare(id, 0, id.length, found * id.length, (found + 1) * id.length) === 0
      ? found
      : -1
  }
  /** The first note whose commit may begin with these hexadecimal digits. */
  firstFrom(prefix: string): number {
    return this.#from(Buffer.from(prefix.slice(0, prefix.length & ~1), "hex").subarray(0, this.#idBytes))
  }

  /** How many files are spoken of. */
  fileCount(kind: Kind): number {
    return this.#tables[kind].files.length
  }
  /** The files spoken of, by position in the order of their names. */
  file(kind: Kind, position: number): string {
    return this.name(this.#tables[kind].files[position] ?? 0)
  }
  rowsAt(kind: Kind, position: number): Range {
    const { ends } = this.#tables[kind]
    return { start: ends[position - 1] ?? 0, end: ends[position] ?? 0 }
  }
  /** The rows about a file. */
  rowsOf(kind: Kind, file: string): Range {
    const position = this.#positionOf(kind, file)
    return position === -1 ? { start: 0, end: 0 } : this.rowsAt(kind, position)
  }
  /** Searched for at first; who asks about many files is going to ask about all. */
  #positionOf(kind: Kind, file: string): number {
    const places = this.#places[kind]
    if (places.size > 0) return places.get(file) ?? -1
    this.#searches += 1
    if (this.#searches % searchesThatPay === 0) {
      for (let at = 0; at < this.fileCount(kind); at += 1) places.set(this.file(kind, at), at)
    }
    let low = 0
    let high = this.fileCount(kind)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.file(kind, middle) < file) low = middle + 1
      else high = middle
    }
    return low < this.fileCount(kind) && this.file(kind, low) === file ? low : -1
  }
  cell(kind: Kind, row: number, column: number): number {
    const { rows, width } = this.#tables[kind]
    return rows[row * width + column] ?? 0
  }

  /** Rows of regions whose anchor's name may end with a word, in ascending order; the names are to be compared. */
  regionsEnding(word: string): ReadonlyArray<number> {
    const { rows, width } = this.#tables.regions
    this.#words ??= new WordTable(rows.length / width, (row) => this.#encoded(this.cell("regions", row, 2)))
    return this.#words.rowsOf(word)
  }
  /** The file of a row of regions. */
  fileOfRegion(row: number): string {
    const { ends } = this.#tables.regions
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ends[middle] ?? 0) <= row) low = middle + 1
      else high = middle
    }
    return this.file("regions", low)
  }

  get problemCount(): number {
    return this.#problems.length / problemWidth
  }
  problem(at: number): { readonly note: number; readonly field: string; readonly detail: string } {
    const [note = 0, field = 0, detail = 0] = this.#problems.subarray(at * problemWidth, (at + 1) * problemWidth)
    return { note, field: this.name(field), detail: this.name(detail) }
  }
}

/** Bytes of all sections together. */
export const lengthOf = (header: Uint32Array): number => {
  const [, idBytes = 0, notes = 0, names = 0, nameBytes = 0, problems = 0, ...counts] = header
  const tables = kinds.reduce(
    (sum, kind, at) => sum + (counts[at * 2] ?? 0) * 2 + (counts[at * 2 + 1] ?? 0) * widths[kind],
    0
  )
  return (headerWords + names + problems * problemWidth + tables) * 4 + notes * idBytes * 2 + nameBytes
}
