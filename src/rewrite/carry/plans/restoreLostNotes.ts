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
import { notesIn, notesNow } from "../rewrites/readNotes.ts"
import { presentOf } from "../rewrites/filterExisting.ts"

/** Newest values of the notes ref that are looked at. */
const looked = 50

/** A note that is brought back. */
interface Lost {
  readonly content: NoteContent
  readonly isShared: boolean
  /** What stands in its place. */
  readonly instead: NoteContent | undefined
}

const isSame = (a: NoteContent | undefined, b: NoteContent | undefined): boolean =>
  canonicalJson(a?.annotation) === canonicalJson(b?.annotation)

/** What a commit's note shall say again, together with what was written there otherwise. */
const broughtBack = ({ content, instead, isShared }: Lost, current: CurrentNote): Option.Option<NoteContent> => {
  if (Option.isSome(current) && Result.isFailure(current.value)) return Option.none()
  const standing = Option.match(current, { onNone: () => undefined, onSome: (note) => Result.getOrUndefined(note) })
  const stands = standing === undefined ? undefined : contentOf(standing)
  if (stands === undefined) return instead === undefined ? Option.some(content) : Option.none()
  return Option.some(!isShared && isSame(stands, instead) ? content : mergeAnnotations(stands, content))
}

/** The notes that were thrown away, as they were; where one was more than once, as it was last. */
const lostNotes = Effect.fnUntraced(function* (values: ReadonlyArray<ObjectId>) {
  const losses = new Map((yield* lossesIn(values)).toReversed().map((loss) => [loss.commit, loss]))
  const present = yield* presentOf([...losses.keys()])
  const byTip = Map.groupBy(
    [...losses.values()].filter(({ commit }) => present.has(commit)),
    (loss): ObjectId => loss.tip
  )
  const instead = yield* notesNow([...present])
  const found = yield* Effect.forEach(byTip, ([tip, lost]) =>
    notesIn(
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
 * Brings back notes that a careless writer of the notes ref threw away. Git's own `git notes` and its copying of notes
 * on a rewrite write what they read a moment before, whatever was written meanwhile; the reflog has it. Not undone is
 * what somebody wanted: a note removed, notes pruned, the ref set back or replaced. The commits whose note came back.
 */
export const healLost = Effect.fn("carry.heal")(function* () {
  const git = yield* Git
  const writer = yield* NotesWriter
  const { noteRef } = yield* (yield* Settings).values
  const tip = yield* git.resolveRef(noteRef)
  const logged = (yield* git.reflog(noteRef)).slice(0, looked)
  // Without its newest value the log is of another time: nothing can be concluded from it.
  if (Option.isNone(tip) || logged[0] !== tip.value) return []
  const lost = yield* lostNotes(logged)
  if (lost.size === 0) return []
  const { written } = yield* writer.update([...lost.keys()], "Bring back notes that were lost", (commit, current) =>
    Effect.succeed(Option.flatMap(Option.fromNullishOr(lost.get(commit)), (each) => broughtBack(each, current)))
  )
  return written
})
