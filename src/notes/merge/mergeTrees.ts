import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git, type NotesChange, type ObjectContent } from "../../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../../adapters/git/GitError.ts"
import { GitWrites, type NoteChange } from "../../adapters/git/GitWrites.ts"
import { maxNoteBytes } from "../format/decode.ts"
import type { NotesMerge } from "../NotesUpdate.ts"
import { readingNotes } from "../StandingNotes.ts"
import { type Decision, threeWay } from "./threeWay.ts"
import { mergeBytes } from "../writing.ts"

/** What is merged, and into what. */
export interface TreeMerge {
  readonly ref: string
  readonly tip: Option.Option<ObjectId>
  readonly from: ObjectId
  readonly message: string
}

/** Note contents asked of git at once. */
const batchSize = 500
/** A stranger's note is passed on as it is, also where it is too large to be read. */
const largestPassedOn = 8 * maxNoteBytes

/** What changed since an ancestor; everything there is, where there is none. */
export const changeSince = Effect.fnUntraced(function* (base: Option.Option<ObjectId>, to: ObjectId) {
  const git = yield* Git
  return Option.isSome(base)
    ? yield* git.notesChange(base.value, to)
    : ({ upserted: yield* git.notes(to), removed: [] } satisfies NotesChange)
})

const bytesOf = (
  id: ObjectId,
  content: ObjectContent | undefined
): Effect.Effect<Option.Option<Uint8Array>, GitError> => {
  if (content?._tag === "Found") return Effect.succeedSome(content.bytes)
  return content?._tag === "TooLarge"
    ? Effect.succeedNone
    : Effect.fail(new GitError({ reason: new ObjectMissing({ id }) }))
}

const blobsOf = (decision: Decision): ReadonlyArray<ObjectId> => {
  switch (decision._tag) {
    case "Take":
      return [decision.theirs]
    case "Merge":
      return [decision.ours, decision.theirs]
    case "Remove":
      return []
  }
}

const given = (commit: ObjectId, why: string) =>
  Effect.logWarning(`The notes on ${commit.slice(0, 12)} were not merged, one was kept: ${why}`)

/** What a decision writes; nothing where our note stays as it is. */
const changeOf = Effect.fnUntraced(function* (
  decision: Decision,
  contents: ReadonlyMap<ObjectId, Option.Option<Uint8Array>>
) {
  const { commit } = decision
  if (decision._tag === "Remove") return Option.some<NoteChange>({ commit, content: Option.none() })
  const theirs = contents.get(decision.theirs) ?? Option.none()
  if (Option.isNone(theirs)) {
    yield* given(commit, "theirs is too large")
    return Option.none<NoteChange>()
  }
  const ours = decision._tag === "Merge" ? (contents.get(decision.ours) ?? Option.none()) : Option.none<Uint8Array>()
  if (Option.isNone(ours)) return Option.some<NoteChange>({ commit, content: theirs })
  const { bytes, loss } = yield* mergeBytes(commit, ours.value, theirs.value)
  if (Option.isSome(loss)) yield* given(commit, loss.value)
  return bytes === ours.value
    ? Option.none<NoteChange>()
    : Option.some<NoteChange>({ commit, content: Option.some(bytes) })
})

/** What decisions write, by commit. */
export const changesOf = Effect.fnUntraced(function* (decisions: ReadonlyArray<Decision>) {
  const git = yield* Git
  const changes: Array<NoteChange> = []
  for (let start = 0; start < decisions.length; start += batchSize) {
    const batch = decisions.slice(start, start + batchSize)
    const blobs = [...new Set(batch.flatMap(blobsOf))]
    const found = yield* git.objects(blobs, { maxBytes: largestPassedOn })
    const bytes = yield* Effect.forEach(blobs, (blob, index) => bytesOf(blob, found[index]))
    const contents = new Map(blobs.map((blob, index) => [blob, bytes[index] ?? Option.none<Uint8Array>()]))
    for (const each of batch) changes.push(...Option.toArray(yield* changeOf(each, contents)))
  }
  return changes
})

const commitsOf = ({ removed, upserted }: NotesChange): ReadonlyArray<ObjectId> => [
  ...upserted.map(({ commit }) => commit),
  ...removed
]

/** Our ref moves to where they are: we have nothing of our own. */
const fastForward = Effect.fnUntraced(function* ({ from, ref, tip }: TreeMerge) {
  const writes = yield* GitWrites
  const written = commitsOf(yield* changeSince(tip, from).pipe(readingNotes(ref)))
  yield* writes.updateRef({ ref, to: Option.some(from), expected: tip })
  return { ref, tip: Option.some(from), written, merged: [], kind: "fast-forward" } satisfies NotesMerge
})

/** One attempt to bring a notes commit into a ref; fails with `RefMoved` when another writer was quicker. */
export const mergeTrees = Effect.fn("NotesWriter.mergeTrees")(function* (merge: TreeMerge) {
  const { from, message, ref, tip } = merge
  const git = yield* Git
  const writes = yield* GitWrites
  if (Option.isNone(tip)) return yield* fastForward(merge)
  const base = yield* git.mergeBase(tip.value, from).pipe(readingNotes(ref))
  if (Option.isSome(base) && base.value === from) {
    return { ref, tip, written: [], merged: [], kind: "unchanged" } satisfies NotesMerge
  }
  if (Option.isSome(base) && base.value === tip.value) return yield* fastForward(merge)
  const ours = yield* changeSince(base, tip.value).pipe(readingNotes(ref))
  const theirs = yield* changeSince(base, from).pipe(readingNotes(from))
  const decisions = threeWay(ours, theirs)
  const notes = yield* changesOf(decisions)
  const made = yield* writes.writeNotes({ ref, tip, merged: [from], notes, message })
  const merged = decisions.flatMap((each) => (each._tag === "Merge" ? [each.commit] : []))
  return { ref, tip: made, written: notes.map(({ commit }) => commit), merged, kind: "merge" } satisfies NotesMerge
})
