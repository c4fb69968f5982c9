import type { ObjectId } from "../../domain/ObjectId.ts"
import { lastSegment } from "../../domain/AnchorName.ts"
import type { NoteEntry } from "../../adapters/git/Git.ts"
import type { NoteProblem } from "../format/decode.ts"
import type { ConcernRef, DependencyRef, NoteContents, NotesLookup, PlacedRegionRef, RegionRef } from "./NotesLookup.ts"
import { type Kind, PackedNotes, type Range } from "./PackedNotes.ts"
import { Packer } from "./packing.ts"
import { atOnce, type Sliced } from "./slices.ts"

/** Changes kept apart from the rest before all is packed anew. */
const mostApart = 256
/** The same as a part of all notes. */
const apartOf = 128

/** Column of the anchor's name in a row. */
const anchorColumn = { dependencies: 5, concerns: 2 }

/** Notes in a pack, but for those that another stands for. */
interface Layer {
  readonly pack: PackedNotes
  readonly hidden: ReadonlySet<number>
}

/** A row of one of the packs. */
interface Row {
  readonly pack: PackedNotes
  readonly row: number
}

const nothing: ReadonlySet<number> = new Set()

const regionAt = ({ pack, row }: Row): RegionRef => ({
  commit: pack.commit(pack.cell("regions", row, 0)),
  region: pack.cell("regions", row, 1),
  anchor: pack.name(pack.cell("regions", row, 2))
})

const notesOf = (pack: PackedNotes, commits: Iterable<ObjectId>): ReadonlyArray<number> =>
  Array.from(commits, (commit) => pack.find(commit)).filter((note) => note !== -1)

function* commitsOf({ hidden, pack }: Layer, from = 0): Generator<ObjectId> {
  for (let note = from; note < pack.size; note += 1) if (!hidden.has(note)) yield pack.commit(note)
}

/** Both, each in ascending order, in one such order and each value once. */
function* merged<A>(left: Iterator<A>, right: Iterator<A>): Generator<A> {
  let a = left.next()
  let b = right.next()
  while (a.done !== true || b.done !== true) {
    const next = b.done === true || (a.done !== true && a.value < b.value) ? a : b
    if (next.done === true) return
    yield next.value
    const isBoth = a.done !== true && b.done !== true && a.value === b.value
    if (next === a || isBoth) a = left.next()
    if (next === b || isBoth) b = right.next()
  }
}

/** The index of notes: most of them in one pack, the few that changed since it was made in another. */
export class LayeredNotes implements NotesLookup {
  /** Most notes, and the few that changed since they were packed. */
  readonly #base: Layer
  readonly #apart: PackedNotes
  #problems: ReadonlyArray<NoteProblem> | undefined

  constructor(base: PackedNotes = PackedNotes.empty, apart = PackedNotes.empty, hidden = nothing) {
    this.#base = { pack: base, hidden }
    this.#apart = apart
  }

  /** The index of these notes; of several for one commit the last counts. */
  static of(notes: Iterable<NoteContents>): LayeredNotes {
    const packer = new Packer()
    const last = new Map(Array.from(notes, (note) => [note.commit, note]))
    for (const { blob, bytes, commit } of last.values()) packer.put(commit, blob, bytes)
    return new LayeredNotes(atOnce(packer.pack()))
  }

  get size(): number {
    return this.#base.pack.size - this.#base.hidden.size + this.#apart.size
  }
  /** All notes in one pack; undefined where some are apart. */
  get packed(): PackedNotes | undefined {
    return this.#apart.size + this.#base.hidden.size === 0 ? this.#base.pack : undefined
  }
  blob(commit: ObjectId): ObjectId | undefined {
    const apart = this.#apart.find(commit)
    if (apart !== -1) return this.#apart.blob(apart)
    const { hidden, pack } = this.#base
    const note = pack.find(commit)
    return note === -1 || hidden.has(note) ? undefined : pack.blob(note)
  }
  commits(): Generator<ObjectId> {
    return merged(commitsOf(this.#base), commitsOf({ pack: this.#apart, hidden: nothing }))
  }
  *beginning(prefix: string): Generator<ObjectId> {
    for (const layer of this.#layers) {
      for (const commit of commitsOf(layer, layer.pack.firstFrom(prefix))) {
        if (commit.startsWith(prefix)) yield commit
        else if (commit > prefix) break
      }
    }
  }
  files(): Generator<string> {
    return this.#filesOf("regions")
  }
  *namedFiles(): Generator<string> {
    yield* this.#filesOf("dependencies")
    yield* this.#filesOf("concerns")
  }
  anchorsNamed(file: string): ReadonlyArray<string> {
    const found = new Set<string>()
    for (const kind of ["dependencies", "concerns"] as const) {
      for (const { hidden, pack } of this.#layers) {
        const { end, start } = pack.rowsOf(kind, file)
        if (start === end) continue
        const numbers = new Set<number>()
        for (let row = start; row < end; row += 1) {
          if (!hidden.has(pack.cell(kind, row, 0))) numbers.add(pack.cell(kind, row, anchorColumn[kind]))
        }
        for (const number of numbers) found.add(pack.name(number))
      }
    }
    return [...found]
  }
  regionsOf(file: string): ReadonlyArray<RegionRef> {
    return this.#rowsOf("regions", file).map(regionAt)
  }
  regionsCalled(word: string): ReadonlyArray<PlacedRegionRef> {
    const found = this.#layers.flatMap(({ hidden, pack }) =>
      pack
        .regionsEnding(word)
        .filter((row) => !hidden.has(pack.cell("regions", row, 0)))
        .map((row) => ({ ...regionAt({ pack, row }), file: pack.fileOfRegion(row) }))
        .filter(({ anchor }) => lastSegment(anchor) === word)
    )
    return found.toSorted((a, b) => (a.commit < b.commit ? -1 : a.commit > b.commit ? 1 : a.region - b.region))
  }
  dependenciesOn(file: string): ReadonlyArray<DependencyRef> {
    return this.#rowsOf("dependencies", file).map(({ pack, row }) => {
      const cell = (column: number): number => pack.cell("dependencies", row, column)
      return {
        commit: pack.commit(cell(0)),
        region: cell(1),
        dependency: cell(2),
        dependent: { file: pack.name(cell(3)), anchor: pack.name(cell(4)) },
        anchor: pack.name(cell(5))
      }
    })
  }
  concernsAbout(file: string): ReadonlyArray<ConcernRef> {
    return this.#rowsOf("concerns", file).map(({ pack, row }) => ({
      commit: pack.commit(pack.cell("concerns", row, 0)),
      concern: pack.cell("concerns", row, 1),
      anchor: pack.name(pack.cell("concerns", row, 2))
    }))
  }
  problems(): ReadonlyArray<NoteProblem> {
    return (this.#problems ??= this.#findProblems())
  }
  #findProblems(): ReadonlyArray<NoteProblem> {
    const found = this.#layers.flatMap(({ hidden, pack }) =>
      Array.from({ length: pack.problemCount }, (_, at) => pack.problem(at))
        .filter(({ note }) => !hidden.has(note))
        .map(({ detail, field, note }) => ({ commit: pack.commit(note), field, detail }))
    )
    return found.toSorted((a, b) => (a.commit < b.commit ? -1 : 1))
  }

  /** Notes with a problem of some kind. */
  entries(counts: (problem: NoteProblem) => boolean): ReadonlyArray<NoteEntry> {
    return this.problems()
      .filter(counts)
      .flatMap(({ commit }) => {
        const blob = this.blob(commit)
        return blob === undefined ? [] : [{ commit, blob }]
      })
  }

  /** The index with other notes in place of those of their commits, and without those of `removed`. */
  *changed(notes: PackedNotes, removed: Iterable<ObjectId>): Sliced<LayeredNotes> {
    const left = [...removed, ...commitsOf({ pack: notes, hidden: nothing })]
    const hidden = new Set([...this.#base.hidden, ...notesOf(this.#base.pack, left)])
    const apart = new Packer()
    yield* apart.take(this.#apart, new Set(notesOf(this.#apart, left)))
    yield* apart.take(notes, nothing)
    const packed = yield* apart.pack()
    const { size } = this.#base.pack
    if (packed.size + hidden.size <= Math.max(mostApart, size / apartOf)) {
      return new LayeredNotes(this.#base.pack, packed, hidden)
    }
    const whole = new Packer()
    yield* whole.take(this.#base.pack, hidden)
    yield* whole.take(packed, nothing)
    return new LayeredNotes(yield* whole.pack())
  }

  get #layers(): ReadonlyArray<Layer> {
    return this.#apart.size === 0 ? [this.#base] : [this.#base, { pack: this.#apart, hidden: nothing }]
  }

  #filesOf(kind: Kind): Generator<string> {
    const filesOf = function* ({ hidden, pack }: Layer): Generator<string> {
      const isShown = ({ end, start }: Range): boolean => {
        for (let row = start; row < end; row += 1) if (!hidden.has(pack.cell(kind, row, 0))) return true
        return false
      }
      for (let position = 0; position < pack.fileCount(kind); position += 1) {
        if (hidden.size === 0 || isShown(pack.rowsAt(kind, position))) yield pack.file(kind, position)
      }
    }
    return merged(filesOf(this.#base), filesOf({ pack: this.#apart, hidden: nothing }))
  }

  #rowsOf(kind: Kind, file: string): ReadonlyArray<Row> {
    const found = this.#layers.map(({ hidden, pack }): ReadonlyArray<Row> => {
      const { end, start } = pack.rowsOf(kind, file)
      const rows = Array.from({ length: end - start }, (_, at) => ({ pack, row: start + at }))
      return hidden.size === 0 ? rows : rows.filter(({ row }) => !hidden.has(pack.cell(kind, row, 0)))
    })
    const [base = [], apart = []] = found
    if (apart.length === 0) return base
    const commit = ({ pack, row }: Row): ObjectId => pack.commit(pack.cell(kind, row, 0))
    // Rows of one commit are in one pack, and stay in their order.
    return [...base, ...apart]
      .map((row) => ({ row, commit: commit(row) }))
      .toSorted((a, b) => (a.commit < b.commit ? -1 : a.commit > b.commit ? 1 : 0))
      .map(({ row }) => row)
  }
}
