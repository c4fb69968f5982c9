import { Option, Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { type NoteProblem, decodeForIndex } from "../format/decode.ts"
import { type Kind, kinds, latin1, lengthOf, magic, PackedNotes, problemWidth, widths } from "./PackedNotes.ts"
import { Column, sortByRank, stepsPerSlice, type Sliced, sortedIndexes } from "./timeSlices.ts"
import { type ReferenceVisitor, visitReferences } from "./visitReferences.ts"

const rankOf = (order: Uint32Array, length: number): Uint32Array => {
  const rank = new Uint32Array(length)
  order.forEach((value, place) => (rank[value] = place))
  return rank
}

/** Writes the sections one after another. */
const makeWriter = (length: number) => {
  const bytes = Buffer.from(new ArrayBuffer(length))
  let at = 0
  return {
    bytes,
    words: (words: Uint32Array): void => {
      bytes.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), at)
      at += words.byteLength
    },
    text: (text: string, encoding: "hex" | "latin1" | "utf16le"): void => {
      at += bytes.write(text, at, encoding)
    },
    byte: (value: number): void => {
      at = bytes.writeUInt8(value, at)
    }
  }
}

interface Table {
  readonly files: Uint32Array
  readonly ends: Uint32Array
  readonly rows: Uint32Array
}

const isLatin1 = (text: string): boolean => !/[^\0-\u00ff]/.test(text)
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Collects notes in any order, at most one per commit, and packs them. The order only affects the numbers of names. */
export class Packer {
  readonly #commits: Array<ObjectId> = []
  readonly #blobs: Array<ObjectId> = []
  readonly #names = new Map<string, number>()
  readonly #problems = new Column()
  /** Rows of each kind, preceded by the number of the file's name. */
  readonly #rows: Readonly<Record<Kind, Column>> = {
    regions: new Column(),
    dependencies: new Column(),
    concerns: new Column()
  }

  /** Adds a note. */
  addNote(commit: ObjectId, blob: ObjectId, bytes: Uint8Array): void {
    const references = decodeForIndex(commit, bytes)
    if (Result.isFailure(references)) return this.addProblem(commit, blob, references.failure)
    const note = this.#addNoteIds(commit, blob)
    const name = (text: string): number => this.#numberOf(text)
    const { concerns, dependencies, regions } = this.#rows
    const visitor: ReferenceVisitor = {
      region: (file, region, anchor) => regions.push(name(file), note, region, name(anchor)),
      dependency: (file, { dependency, region }, dependent, anchor) =>
        dependencies.push(
          name(file),
          note,
          region,
          dependency,
          name(dependent.file),
          name(dependent.anchor),
          name(anchor)
        ),
      concern: (file, concern, anchor) => concerns.push(name(file), note, concern, name(anchor))
    }
    visitReferences(references.success, visitor)
  }

  /** Adds a note that cannot be read. */
  addProblem(commit: ObjectId, blob: ObjectId, { detail, field }: Omit<NoteProblem, "commit">): void {
    this.#problems.push(this.#addNoteIds(commit, blob), this.#numberOf(field), this.#numberOf(detail))
  }

  /** Adds all notes of a pack except `leftOut`. */
  *addPack(pack: PackedNotes, leftOut: { has(note: number): boolean }): Sliced<void> {
    const notes = new Uint32Array(pack.size)
    for (let note = 0; note < pack.size; note += 1) {
      if (!leftOut.has(note)) notes[note] = this.#addNoteIds(pack.commit(note), pack.blob(note))
      if (note % 4096 === 0) yield
    }
    for (let at = 0; at < pack.problemCount; at += 1) {
      const { detail, field, note } = pack.problem(at)
      if (!leftOut.has(note)) this.#problems.push(notes[note] ?? 0, this.#numberOf(field), this.#numberOf(detail))
    }
    const known = new Map<number, number>()
    const renamed = (name: number): number => {
      const number = known.get(name) ?? this.#numberOf(pack.name(name))
      known.set(name, number)
      return number
    }
    for (const kind of kinds) yield* this.#addRows(pack, kind, leftOut, notes, renamed)
  }

  *#addRows(
    pack: PackedNotes,
    kind: Kind,
    leftOut: { has(note: number): boolean },
    notes: Uint32Array,
    renamed: (name: number) => number
  ): Sliced<void> {
    const rows = this.#rows[kind]
    const cell = (row: number, column: number): number => pack.cell(kind, row, column)
    for (let position = 0, steps = 0; position < pack.fileCount(kind); position += 1) {
      const { end, start } = pack.rowsAt(kind, position)
      const file = pack.file(kind, position)
      for (let row = start; row < end; row += 1, steps += 1) {
        if (steps % 4096 === 0) yield
        const old = cell(row, 0)
        if (leftOut.has(old)) continue
        const note = notes[old] ?? 0
        if (kind === "dependencies") {
          const names = [renamed(cell(row, 3)), renamed(cell(row, 4)), renamed(cell(row, 5))]
          rows.push(this.#numberOf(file), note, cell(row, 1), cell(row, 2), ...names)
        } else rows.push(this.#numberOf(file), note, cell(row, 1), renamed(cell(row, 2)))
      }
    }
  }

  /** Packs the notes that were added. */
  *pack(): Sliced<PackedNotes> {
    const commits = this.#commits
    if (commits.length === 0) return PackedNotes.empty
    const order = yield* sortedIndexes(commits.length, (a, b) => compareText(commits[a] ?? "", commits[b] ?? ""))
    const rank = rankOf(order, commits.length)
    const names = [...this.#names.keys()]
    const tables: Array<Table> = []
    for (const kind of kinds) tables.push(yield* this.#packTable(kind, rank, names))
    const problems = (yield* sortByRank(this.#problems.words, problemWidth, 0, rank)).rows
    for (let at = 0; at < problems.length; at += problemWidth) problems[at] = rank[problems[at] ?? 0] ?? 0
    return yield* this.#write(order, tables, problems, names)
  }

  *#packTable(kind: Kind, rank: Uint32Array, names: ReadonlyArray<string>): Sliced<Table> {
    const width = widths[kind] + 1
    const byNote = (yield* sortByRank(this.#rows[kind].words, width, 1, rank)).rows
    const hasRows = new Uint8Array(names.length)
    for (let at = 0; at < byNote.length; at += width) hasRows[byNote[at] ?? 0] = 1
    const fileNames = Uint32Array.from(names.keys()).filter((number) => hasRows[number] === 1)
    const order = yield* sortedIndexes(fileNames.length, (a, b) =>
      compareText(names[fileNames[a] ?? 0] ?? "", names[fileNames[b] ?? 0] ?? "")
    )
    const files = order.map((at) => fileNames[at] ?? 0)
    const { ends, rows } = yield* sortByRank(byNote, width, 0, rankOf(files, names.length))
    const packed = new Uint32Array((rows.length / width) * widths[kind])
    for (let from = 0, to = 0; from < rows.length; from += width, to += width - 1) {
      packed[to] = rank[rows[from + 1] ?? 0] ?? 0
      for (let cell = 2; cell < width; cell += 1) packed[to + cell - 1] = rows[from + cell] ?? 0
      if (from % (stepsPerSlice * width) === 0) yield
    }
    return { files, ends: ends.subarray(0, files.length), rows: packed }
  }

  *#write(
    order: Uint32Array,
    tables: ReadonlyArray<Table>,
    problems: Uint32Array,
    names: ReadonlyArray<string>
  ): Sliced<PackedNotes> {
    const nameEnds = new Uint32Array(names.length)
    let nameBytes = 0
    for (const [at, name] of names.entries()) {
      nameBytes += 1 + (isLatin1(name) ? name.length : name.length * 2)
      nameEnds[at] = nameBytes
      if (at % stepsPerSlice === 0) yield
    }
    const idBytes = (this.#commits[0] ?? "").length / 2
    const counts = tables.flatMap(({ files, rows }, at) => [files.length, rows.length / widths[kinds[at] ?? "regions"]])
    const problemCount = problems.length / problemWidth
    const header = Uint32Array.of(magic, idBytes, order.length, names.length, nameBytes, problemCount, ...counts)
    const writer = makeWriter(lengthOf(header))
    writer.words(header)
    for (const ids of [this.#commits, this.#blobs]) {
      for (const [at, note] of order.entries()) {
        writer.text(ids[note] ?? "", "hex")
        if (at % stepsPerSlice === 0) yield
      }
    }
    writer.words(nameEnds)
    writer.words(problems)
    for (const table of tables) for (const column of [table.files, table.ends, table.rows]) writer.words(column)
    for (const [at, name] of names.entries()) {
      writer.byte(isLatin1(name) ? latin1 : latin1 + 1)
      writer.text(name, isLatin1(name) ? "latin1" : "utf16le")
      if (at % stepsPerSlice === 0) yield
    }
    return Option.getOrThrow(PackedNotes.decode(writer.bytes))
  }

  #addNoteIds(commit: ObjectId, blob: ObjectId): number {
    this.#blobs.push(blob)
    return this.#commits.push(commit) - 1
  }

  #numberOf(text: string): number {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    this.#names.set(text, this.#names.size)
    return this.#names.size - 1
  }
}
