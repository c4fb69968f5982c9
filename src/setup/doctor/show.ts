import { Effect, Result } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Notes } from "../../notes/Notes.ts"
import type { NotesSnapshot } from "../../notes/NotesSnapshot.ts"
import { NoteMissing, NoteUnreadable, SetupError } from "../../rewrite/hooks/SetupError.ts"

/** How many commits to look back for one that has a note. */
const maxCommitsBack = 200

/** Finds the newest commit in the history of `commit` that has a note. */
const findNearestNote = Effect.fnUntraced(function* (snapshot: NotesSnapshot, commit: ObjectId) {
  const history = yield* (yield* Git).walk({ from: [commit], maxCount: maxCommitsBack })
  const noted = yield* (yield* Notes).read(snapshot, history)
  const near = history.find((id) => noted.has(id))
  return near === undefined ? {} : { near }
})

/** Reads the note of one commit. Fails with `SetupError` if it is missing or not an annotation, and with `GitError`. */
export const show = Effect.fn("Setup.show")(function* (revision: string) {
  const notes = yield* Notes
  const commit = yield* (yield* Git).resolveCommit(revision)
  const snapshot = yield* notes.snapshot
  const found = (yield* notes.read(snapshot, [commit])).get(commit)
  if (found === undefined) {
    const near = yield* findNearestNote(snapshot, commit)
    return yield* new SetupError({ reason: new NoteMissing({ commit, ref: snapshot.ref, ...near }) })
  }
  if (Result.isSuccess(found)) return found.success
  const { detail, field } = found.failure
  return yield* new SetupError({ reason: new NoteUnreadable({ commit, ref: snapshot.ref, field, detail }) })
})
