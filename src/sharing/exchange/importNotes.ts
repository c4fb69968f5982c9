import { Effect, Option, Result, Stream } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { maxNoteBytes } from "../../notes/format/decode.ts"
import { mergeAnnotations } from "../../notes/merge/Merge.ts"
import { resolveAt } from "../../rewrite/carry/resolving.ts"
import type { Successors } from "../../rewrite/carry/successors.ts"
import { type Fate, foresee, fulfil, type Wish } from "./fates.ts"
import { LineCutter, type RawLine } from "./LineCutter.ts"
import { decodeRecord, type ImportedNote, type RefusedLine } from "./record.ts"
import { type CommitMap, makeTargets, successorIn } from "./targets.ts"

/** A line is a note without its indentation, and a little more. */
const maxLineBytes = 2 * maxNoteBytes
/** Notes written in one notes commit. */
const batchSize = 500
/** Bytes of lines held at once, the last of them aside. */
const batchBytes = 16 * 1024 * 1024

/** What to import, and how. */
export interface ImportInput<E, R> {
  readonly source: Stream.Stream<Uint8Array, E, R>
  readonly map: CommitMap
  /** Notes that are here are replaced, not merged. */
  readonly force: boolean
  readonly dryRun: boolean
  /** Why a note's text must not be written; none where it may. */
  readonly objection: (note: ImportedNote) => Option.Option<string>
}

/** What an import did, or would do. Notes, but for `unknown`: lines. */
export interface Imported {
  readonly fates: Readonly<Record<Fate, number>>
  /** Lines whose commit is not here; the first of these commits. */
  readonly unknown: { readonly lines: number; readonly commits: ReadonlyArray<ObjectId> }
  /** Lines that cannot be used; the first of them with what is wrong. */
  readonly refused: { readonly lines: number; readonly first: ReadonlyArray<RefusedLine> }
}

/** How many commits and lines an outcome names. */
const named = 20

/** What is known in the course of an import. */
class Tally {
  readonly fates: Record<Fate, number> = { added: 0, merged: 0, replaced: 0, unchanged: 0, kept: 0 }
  readonly #refused: Array<RefusedLine> = []
  readonly #unknown: Array<ObjectId> = []
  #refusedLines = 0
  #unknownLines = 0
  /** Commits whose note has been replaced in this import: what else it says of them is merged. */
  readonly replaced = new Set<ObjectId>()

  unknown(commit: ObjectId): void {
    this.#unknownLines += 1
    if (this.#unknown.length < named) this.#unknown.push(commit)
  }

  refuse(line: RefusedLine): void {
    this.#refusedLines += 1
    if (this.#refused.length < named) this.#refused.push(line)
  }

  get outcome(): Imported {
    return {
      fates: this.fates,
      unknown: { lines: this.#unknownLines, commits: this.#unknown },
      refused: { lines: this.#refusedLines, first: this.#refused }
    }
  }
}

/** What a note says of a commit: as it stands, or with places and references found anew in the one that took its place. */
const contentFor = Effect.fnUntraced(function* (
  { commit: from, content }: ImportedNote,
  to: ObjectId,
  successors: Successors
) {
  if (from === to) return content
  const git = yield* Git
  const [before = Option.none()] = yield* git.commits([from])
  const span = { from: Option.map(before, ({ id }) => id), to }
  const resolved = yield* resolveAt({ commit: from, content }, span, successors)
  return resolved.content
})

/** What the notes of a batch wish for each commit, and the line that spoke of it last. */
const wishesOf = Effect.fnUntraced(function* (
  found: ReadonlyArray<{ readonly note: ImportedNote; readonly targets: ReadonlyArray<ObjectId> }>,
  successors: Successors,
  replace: (commit: ObjectId) => boolean
) {
  const wishes = new Map<ObjectId, Wish & { readonly line: number }>()
  for (const { note, targets } of found) {
    for (const commit of targets) {
      const content = yield* contentFor(note, commit, successors)
      const before = wishes.get(commit)
      const both = before === undefined ? content : mergeAnnotations(before.content, content)
      wishes.set(commit, { content: both, replace: replace(commit), line: note.line })
    }
  }
  return wishes
})

const makeWriter = Effect.fnUntraced(function* <E, R>(input: ImportInput<E, R>, tally: Tally) {
  const targetsOf = yield* makeTargets(input.map)
  const successors = successorIn(input.map)
  return Effect.fnUntraced(function* (notes: ReadonlyArray<ImportedNote>) {
    const found = yield* targetsOf(notes)
    for (const { note, targets } of found) if (targets.length === 0) tally.unknown(note.commit)
    const wishes = yield* wishesOf(found, successors, (commit) => input.force && !tally.replaced.has(commit))
    if (wishes.size === 0) return
    const fates = yield* input.dryRun ? foresee(wishes) : fulfil(wishes, "Import notes")
    for (const [commit, fate] of fates) {
      tally.replaced.add(commit)
      if (Result.isSuccess(fate)) tally.fates[fate.success] += 1
      else tally.refuse({ line: wishes.get(commit)?.line ?? 0, detail: fate.failure })
    }
  })
})

/** Lines are read into notes, and notes given to `write` a batch at a time. */
const makeBatches = <E, R>(
  objection: (note: ImportedNote) => Option.Option<string>,
  write: (notes: ReadonlyArray<ImportedNote>) => Effect.Effect<void, E, R>,
  tally: Tally
) => {
  let batch: Array<ImportedNote> = []
  let size = 0
  const flush = Effect.suspend(() => {
    const notes = batch
    batch = []
    size = 0
    return notes.length === 0 ? Effect.void : write(notes)
  })
  const keep = (note: ImportedNote) => {
    batch.push(note)
    size += note.size
    return batch.length >= batchSize || size >= batchBytes ? flush : Effect.void
  }
  const refuse = (line: RefusedLine) => Effect.sync(() => tally.refuse(line))
  const take = (raw: RawLine) =>
    Option.match(decodeRecord(raw), {
      onNone: () => Effect.void,
      onSome: Result.match({
        onFailure: refuse,
        onSuccess: (note) =>
          Option.match(objection(note), {
            onNone: () => keep(note),
            onSome: (detail) => refuse({ line: note.line, detail })
          })
      })
    })
  return { take, flush }
}

/**
 * `ultragit import`: hangs each note of an export on its commit, merged by content with the one that is there (spec
 * writing §4). Lines that cannot be used are named in the outcome, and the others imported: as a merge only adds, the
 * corrected file can be imported again. Held in memory are some hundred notes, whatever the file.
 */
export const importNotes = Effect.fn("Exchange.import")(function* <E, R>(input: ImportInput<E, R>) {
  const tally = new Tally()
  const { flush, take } = makeBatches(input.objection, yield* makeWriter(input, tally), tally)
  const cutter = new LineCutter(maxLineBytes)
  const takeAll = (lines: ReadonlyArray<RawLine>) => Effect.forEach(lines, take, { discard: true })
  yield* Stream.runForEach(input.source, (chunk) => takeAll(cutter.push(chunk)))
  yield* takeAll(cutter.end())
  yield* flush
  return tally.outcome
})
