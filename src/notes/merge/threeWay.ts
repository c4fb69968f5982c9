import type { ObjectId } from "../../domain/ObjectId.ts"
import type { NotesChange } from "../../adapters/git/Git.ts"

/** What a merge of two notes trees does to one note. */
export type Decision =
  | { readonly _tag: "Take"; readonly commit: ObjectId; readonly theirs: ObjectId }
  | { readonly _tag: "Remove"; readonly commit: ObjectId }
  | { readonly _tag: "Merge"; readonly commit: ObjectId; readonly ours: ObjectId; readonly theirs: ObjectId }

/**
 * Decides what to change on our side (spec writing §4), given each side's changes since the common ancestor. Takes what
 * only they changed, including deletions; keeps a note that one side deleted and the other changed; merges by content
 * what both changed.
 */
export const threeWay = (ours: NotesChange, theirs: NotesChange): ReadonlyArray<Decision> => {
  const blobs = new Map(ours.upserted.map(({ blob, commit }) => [commit, blob]))
  const taken = theirs.upserted.flatMap(({ blob, commit }): ReadonlyArray<Decision> => {
    const own = blobs.get(commit)
    if (own === undefined) return [{ _tag: "Take", commit, theirs: blob }]
    return own === blob ? [] : [{ _tag: "Merge", commit, ours: own, theirs: blob }]
  })
  const gone = new Set(ours.removed)
  const removed = theirs.removed
    .filter((commit) => !blobs.has(commit) && !gone.has(commit))
    .map((commit): Decision => ({ _tag: "Remove", commit }))
  return [...taken, ...removed]
}
