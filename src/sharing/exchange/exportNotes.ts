import { Effect, Option, Result } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"
import { Settings } from "../../config/Settings.ts"
import type { Annotation } from "../../domain/Annotation.ts"
import { Git, type NoteEntry } from "../../adapters/git/Git.ts"
import { decodeNote, maxNoteBytes, type Note } from "../../notes/format/decode.ts"
import { encodeRecord } from "./record.ts"

/** Notes held at once. */
const batchSize = 200
/** Commits that are compared with their parents in one git call. */
const patchBatch = 100

/** Which notes, and what is told of each. */
export interface ExportInput {
  /** Globs as `ultragit.include` has them; a note is taken whole when one of its regions is in a matching file. */
  readonly paths: ReadonlyArray<string>
  /** Seconds since 1970: only notes of commits that were written then or later. */
  readonly since: Option.Option<number>
  /** Whether to add each commit's patch id, by which a rewritten commit is found again. */
  readonly patchIds: boolean
}

/** What was exported. */
export interface Exported {
  readonly ref: string
  readonly notes: number
  /** Notes that cannot be read, and what is wrong with them. */
  readonly unreadable: ReadonlyArray<string>
}

/** Told after each batch. */
export type Progress = (done: number, total: number) => Effect.Effect<void>

const byCommit = (a: NoteEntry, b: NoteEntry): number => (a.commit < b.commit ? -1 : 1)

const matching = (paths: ReadonlyArray<string>): ((annotation: Annotation) => boolean) => {
  if (paths.length === 0) return () => true
  const filter = makePathFilter(paths, [])
  return ({ regions }) => regions.some(({ file }) => Option.isNone(filter(file)))
}

/** The entries whose commits were written late enough; a commit that is not here says no time. */
const recent = Effect.fnUntraced(function* (entries: ReadonlyArray<NoteEntry>, since: Option.Option<number>) {
  if (Option.isNone(since)) return entries
  const facts = yield* (yield* Git).commits(entries.map(({ commit }) => commit))
  return entries.filter((_, index) => {
    const found = Option.getOrUndefined(facts[index] ?? Option.none())
    return found !== undefined && found.authorTime >= since.value
  })
})

/** The notes of some entries, and one sentence for each that cannot be read. */
const readAll = Effect.fnUntraced(function* (entries: ReadonlyArray<NoteEntry>) {
  const git = yield* Git
  const contents = yield* git.objects(
    entries.map(({ blob }) => blob),
    { maxBytes: maxNoteBytes }
  )
  const read = entries.map(({ commit }, index) => {
    const content = contents[index]
    if (content?._tag !== "Found") {
      const detail = content?._tag === "TooLarge" ? `is larger than ${maxNoteBytes} bytes` : "is not here"
      return Result.fail(`The note of ${commit.slice(0, 12)} ${detail}.`)
    }
    return Result.mapError(
      decodeNote(commit, content.bytes),
      ({ detail, field }) => `The note of ${commit.slice(0, 12)} cannot be read: ${field} ${detail}.`
    )
  })
  return {
    notes: read.filter(Result.isSuccess).map(({ success }) => success),
    unreadable: read.filter(Result.isFailure).map(({ failure }) => failure)
  }
})

const patchIdsOf = Effect.fnUntraced(function* (notes: ReadonlyArray<Note>) {
  const git = yield* Git
  const facts = yield* git.commits(notes.map(({ commit }) => commit))
  const here = notes.flatMap(({ commit }, index) => (Option.isSome(facts[index] ?? Option.none()) ? [commit] : []))
  const found = new Map<string, string>()
  for (let start = 0; start < here.length; start += patchBatch) {
    const ids = yield* git.patchIds(here.slice(start, start + patchBatch))
    for (const [commit, id] of ids) found.set(commit, id)
  }
  return found
})

/**
 * `ultragit export`: gives every note as one line of JSON, in the order of commit ids, so that the same notes give the
 * same bytes; a batch at a time, whatever their number (spec writing §4). Annotations are as recorded, corrections
 * beside them: nothing is lost on the way. `write` is given some whole lines.
 */
export const exportNotes = Effect.fn("Exchange.export")(function* <E, R>(
  input: ExportInput,
  write: (lines: string) => Effect.Effect<void, E, R>,
  progress: Progress
) {
  const git = yield* Git
  const { noteRef } = yield* (yield* Settings).values
  const tip = yield* git.resolveRef(noteRef)
  const entries = Option.isNone(tip) ? [] : (yield* git.notes(tip.value)).toSorted(byCommit)
  const matches = matching(input.paths)
  const unreadable: Array<string> = []
  let count = 0
  for (let start = 0; start < entries.length; start += batchSize) {
    const batch = yield* recent(entries.slice(start, start + batchSize), input.since)
    const read = yield* readAll(batch)
    const notes = read.notes.filter(({ annotation }) => matches(annotation))
    const ids = input.patchIds ? yield* patchIdsOf(notes) : new Map<string, string>()
    unreadable.push(...read.unreadable)
    count += notes.length
    if (notes.length > 0) yield* write(notes.map((note) => encodeRecord(note, ids.get(note.commit))).join(""))
    yield* progress(Math.min(start + batchSize, entries.length), entries.length)
  }
  const exported: Exported = { ref: noteRef, notes: count, unreadable }
  return exported
})
