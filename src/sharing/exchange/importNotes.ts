import { Effect, Option, Result, Stream } from "effect"
import { LineReader, type RawLine } from "../../domain/LineReader.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { maxNoteBytes } from "../../notes/format/decode.ts"
import { mergeAnnotations } from "../../notes/merge/Merge.ts"
import { resolveAt } from "../../rewrite/carry/regions/resolveNote.ts"
import type { Successors } from "../../rewrite/carry/rewrites/successors.ts"
import { type NoteOutcome, previewWrites, applyWrites, type NoteWrite } from "./applyNotes.ts"
import { decodeExportLine, type ImportedNote, type RefusedLine } from "./exportLine.ts"
import { type CommitMap, makeCommitFinder, firstSuccessors } from "./findCommits.ts"

/** Maximum length of a line, in bytes: a note without its indentation, with some room. */
const maxLineBytes = 2 * maxNoteBytes
/** Notes written in one notes commit. */
const batchSize = 500
/** A batch is written once its lines reach this size. */
const batchBytes = 16 * 1024 * 1024

/** What to import and how. */
export interface ImportInput<E, R> {
  readonly source: Stream.Stream<Uint8Array, E, R>
  readonly map: CommitMap
  /** Whether to replace existing notes instead of merging with them. */
  readonly force: boolean
  readonly dryRun: boolean
  /** Returns the reason why a note must not be imported, if there is one. */
  readonly reject: (note: ImportedNote) => Option.Option<string>
}

/** Result of an import. `outcomes` counts notes; `unknown` and `refused` count lines. */
export interface Imported {
  readonly outcomes: Readonly<Record<NoteOutcome, number>>
  /** Lines whose commit is not in this repository, and the first of these commits. */
  readonly unknown: { readonly lines: number; readonly commits: ReadonlyArray<ObjectId> }
  /** Invalid lines, and the first of them with the reason. */
  readonly refused: { readonly lines: number; readonly first: ReadonlyArray<RefusedLine> }
}

/** Maximum commits and lines listed in the result. */
const maxNamed = 20

/** Counts the outcomes in the course of an import. */
class Tally {
  readonly outcomes: Record<NoteOutcome, number> = { added: 0, merged: 0, replaced: 0, unchanged: 0, kept: 0 }
  readonly #refused: Array<RefusedLine> = []
  readonly #unknown: Array<ObjectId> = []
  #refusedLines = 0
  #unknownLines = 0
  /** Commits already replaced in this import: further notes on them are merged. */
  readonly replaced = new Set<ObjectId>()

  unknown(commit: ObjectId): void {
    this.#unknownLines += 1
    if (this.#unknown.length < maxNamed) this.#unknown.push(commit)
  }

  refuse(line: RefusedLine): void {
    this.#refusedLines += 1
    if (this.#refused.length < maxNamed) this.#refused.push(line)
  }

  get outcome(): Imported {
    return {
      outcomes: this.outcomes,
      unknown: { lines: this.#unknownLines, commits: this.#unknown },
      refused: { lines: this.#refusedLines, first: this.#refused }
    }
  }
}

/** Returns the content to write. For another commit than the note's own, resolves its regions and references again. */
const contentForCommit = Effect.fnUntraced(function* (
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

/** Merges the notes of a batch by target commit; keeps the last line number of each. */
const collectWrites = Effect.fnUntraced(function* (
  found: ReadonlyArray<{ readonly note: ImportedNote; readonly targets: ReadonlyArray<ObjectId> }>,
  successors: Successors,
  replace: (commit: ObjectId) => boolean
) {
  const writes = new Map<ObjectId, NoteWrite & { readonly line: number }>()
  for (const { note, targets } of found) {
    for (const commit of targets) {
      const content = yield* contentForCommit(note, commit, successors)
      const before = writes.get(commit)
      const both = before === undefined ? content : mergeAnnotations(before.content, content)
      writes.set(commit, { content: both, replace: replace(commit), line: note.line })
    }
  }
  return writes
})

const makeWriter = Effect.fnUntraced(function* <E, R>(input: ImportInput<E, R>, tally: Tally) {
  const targetsOf = yield* makeCommitFinder(input.map)
  const successors = firstSuccessors(input.map)
  return Effect.fnUntraced(function* (notes: ReadonlyArray<ImportedNote>) {
    const found = yield* targetsOf(notes)
    for (const { note, targets } of found) if (targets.length === 0) tally.unknown(note.commit)
    const writes = yield* collectWrites(found, successors, (commit) => input.force && !tally.replaced.has(commit))
    if (writes.size === 0) return
    const outcomes = yield* input.dryRun ? previewWrites(writes) : applyWrites(writes, "Import notes")
    for (const [commit, { line }] of writes) {
      const outcome = outcomes.get(commit)
      if (outcome === undefined) continue
      tally.replaced.add(commit)
      if (Result.isSuccess(outcome)) tally.outcomes[outcome.success] += 1
      else tally.refuse({ line, detail: outcome.failure })
    }
  })
})

/** Decodes lines and passes the notes to `write` in batches. */
const makeBatches = <E, R>(
  reject: (note: ImportedNote) => Option.Option<string>,
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
    Option.match(decodeExportLine(raw), {
      onNone: () => Effect.void,
      onSome: Result.match({
        onFailure: refuse,
        onSuccess: (note) =>
          Option.match(reject(note), {
            onNone: () => keep(note),
            onSome: (detail) => refuse({ line: note.line, detail })
          })
      })
    })
  return { take, flush }
}

/**
 * `ultragit import`: attaches each exported note to its commit and merges it with an existing note by content (spec
 * writing §4). Reports invalid lines and imports the others: merging only adds, so a corrected file can be imported
 * again. Holds at most one batch of notes in memory.
 */
export const importNotes = Effect.fn("Exchange.import")(function* <E, R>(input: ImportInput<E, R>) {
  const tally = new Tally()
  const { flush, take } = makeBatches(input.reject, yield* makeWriter(input, tally), tally)
  const reader = new LineReader(maxLineBytes)
  const takeAll = (lines: ReadonlyArray<RawLine>) => Effect.forEach(lines, take, { discard: true })
  yield* Stream.runForEach(input.source, (chunk) => takeAll(reader.push(chunk)))
  yield* takeAll(reader.end())
  yield* flush
  return tally.outcome
})
