import { Effect, Option, Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { decodeNote, maxNoteBytes } from "../../notes/format/decode.ts"
import { mergeAnnotations } from "../../notes/merge/Merge.ts"
import { Notes } from "../../notes/Notes.ts"
import { type NoteContent } from "../../notes/NoteContent.ts"
import { contentOf } from "../../notes/format/decode.ts"
import { type CurrentNote, NotesWriter } from "../../notes/NotesWriter.ts"
import { isUnchanged, encodeChecked } from "../../notes/noteBytes.ts"

/** What an import makes of a commit's note; `kept`: the note here cannot be read, and stays. */
export type Fate = "added" | "merged" | "replaced" | "unchanged" | "kept"

/** What is to be written on a commit. */
export interface Wish {
  readonly content: NoteContent
  /** Instead of what is there. */
  readonly replace: boolean
}

/** What became of the wishes, by commit; a text says why one could not be fulfilled. */
export type Fates = ReadonlyMap<ObjectId, Result.Result<Fate, string>>

interface Plan {
  readonly fate: Fate
  readonly content: Option.Option<NoteContent>
}

const planOf = (current: CurrentNote, { content, replace }: Wish): Plan => {
  if (Option.isNone(current)) return { fate: "added", content: Option.some(content) }
  if (replace) return { fate: "replaced", content: Option.some(content) }
  return Result.match(current.value, {
    onFailure: (): Plan => ({ fate: "kept", content: Option.none() }),
    onSuccess: (note): Plan => ({
      fate: "merged",
      content: Option.some(mergeAnnotations(contentOf(note), content))
    })
  })
}

/** The plan, unless what it would write is no note. */
const checked = Effect.fnUntraced(function* (commit: ObjectId, current: CurrentNote, wish: Wish) {
  const plan = planOf(current, wish)
  if (Option.isNone(plan.content)) return Result.succeed(plan)
  const bytes = yield* Effect.result(encodeChecked(commit, plan.content.value))
  return Result.mapBoth(bytes, { onFailure: (error) => error.message, onSuccess: () => plan })
})

/** Fulfils the wishes in one notes commit. */
export const fulfil = Effect.fnUntraced(function* (wishes: ReadonlyMap<ObjectId, Wish>, message: string) {
  const fates = new Map<ObjectId, Result.Result<Fate, string>>()
  const change = Effect.fnUntraced(function* (commit: ObjectId, current: CurrentNote) {
    const wish = wishes.get(commit)
    if (wish === undefined) return Option.none<NoteContent>()
    const plan = yield* checked(commit, current, wish)
    fates.set(
      commit,
      Result.map(plan, ({ fate }) => fate)
    )
    return Result.isSuccess(plan) ? plan.success.content : Option.none<NoteContent>()
  })
  const { written } = yield* (yield* NotesWriter).update([...wishes.keys()], message, change)
  const changed = new Set(written)
  for (const [commit, fate] of fates) {
    if (Result.isSuccess(fate) && fate.success !== "kept" && !changed.has(commit)) {
      fates.set(commit, Result.succeed("unchanged"))
    }
  }
  return fates satisfies Fates
})

/** What would become of the wishes; nothing is written. */
export const foresee = Effect.fnUntraced(function* (wishes: ReadonlyMap<ObjectId, Wish>) {
  const git = yield* Git
  const { tip } = yield* (yield* Notes).snapshot
  const commits = [...wishes.keys()]
  const blobs = Option.isSome(tip) ? yield* git.noteBlobs(tip.value, commits) : new Map<ObjectId, ObjectId>()
  const noted = commits.filter((commit) => blobs.has(commit))
  const contents = yield* git.objects(
    noted.flatMap((commit) => blobs.get(commit) ?? []),
    { maxBytes: maxNoteBytes }
  )
  const bytesOf = new Map(
    noted.map((commit, index) => {
      const content = contents[index]
      return [commit, content?._tag === "Found" ? content.bytes : new Uint8Array()] as const
    })
  )
  const fates = yield* Effect.forEach([...wishes], ([commit, wish]) => {
    const bytes = bytesOf.get(commit)
    const current = bytes === undefined ? Option.none() : Option.some(decodeNote(commit, bytes))
    return Effect.map(
      checked(commit, current, wish),
      Result.map(({ content, fate }): Fate => {
        const same = bytes !== undefined && Option.isSome(content) && isUnchanged(commit, bytes, content.value)
        return same ? "unchanged" : fate
      })
    )
  })
  return new Map(commits.map((commit, index) => [commit, fates[index] ?? Result.succeed("unchanged")])) satisfies Fates
})
