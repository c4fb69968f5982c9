import type { ObjectId } from "../../domain/ObjectId.ts"
import type { NotesChange } from "../../adapters/git/Git.ts"

/** What a merge of two notes trees does to one note. */
export type Decision =
  | { readonly _tag: "Take"; readonly commit: ObjectId; readonly theirs: ObjectId }
  | { readonly _tag: "Remove"; readonly commit: ObjectId }
  | { readonly _tag: "Merge"; readonly commit: ObjectId; readonly ours: ObjectId; readonly theirs: ObjectId }

/**
 * What is to be done on our side (spec writing §4), each side as what it changed since the common ancestor: what only
 * they changed is taken, deletions too; a note that one side deleted and the other changed is kept; what both changed
 * is merged by content.
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
