import type { ObjectId } from "../../domain/ObjectId.ts"
import { lastSegment } from "../../domain/AnchorName.ts"
import type { NoteEntry } from "../../adapters/git/Git.ts"
import type { NoteProblem } from "../format/decode.ts"
import type { ConcernRef, DependencyRef, NoteContents, NotesLookup, PlacedRegionRef, RegionRef } from "./NotesLookup.ts"
import { type Kind, PackedNotes, type Range } from "./PackedNotes.ts"
import { Packer } from "./Packer.ts"
import { runAtOnce, type Sliced } from "./timeSlices.ts"

/** Maximum notes in the overlay before everything is packed again. */
const maxOverlayNotes = 256
/** The same limit as a divisor of all notes: the overlay may hold 1/128 of them. */
const overlayFraction = 128

/** Column of the anchor's name in the rows of each kind. */
const anchorColumn = { dependencies: 5, concerns: 2 }

/** A pack of notes without those that the overlay replaces. */
interface Layer {
  readonly pack: PackedNotes
  readonly hidden: ReadonlySet<number>
}

/** A row of one of the two packs. */
interface Row {
  readonly pack: PackedNotes
  readonly row: number
}

const noNotes: ReadonlySet<number> = new Set()

const regionRefAt = ({ pack, row }: Row): RegionRef => ({
  commit: pack.commit(pack.cell("regions", row, 0)),
  region: pack.cell("regions", row, 1),
  anchor: pack.name(pack.cell("regions", row, 2))
})

const findNotes = (pack: PackedNotes, commits: Iterable<ObjectId>): ReadonlyArray<number> =>
  Array.from(commits, (commit) => pack.find(commit)).filter((note) => note !== -1)

function* commitsOf({ hidden, pack }: Layer, from = 0): Generator<ObjectId> {
  for (let note = from; note < pack.size; note += 1) if (!hidden.has(note)) yield pack.commit(note)
}

/** Merges two ascending iterators into one without duplicates. */
function* mergeSorted<A>(left: Iterator<A>, right: Iterator<A>): Generator<A> {
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

/** The index of notes: a base pack with most of the notes, and an overlay pack with recent changes. */
export class LayeredNotes implements NotesLookup {
  readonly #base: Layer
  readonly #overlay: PackedNotes
  #problems: ReadonlyArray<NoteProblem> | undefined

  constructor(base: PackedNotes = PackedNotes.empty, overlay = PackedNotes.empty, hidden = noNotes) {
    this.#base = { pack: base, hidden }
    this.#overlay = overlay
  }

  /** Builds the index of these notes. If a commit occurs more than once, the last one wins. */
  static of(notes: Iterable<NoteContents>): LayeredNotes {
    const packer = new Packer()
    const last = new Map(Array.from(notes, (note) => [note.commit, note]))
    for (const { blob, bytes, commit } of last.values()) packer.addNote(commit, blob, bytes)
    return new LayeredNotes(runAtOnce(packer.pack()))
  }

  get size(): number {
    return this.#base.pack.size - this.#base.hidden.size + this.#overlay.size
  }
  /** All notes in one pack; undefined if the overlay is in use. */
  get packed(): PackedNotes | undefined {
    return this.#overlay.size + this.#base.hidden.size === 0 ? this.#base.pack : undefined
  }
  blob(commit: ObjectId): ObjectId | undefined {
    const overlay = this.#overlay.find(commit)
    if (overlay !== -1) return this.#overlay.blob(overlay)
    const { hidden, pack } = this.#base
    const note = pack.find(commit)
    return note === -1 || hidden.has(note) ? undefined : pack.blob(note)
  }
  commits(): Generator<ObjectId> {
    return mergeSorted(commitsOf(this.#base), commitsOf({ pack: this.#overlay, hidden: noNotes }))
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
    const anchors = new Set<string>()
    for (const kind of ["dependencies", "concerns"] as const) {
      for (const { hidden, pack } of this.#layers) {
        const { end, start } = pack.rowsOf(kind, file)
        if (start === end) continue
        const numbers = new Set<number>()
        for (let row = start; row < end; row += 1) {
          if (!hidden.has(pack.cell(kind, row, 0))) numbers.add(pack.cell(kind, row, anchorColumn[kind]))
        }
        for (const number of numbers) anchors.add(pack.name(number))
      }
    }
    return [...anchors]
  }
  regionsOf(file: string): ReadonlyArray<RegionRef> {
    return this.#rowsOf("regions", file).map(regionRefAt)
  }
  regionsCalled(word: string): ReadonlyArray<PlacedRegionRef> {
    const regions = this.#layers.flatMap(({ hidden, pack }) =>
      pack
        .regionsEnding(word)
        .filter((row) => !hidden.has(pack.cell("regions", row, 0)))
        .map((row) => ({ ...regionRefAt({ pack, row }), file: pack.fileOfRegion(row) }))
        .filter(({ anchor }) => lastSegment(anchor) === word)
    )
    return regions.toSorted((a, b) => (a.commit < b.commit ? -1 : a.commit > b.commit ? 1 : a.region - b.region))
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
    const problems = this.#layers.flatMap(({ hidden, pack }) =>
      Array.from({ length: pack.problemCount }, (_, at) => pack.problem(at))
        .filter(({ note }) => !hidden.has(note))
        .map(({ detail, field, note }) => ({ commit: pack.commit(note), field, detail }))
    )
    return problems.toSorted((a, b) => (a.commit < b.commit ? -1 : 1))
  }

  /** Returns the notes whose problem matches. */
  entriesWithProblem(matches: (problem: NoteProblem) => boolean): ReadonlyArray<NoteEntry> {
    return this.problems()
      .filter(matches)
      .flatMap(({ commit }) => {
        const blob = this.blob(commit)
        return blob === undefined ? [] : [{ commit, blob }]
      })
  }

  /** Returns an index with these notes added or replaced, and without the notes of `removed`. */
  *withChanges(notes: PackedNotes, removed: Iterable<ObjectId>): Sliced<LayeredNotes> {
    const replaced = [...removed, ...commitsOf({ pack: notes, hidden: noNotes })]
    const hidden = new Set([...this.#base.hidden, ...findNotes(this.#base.pack, replaced)])
    const overlay = new Packer()
    yield* overlay.addPack(this.#overlay, new Set(findNotes(this.#overlay, replaced)))
    yield* overlay.addPack(notes, noNotes)
    const packed = yield* overlay.pack()
    const { size } = this.#base.pack
    if (packed.size + hidden.size <= Math.max(maxOverlayNotes, size / overlayFraction)) {
      return new LayeredNotes(this.#base.pack, packed, hidden)
    }
    const packer = new Packer()
    yield* packer.addPack(this.#base.pack, hidden)
    yield* packer.addPack(packed, noNotes)
    return new LayeredNotes(yield* packer.pack())
  }

  get #layers(): ReadonlyArray<Layer> {
    return this.#overlay.size === 0 ? [this.#base] : [this.#base, { pack: this.#overlay, hidden: noNotes }]
  }

  #filesOf(kind: Kind): Generator<string> {
    const filesOf = function* ({ hidden, pack }: Layer): Generator<string> {
      const hasVisibleRow = ({ end, start }: Range): boolean => {
        for (let row = start; row < end; row += 1) if (!hidden.has(pack.cell(kind, row, 0))) return true
        return false
      }
      for (let position = 0; position < pack.fileCount(kind); position += 1) {
        if (hidden.size === 0 || hasVisibleRow(pack.rowsAt(kind, position))) yield pack.file(kind, position)
      }
    }
    return mergeSorted(filesOf(this.#base), filesOf({ pack: this.#overlay, hidden: noNotes }))
  }

  #rowsOf(kind: Kind, file: string): ReadonlyArray<Row> {
    const layers = this.#layers.map(({ hidden, pack }): ReadonlyArray<Row> => {
      const { end, start } = pack.rowsOf(kind, file)
      const rows = Array.from({ length: end - start }, (_, at) => ({ pack, row: start + at }))
      return hidden.size === 0 ? rows : rows.filter(({ row }) => !hidden.has(pack.cell(kind, row, 0)))
    })
    const [base = [], overlay = []] = layers
    if (overlay.length === 0) return base
    const commit = ({ pack, row }: Row): ObjectId => pack.commit(pack.cell(kind, row, 0))
    // All rows of a commit are in one pack; the sort is stable and keeps their order.
    return [...base, ...overlay]
      .map((row) => ({ row, commit: commit(row) }))
      .toSorted((a, b) => (a.commit < b.commit ? -1 : a.commit > b.commit ? 1 : 0))
      .map(({ row }) => row)
  }
}
