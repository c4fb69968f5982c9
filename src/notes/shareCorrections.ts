import { Effect, Option, Result } from "effect"
import { Git } from "../adapters/git/Git.ts"
import { lastSegment, normalizeName } from "../domain/AnchorName.ts"
import type { Annotation, Correction, Region } from "../domain/Annotation.ts"
import { canonicalJson } from "../domain/Json.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { normalizeAnchor } from "../domain/RegionKey.ts"
import { contentOf, decodeNote, type Note } from "./format/decode.ts"
import { forEachContent } from "./forEachContent.ts"
import type { NotesLookup } from "./lookup/NotesLookup.ts"
import type { NoteContent } from "./NoteContent.ts"
import { type CurrentNote, NotesWriter } from "./NotesWriter.ts"
import { Notes } from "./Notes.ts"
import type { NotesSnapshot } from "./NotesSnapshot.ts"

/** A region as recorded, with the time of its intent. */
interface Stated {
  readonly region: Region
  readonly time: string
}

/** The corrections of one region of a note. */
interface Corrected extends Stated {
  readonly corrections: ReadonlyArray<Correction>
  /** Whether the note has no other region that could be a copy: of another file, with the same name and intent. */
  readonly isOnly: boolean
}

const statedIn = ({ regions, timestamp }: Annotation): ReadonlyArray<Stated> =>
  regions.map((region) => ({ region, time: region.field_times?.["intent"] ?? timestamp }))

/** Whether two regions are copies of one: carrying keeps the times, but an amend may replace an intent. */
const areCopies = (a: Stated, b: Stated): boolean =>
  a.time === b.time &&
  normalizeAnchor(a.region.ast_anchor.name) === normalizeAnchor(b.region.ast_anchor.name) &&
  (a.region.intent === b.region.intent ||
    (a.region.reasoning !== undefined && a.region.reasoning === b.region.reasoning))

const correctedIn = ({ recorded }: Note): ReadonlyArray<Corrected> => {
  const { corrections = [] } = recorded
  if (corrections.length === 0) return []
  const all = statedIn(recorded)
  return all.flatMap((stated) => {
    const { ast_anchor, file } = stated.region
    const own = corrections.filter(
      (each) => each.file === file && normalizeAnchor(each.anchor) === normalizeAnchor(ast_anchor.name)
    )
    const isOnly = all.filter((other) => areCopies(other, stated)).length === 1
    return own.length === 0 ? [] : [{ ...stated, corrections: own, isOnly }]
  })
}

/** Selects the copies of a region in a note: those of its file, otherwise the only one, in a file that was renamed. */
const copiesIn = (all: ReadonlyArray<Stated>, corrected: Corrected): ReadonlyArray<Stated> => {
  const found = all.filter((stated) => areCopies(stated, corrected))
  const own = found.filter(({ region }) => region.file === corrected.region.file)
  if (own.length > 0) return own
  return corrected.isOnly && found.length === 1 ? found : []
}

/** Returns the corrections of copies that a note lacks, each with the place that the region has there. */
const missingFrom = ({ recorded }: Note, corrected: ReadonlyArray<Corrected>): ReadonlyArray<Correction> => {
  const known = new Set((recorded.corrections ?? []).map((each) => canonicalJson(each)))
  const all = statedIn(recorded)
  const here = corrected.flatMap((each) =>
    copiesIn(all, each).flatMap(({ region: { ast_anchor, file } }) =>
      each.corrections.map((correction): Correction => ({ ...correction, file, anchor: ast_anchor.name }))
    )
  )
  const missing = new Map(here.map((each) => [canonicalJson(each), each]))
  return [...missing].flatMap(([key, each]) => (known.has(key) ? [] : [each]))
}

/** Returns the annotated commits that have a region of one of these names. */
const commitsNaming = (index: NotesLookup, anchors: Iterable<string>): ReadonlySet<ObjectId> => {
  const names = new Set(Array.from(anchors, normalizeAnchor))
  const words = new Set(Array.from(names, (name) => lastSegment(normalizeName(name))))
  const found = new Set<ObjectId>()
  for (const word of words) {
    for (const { anchor, commit } of index.regionsCalled(word))
      if (names.has(normalizeAnchor(anchor))) found.add(commit)
  }
  return found
}

/** Decodes those notes of these commits whose text may matter, and maps each to a list. */
const flatMapNotes = Effect.fnUntraced(function* <A>(
  { index }: NotesSnapshot,
  commits: Iterable<ObjectId>,
  mayMatter: (text: string) => boolean,
  map: (note: Note) => ReadonlyArray<A>
) {
  const entries = Array.from(commits, (commit) => ({ commit, blob: index.blob(commit) }))
  const noted = entries.flatMap(({ blob, commit }) => (blob === undefined ? [] : [{ commit, blob }]))
  const found: Array<A> = []
  yield* forEachContent(yield* Git, noted, ({ commit }, content) => {
    if (content?._tag !== "Found" || !mayMatter(Buffer.from(content.bytes).toString("latin1"))) return
    const note = decodeNote(commit, content.bytes)
    if (Result.isSuccess(note)) found.push(...map(note.success))
  })
  return found
})

const always = (): boolean => true
const hasCorrections = (text: string): boolean => text.includes('"corrections"')

/** Whether the text of a note has one of these times, as that of the note or of an intent. */
const hasTime =
  (times: ReadonlySet<string>) =>
  (text: string): boolean =>
    [...text.matchAll(/"(?:timestamp|intent)"\s*:\s*"([^"]*)"/g)].some(([, time]) => times.has(time ?? ""))

const anchorsOf = ({ recorded }: Note): ReadonlyArray<string> =>
  recorded.regions.map(({ ast_anchor }) => ast_anchor.name)

/** Returns the current note with the corrections that it lacks; none if it lacks none or cannot be read. */
const addMissing = (current: CurrentNote, corrected: ReadonlyArray<Corrected>): Option.Option<NoteContent> => {
  if (Option.isNone(current) || Result.isFailure(current.value)) return Option.none()
  const missing = missingFrom(current.value.success, corrected)
  if (missing.length === 0) return Option.none()
  const content = contentOf(current.value.success)
  const corrections = [...(content.annotation.corrections ?? []), ...missing]
  return Option.some({ ...content, annotation: { ...content.annotation, corrections } })
}

const warnOfLimit = ({ message }: { readonly message: string }) =>
  Effect.as(Effect.logWarning(`A correction was not given to a copy of its region: ${message}`), [])

/**
 * Gives corrections and flags to all copies of the region that they are about (spec writing §4). One clone may rewrite a
 * commit while another corrects its note: then only the note of the replaced commit has the correction. Returns the
 * commits whose note changed.
 *
 * @param changed commits whose notes have just changed
 */
export const shareCorrections = Effect.fn("Notes.shareCorrections")(function* (changed: ReadonlyArray<ObjectId>) {
  const snapshot = yield* (yield* Notes).snapshot
  // Notes that are all new come from a repository whose last writer has done this.
  if (changed.length === 0 || changed.length >= snapshot.index.size) return []
  const anchors = yield* flatMapNotes(snapshot, changed, always, anchorsOf)
  const corrected = yield* flatMapNotes(snapshot, commitsNaming(snapshot.index, anchors), hasCorrections, correctedIn)
  if (corrected.length === 0) return []
  const names = corrected.map(({ region }) => region.ast_anchor.name)
  const mayBeCopy = hasTime(new Set(corrected.map(({ time }) => time)))
  const lacking = yield* flatMapNotes(snapshot, commitsNaming(snapshot.index, names), mayBeCopy, (note) =>
    missingFrom(note, corrected).length === 0 ? [] : [note.commit]
  )
  if (lacking.length === 0) return []
  const update = (yield* NotesWriter).update(lacking, "Correct copies of notes", (_, current) =>
    Effect.succeed(addMissing(current, corrected))
  )
  const written = Effect.map(update, (done) => done.written)
  return yield* Effect.catchReasons(written, "NotesError", { NoteTooLarge: warnOfLimit, NoteInvalid: warnOfLimit })
})
