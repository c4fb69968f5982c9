import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git, type NotesChange, type ObjectContent } from "../../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../../adapters/git/GitError.ts"
import { GitWrites, type NoteChange } from "../../adapters/git/GitWrites.ts"
import { maxNoteBytes } from "../format/decode.ts"
import type { NotesMerge } from "../NotesUpdate.ts"
import { asNotesError } from "../readNotes.ts"
import { type Decision, threeWay } from "./threeWay.ts"
import type { MergedBytes } from "../noteBytes.ts"

/** Merges two notes of a commit. */
type MergeBytes = (commit: ObjectId, ours: Uint8Array, theirs: Uint8Array) => Effect.Effect<MergedBytes>

/** Merges `from` into `ref`, whose current commit is `tip`. */
interface TreeMerge {
  readonly ref: string
  readonly tip: Option.Option<ObjectId>
  readonly from: ObjectId
  readonly message: string
  readonly mergeBytes: MergeBytes
}

/** Note contents read from git at once. */
const batchSize = 500
/** A fetched note is passed on unchanged up to this size, even if it is too large to be decoded. */
const maxPassedOnBytes = 8 * maxNoteBytes

/** Returns the changes since an ancestor, or all notes if there is no common ancestor. */
export const changeSince = Effect.fnUntraced(function* (base: Option.Option<ObjectId>, to: ObjectId) {
  const git = yield* Git
  return Option.isSome(base)
    ? yield* git.notesChange(base.value, to)
    : ({ upserted: yield* git.notes(to), removed: [] } satisfies NotesChange)
})

const contentBytes = (
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

const warnNotMerged = (commit: ObjectId, why: string) =>
  Effect.logWarning(`The notes on ${commit.slice(0, 12)} were not merged, one was kept: ${why}`)

/** Returns the change that a decision makes; none if our note stays as it is. */
const resolveDecision = Effect.fnUntraced(function* (
  decision: Decision,
  contents: ReadonlyMap<ObjectId, Option.Option<Uint8Array>>,
  mergeBytes: MergeBytes
) {
  const { commit } = decision
  if (decision._tag === "Remove") return Option.some<NoteChange>({ commit, content: Option.none() })
  const theirs = contents.get(decision.theirs) ?? Option.none()
  if (Option.isNone(theirs)) {
    yield* warnNotMerged(commit, "theirs is too large")
    return Option.none<NoteChange>()
  }
  const ours = decision._tag === "Merge" ? (contents.get(decision.ours) ?? Option.none()) : Option.none<Uint8Array>()
  if (Option.isNone(ours)) return Option.some<NoteChange>({ commit, content: theirs })
  const { bytes, loss } = yield* mergeBytes(commit, ours.value, theirs.value)
  if (Option.isSome(loss)) yield* warnNotMerged(commit, loss.value)
  return bytes === ours.value
    ? Option.none<NoteChange>()
    : Option.some<NoteChange>({ commit, content: Option.some(bytes) })
})

/** Returns the changes that the decisions make. */
export const resolveDecisions = Effect.fnUntraced(function* (
  decisions: ReadonlyArray<Decision>,
  mergeBytes: MergeBytes
) {
  const git = yield* Git
  const changes: Array<NoteChange> = []
  for (let start = 0; start < decisions.length; start += batchSize) {
    const batch = decisions.slice(start, start + batchSize)
    const blobs = [...new Set(batch.flatMap(blobsOf))]
    const found = yield* git.objects(blobs, { maxBytes: maxPassedOnBytes })
    const bytes = yield* Effect.forEach(blobs, (blob, index) => contentBytes(blob, found[index]))
    const contents = new Map(blobs.map((blob, index) => [blob, bytes[index] ?? Option.none<Uint8Array>()]))
    for (const each of batch) changes.push(...Option.toArray(yield* resolveDecision(each, contents, mergeBytes)))
  }
  return changes
})

/** Moves our ref to their commit: we have no changes of our own. */
const fastForward = Effect.fnUntraced(function* ({ from, ref, tip }: TreeMerge) {
  const writes = yield* GitWrites
  const { removed, upserted } = yield* changeSince(tip, from).pipe(asNotesError(ref))
  const written = [...upserted.map(({ commit }) => commit), ...removed]
  yield* writes.updateRef({ ref, to: Option.some(from), expected: tip })
  return { ref, tip: Option.some(from), written, removed, merged: [], kind: "fast-forward" } satisfies NotesMerge
})

/** Tries once to merge a notes commit into a ref. Fails with `RefMoved` if another writer was faster. */
export const mergeTrees = Effect.fn("NotesWriter.mergeTrees")(function* (merge: TreeMerge) {
  const { from, mergeBytes, message, ref, tip } = merge
  const git = yield* Git
  const writes = yield* GitWrites
  if (Option.isNone(tip)) return yield* fastForward(merge)
  const base = yield* git.mergeBase(tip.value, from).pipe(asNotesError(ref))
  if (Option.isSome(base) && base.value === from) {
    return { ref, tip, written: [], removed: [], merged: [], kind: "unchanged" } satisfies NotesMerge
  }
  if (Option.isSome(base) && base.value === tip.value) return yield* fastForward(merge)
  const ours = yield* changeSince(base, tip.value).pipe(asNotesError(ref))
  const theirs = yield* changeSince(base, from).pipe(asNotesError(from))
  const decisions = threeWay(ours, theirs)
  const notes = yield* resolveDecisions(decisions, mergeBytes)
  const made = yield* writes.writeNotes({ ref, tip, merged: [from], notes, message })
  const merged = decisions.flatMap((each) => (each._tag === "Merge" ? [each.commit] : []))
  const written = notes.map(({ commit }) => commit)
  const removed = notes.flatMap(({ commit, content }) => (Option.isNone(content) ? [commit] : []))
  return { ref, tip: made, written, removed, merged, kind: "merge" } satisfies NotesMerge
})
