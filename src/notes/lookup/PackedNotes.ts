import { Option } from "effect"
import { ObjectId } from "../../domain/ObjectId.ts"
import { WordTable } from "../WordTable.ts"

/** The kinds of reference that a note can make to a file. */
export type Kind = "regions" | "dependencies" | "concerns"

/**
 * Number of columns in a row, without the file. The first column is the note's number. Then for regions: region, anchor;
 * for dependencies: region, dependency, dependent's file, dependent's anchor, anchor; for concerns: concern, anchor.
 * Names are stored as numbers.
 */
export const widths: Readonly<Record<Kind, number>> = { regions: 3, dependencies: 6, concerns: 3 }
/** Columns that hold names. */
const nameColumns: Readonly<Record<Kind, ReadonlyArray<number>>> = {
  regions: [2],
  dependencies: [3, 4, 5],
  concerns: [2]
}
export const kinds: ReadonlyArray<Kind> = ["regions", "dependencies", "concerns"]
/** Columns of a problem: note, field, detail. */
export const problemWidth = 3

/** Format version; also detects another byte order. Increment it when the layout changes. */
export const magic = 0x75_6e_01_02
/** Header: magic, bytes per id, notes, names, bytes of names, problems; then for each kind its files and rows. */
const headerWords = 12
/** First byte of a name encoded as Latin-1; other names are UTF-16. */
export const latin1 = 0

/** Number of binary searches before a map of all files is built. */
const searchesBeforeIndexing = 128
/** Maximum decoded names in the cache: many rows share the same few. */
const maxCachedNames = 16_384

interface Table {
  readonly width: number
  /** Name numbers of the files, sorted by name. */
  readonly files: Uint32Array
  /** End of each file's rows. */
  readonly ends: Uint32Array
  /** Sorted by file, then by note, then by position in the note. */
  readonly rows: Uint32Array
}

/** A range of rows; `end` is exclusive. */
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

/** Reads the sections one after another. */
const makeSectionReader = (bytes: Uint8Array) => {
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
 * Notes and their references in one byte array, searched without being parsed into objects. Immutable. Notes are
 * numbered in the order of their commits.
 */
export class PackedNotes {
  /** The whole pack; its offset is a multiple of four. */
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
  /** Position of each file; empty until it pays to build the map. */
  readonly #filePositions: Readonly<Record<Kind, Map<string, number>>> = {
    regions: new Map(),
    dependencies: new Map(),
    concerns: new Map()
  }
  #searches = 0
  #wordTable: WordTable | undefined

  private constructor(bytes: Uint8Array) {
    const [, idBytes = 0, notes = 0, names = 0, nameBytes = 0, problems = 0, ...counts] = headerOf(bytes)
    const sections = makeSectionReader(bytes)
    const buffer = (length: number): Buffer => {
      const part = sections.bytes(length)
      return Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    }
    const table = (kind: Kind, position: number): Table => {
      const files = counts[position * 2] ?? 0
      const width = widths[kind]
      const rows = (counts[position * 2 + 1] ?? 0) * width
      return { width, files: sections.words(files), ends: sections.words(files), rows: sections.words(rows) }
    }
    this.bytes = bytes
    this.size = notes
    this.#idBytes = idBytes
    this.#commits = buffer(notes * idBytes)
    this.#blobs = buffer(notes * idBytes)
    this.#nameEnds = sections.words(names)
    this.#problems = sections.words(problems * problemWidth)
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

  /** Checks and opens a pack; none if it is invalid. Copies the bytes if they are not aligned to four bytes. */
  static decode(given: Uint8Array): Option.Option<PackedNotes> {
    const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given)
    if (bytes.length < headerWords * 4) return Option.none()
    const [first, idBytes = 0] = headerOf(bytes)
    if (first !== magic || (idBytes !== 20 && idBytes !== 32)) return Option.none()
    if (lengthOf(headerOf(bytes)) !== bytes.length) return Option.none()
    const packed = new PackedNotes(bytes)
    return packed.#isValid() ? Option.some(packed) : Option.none()
  }

  #isValid(): boolean {
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
    if (this.#decoded.size >= maxCachedNames) this.#decoded.clear()
    const name = this.#decodeName(number)
    this.#decoded.set(number, name)
    return name
  }
  /** The encoded name: one byte for the encoding, then the characters. */
  #encodedName(number: number): Buffer {
    const start = this.#nameEnds[number - 1] ?? 0
    return this.#names.subarray(start, this.#nameEnds[number] ?? start)
  }
  #decodeName(number: number): string {
    const name = this.#encodedName(number)
    return name.toString(name[0] === latin1 ? "latin1" : "utf16le", 1)
  }

  /** The first note whose commit is not less than these bytes; `size` if there is none. */
  #lowerBound(id: Buffer): number {
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
  /** Returns the number of a commit's note, or −1. */
  find(commit: string): number {
    const id = Buffer.from(commit, "hex")
    if (id.length !== this.#idBytes) return -1
    const note = this.#lowerBound(id)
    return note < this.size && this.#commits.compare(id, 0, id.length, note * id.length, (note + 1) * id.length) === 0
      ? note
      : -1
  }
  /** Returns the first note whose commit can start with these hexadecimal digits. */
  firstFrom(prefix: string): number {
    return this.#lowerBound(Buffer.from(prefix.slice(0, prefix.length & ~1), "hex").subarray(0, this.#idBytes))
  }

  /** Number of files with rows of a kind. */
  fileCount(kind: Kind): number {
    return this.#tables[kind].files.length
  }
  /** Returns the file at a position; files are sorted by name. */
  file(kind: Kind, position: number): string {
    return this.name(this.#tables[kind].files[position] ?? 0)
  }
  rowsAt(kind: Kind, position: number): Range {
    const { ends } = this.#tables[kind]
    return { start: ends[position - 1] ?? 0, end: ends[position] ?? 0 }
  }
  /** Returns the range of rows about a file. */
  rowsOf(kind: Kind, file: string): Range {
    const position = this.#positionOf(kind, file)
    return position === -1 ? { start: 0, end: 0 } : this.rowsAt(kind, position)
  }
  /** Uses binary search first. After many searches the caller is likely to look up all files, so a map is built. */
  #positionOf(kind: Kind, file: string): number {
    const positions = this.#filePositions[kind]
    if (positions.size > 0) return positions.get(file) ?? -1
    this.#searches += 1
    if (this.#searches % searchesBeforeIndexing === 0) {
      for (let at = 0; at < this.fileCount(kind); at += 1) positions.set(this.file(kind, at), at)
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

  /** Returns region rows whose anchor name may end with a word, in ascending order; callers check the names. */
  regionsEnding(word: string): ReadonlyArray<number> {
    const { rows, width } = this.#tables.regions
    this.#wordTable ??= new WordTable(rows.length / width, (row) => this.#encodedName(this.cell("regions", row, 2)))
    return this.#wordTable.rowsOf(word)
  }
  /** Returns the file of a region row. */
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

/** Computes the length of a pack in bytes from its header. */
export const lengthOf = (header: Uint32Array): number => {
  const [, idBytes = 0, notes = 0, names = 0, nameBytes = 0, problems = 0, ...counts] = header
  const tables = kinds.reduce(
    (sum, kind, at) => sum + (counts[at * 2] ?? 0) * 2 + (counts[at * 2 + 1] ?? 0) * widths[kind],
    0
  )
  return (headerWords + names + problems * problemWidth + tables) * 4 + notes * idBytes * 2 + nameBytes
}
