import { Effect, Option, Result } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"
import { Settings } from "../../config/Settings.ts"
import type { Annotation } from "../../domain/Annotation.ts"
import { Git, type NoteEntry } from "../../adapters/git/Git.ts"
import { decodeNote, maxNoteBytes, type Note } from "../../notes/format/decode.ts"
import { encodeExportLine } from "./exportLine.ts"

/** Notes held in memory at once. */
const batchSize = 200
/** Commits whose patch ids are computed in one git call. */
const patchBatch = 100

/** Which notes to export, and how. */
export interface ExportInput {
  /** Globs as in `ultragit.include`; a note is exported whole if one of its regions is in a matching file. */
  readonly paths: ReadonlyArray<string>
  /** Exports only notes of commits with this author time or a later one, in seconds since 1970. */
  readonly since: Option.Option<number>
  /** Whether to add the patch id of each commit, by which an import finds rewritten commits. */
  readonly patchIds: boolean
}

/** Result of an export. */
export interface Exported {
  readonly ref: string
  readonly notes: number
  /** One sentence for each note that cannot be read. */
  readonly unreadable: ReadonlyArray<string>
}

/** Called after each batch. */
export type Progress = (done: number, total: number) => Effect.Effect<void>

const byCommit = (a: NoteEntry, b: NoteEntry): number => (a.commit < b.commit ? -1 : 1)

const makePathMatcher = (paths: ReadonlyArray<string>): ((annotation: Annotation) => boolean) => {
  if (paths.length === 0) return () => true
  const filter = makePathFilter(paths, [])
  return ({ regions }) => regions.some(({ file }) => Option.isNone(filter(file)))
}

/** Keeps the entries whose commit is recent enough. Drops commits that are not in the repository. */
const filterSince = Effect.fnUntraced(function* (entries: ReadonlyArray<NoteEntry>, since: Option.Option<number>) {
  if (Option.isNone(since)) return entries
  const facts = yield* (yield* Git).commits(entries.map(({ commit }) => commit))
  return entries.filter((_, index) => {
    const found = Option.getOrUndefined(facts[index] ?? Option.none())
    return found !== undefined && found.authorTime >= since.value
  })
})

/** Reads the notes of these entries; returns one sentence for each that cannot be read. */
const readNotes = Effect.fnUntraced(function* (entries: ReadonlyArray<NoteEntry>) {
  const git = yield* Git
  const contents = yield* git.objects(
    entries.map(({ blob }) => blob),
    { maxBytes: maxNoteBytes }
  )
  const read = entries.map(({ commit }, index) => {
    const content = contents[index]
    if (content?._tag !== "Found") {
      const detail =
        content?._tag === "TooLarge" ? `is larger than ${maxNoteBytes} bytes` : "is missing from this repository"
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

const readPatchIds = Effect.fnUntraced(function* (notes: ReadonlyArray<Note>) {
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
 * `ultragit export`: writes every note as one line of JSON, in the order of commit ids, so that the same notes give the
 * same bytes (spec writing §4). Works in batches of bounded memory. Annotations are exported as recorded, with their
 * corrections. Each call of `write` gets complete lines.
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
  const matches = makePathMatcher(input.paths)
  const unreadable: Array<string> = []
  let count = 0
  for (let start = 0; start < entries.length; start += batchSize) {
    const batch = yield* filterSince(entries.slice(start, start + batchSize), input.since)
    const read = yield* readNotes(batch)
    const notes = read.notes.filter(({ annotation }) => matches(annotation))
    const ids = input.patchIds ? yield* readPatchIds(notes) : new Map<string, string>()
    unreadable.push(...read.unreadable)
    count += notes.length
    if (notes.length > 0) yield* write(notes.map((note) => encodeExportLine(note, ids.get(note.commit))).join(""))
    yield* progress(Math.min(start + batchSize, entries.length), entries.length)
  }
  const exported: Exported = { ref: noteRef, notes: count, unreadable }
  return exported
})
