import { Array as Arrays, Effect, Option, Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { decodeNote, maxNoteBytes } from "../../notes/format/decode.ts"
import { mergeAnnotations } from "../../notes/merge/Merge.ts"
import { Notes } from "../../notes/Notes.ts"
import { type NoteContent } from "../../notes/NoteContent.ts"
import { contentOf } from "../../notes/format/decode.ts"
import { type CurrentNote, NotesWriter } from "../../notes/NotesWriter.ts"
import { isUnchanged, encodeChecked } from "../../notes/noteBytes.ts"

/** What an import did with the note of a commit. `kept`: the existing note cannot be read and is left alone. */
export type NoteOutcome = "added" | "merged" | "replaced" | "unchanged" | "kept"

/** A note to write. */
export interface NoteWrite {
  readonly content: NoteContent
  /** Whether to replace the existing note instead of merging with it. */
  readonly replace: boolean
}

/** The outcomes by commit; a failure is the reason why the note cannot be written. */
type NoteOutcomes = ReadonlyMap<ObjectId, Result.Result<NoteOutcome, string>>

interface Plan {
  readonly outcome: NoteOutcome
  readonly content: Option.Option<NoteContent>
}

const planWrite = (current: CurrentNote, { content, replace }: NoteWrite): Plan => {
  if (Option.isNone(current)) return { outcome: "added", content: Option.some(content) }
  if (replace) return { outcome: "replaced", content: Option.some(content) }
  return Result.match(current.value, {
    onFailure: (): Plan => ({ outcome: "kept", content: Option.none() }),
    onSuccess: (note): Plan => ({
      outcome: "merged",
      content: Option.some(mergeAnnotations(contentOf(note), content))
    })
  })
}

/** Plans a write and checks that the result is a valid note. */
const checkPlan = Effect.fnUntraced(function* (commit: ObjectId, current: CurrentNote, write: NoteWrite) {
  const plan = planWrite(current, write)
  if (Option.isNone(plan.content)) return Result.succeed(plan)
  const bytes = yield* Effect.result(encodeChecked(commit, plan.content.value))
  return Result.mapBoth(bytes, { onFailure: (error) => error.message, onSuccess: () => plan })
})

/** Writes the notes in one notes commit. */
export const applyWrites = Effect.fnUntraced(function* (writes: ReadonlyMap<ObjectId, NoteWrite>, message: string) {
  const outcomes = new Map<ObjectId, Result.Result<NoteOutcome, string>>()
  const change = Effect.fnUntraced(function* (commit: ObjectId, current: CurrentNote) {
    const write = writes.get(commit)
    if (write === undefined) return Option.none<NoteContent>()
    const plan = yield* checkPlan(commit, current, write)
    outcomes.set(
      commit,
      Result.map(plan, ({ outcome }) => outcome)
    )
    return Result.isSuccess(plan) ? plan.success.content : Option.none<NoteContent>()
  })
  const { written } = yield* (yield* NotesWriter).update([...writes.keys()], message, change)
  const changed = new Set(written)
  for (const [commit, outcome] of outcomes) {
    if (Result.isSuccess(outcome) && outcome.success !== "kept" && !changed.has(commit)) {
      outcomes.set(commit, Result.succeed("unchanged"))
    }
  }
  return outcomes satisfies NoteOutcomes
})

/** Returns the outcomes that {@link applyWrites} would have, without writing. */
export const previewWrites = Effect.fnUntraced(function* (writes: ReadonlyMap<ObjectId, NoteWrite>) {
  const git = yield* Git
  const { tip } = yield* (yield* Notes).snapshot
  const commits = [...writes.keys()]
  const blobs = Option.isSome(tip) ? yield* git.noteBlobs(tip.value, commits) : new Map<ObjectId, ObjectId>()
  const noted = [...blobs].filter(([commit]) => writes.has(commit))
  const contents = yield* git.objects(
    noted.map(([, blob]) => blob),
    { maxBytes: maxNoteBytes }
  )
  const bytesByCommit = new Map(
    Arrays.zipWith(noted, contents, ([commit], content) => [
      commit,
      content._tag === "Found" ? content.bytes : new Uint8Array()
    ])
  )
  const outcomes = yield* Effect.forEach([...writes], ([commit, write]) => {
    const bytes = bytesByCommit.get(commit)
    const current = bytes === undefined ? Option.none() : Option.some(decodeNote(commit, bytes))
    return Effect.map(
      checkPlan(commit, current, write),
      Result.map(({ content, outcome }): NoteOutcome => {
        const same = bytes !== undefined && Option.isSome(content) && isUnchanged(commit, bytes, content.value)
        return same ? "unchanged" : outcome
      })
    )
  })
  return new Map(Arrays.zip(commits, outcomes)) satisfies NoteOutcomes
})
