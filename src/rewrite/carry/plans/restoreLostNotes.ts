import { Effect, Option, Result } from "effect"
import { Settings } from "../../../config/Settings.ts"
import { canonicalJson } from "../../../domain/Json.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { mergeAnnotations } from "../../../notes/merge/Merge.ts"
import { type NoteContent } from "../../../notes/NoteContent.ts"
import { contentOf } from "../../../notes/format/decode.ts"
import { type CurrentNote, NotesWriter } from "../../../notes/NotesWriter.ts"
import { lossesIn } from "../sources/findLostNotes.ts"
import { readNotesAt, readCurrentNotes } from "../rewrites/readNotes.ts"
import { filterExisting } from "../rewrites/filterExisting.ts"

/** Maximum reflog entries of the notes ref to examine. */
const maxReflogEntries = 50

/** A lost note. */
interface Lost {
  readonly content: NoteContent
  readonly isShared: boolean
  /** The current note of the commit. */
  readonly instead: NoteContent | undefined
}

const isSame = (a: NoteContent | undefined, b: NoteContent | undefined): boolean =>
  canonicalJson(a?.annotation) === canonicalJson(b?.annotation)

/** Restores a lost note, merged with what was written since. */
const broughtBack = ({ content, instead, isShared }: Lost, current: CurrentNote): Option.Option<NoteContent> => {
  if (Option.isSome(current) && Result.isFailure(current.value)) return Option.none()
  const readable = Option.match(current, { onNone: () => undefined, onSome: (note) => Result.getOrUndefined(note) })
  const existing = readable === undefined ? undefined : contentOf(readable)
  if (existing === undefined) return instead === undefined ? Option.some(content) : Option.none()
  return Option.some(!isShared && isSame(existing, instead) ? content : mergeAnnotations(existing, content))
}

/** Reads the lost notes; the latest version if one was lost more than once. */
const lostNotes = Effect.fnUntraced(function* (values: ReadonlyArray<ObjectId>) {
  const losses = new Map((yield* lossesIn(values)).toReversed().map((loss) => [loss.commit, loss]))
  const present = yield* filterExisting([...losses.keys()])
  const byTip = Map.groupBy(
    [...losses.values()].filter(({ commit }) => present.has(commit)),
    (loss): ObjectId => loss.tip
  )
  const instead = yield* readCurrentNotes([...present])
  const found = yield* Effect.forEach(byTip, ([tip, lost]) =>
    readNotesAt(
      tip,
      lost.map(({ commit }) => commit)
    )
  )
  return new Map(
    found.flatMap((notes) =>
      [...notes].map(([commit, content]): readonly [ObjectId, Lost] => [
        commit,
        { content, isShared: losses.get(commit)?.isShared === true, instead: instead.get(commit) }
      ])
    )
  )
})

/**
 * Restores notes that other programs' writes dropped. `git notes`, and git's copying of notes in a rewrite, overwrite
 * concurrent changes; the reflog still has them. Does not undo intended changes: removed or pruned notes, or a reset or
 * replaced ref. Returns the commits whose note was restored.
 */
export const restoreLost = Effect.fn("carry.restoreLostNotes")(function* () {
  const git = yield* Git
  const writer = yield* NotesWriter
  const { noteRef } = yield* (yield* Settings).values
  const tip = yield* git.resolveRef(noteRef)
  const logged = (yield* git.reflog(noteRef)).slice(0, maxReflogEntries)
  // If the newest entry is not the tip, the reflog is incomplete and proves nothing.
  if (Option.isNone(tip) || logged[0] !== tip.value) return []
  const lost = yield* lostNotes(logged)
  if (lost.size === 0) return []
  const { written } = yield* writer.update([...lost.keys()], "Bring back notes that were lost", (commit, current) =>
    Effect.succeed(Option.flatMap(Option.fromNullishOr(lost.get(commit)), (each) => broughtBack(each, current)))
  )
  return written
})
