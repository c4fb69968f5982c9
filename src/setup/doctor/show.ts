import { Effect, Result } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { Notes } from "../../notes/Notes.ts"
import { NoteMissing, NoteUnreadable, SetupError } from "../../rewrite/hooks/SetupError.ts"

/** Reads the note of one commit. Fails with `SetupError` if it is missing or not an annotation, and with `GitError`. */
export const show = Effect.fn("Setup.show")(function* (revision: string) {
  const notes = yield* Notes
  const commit = yield* (yield* Git).resolveCommit(revision)
  const snapshot = yield* notes.snapshot
  const found = (yield* notes.read(snapshot, [commit])).get(commit)
  if (found === undefined) return yield* new SetupError({ reason: new NoteMissing({ commit, ref: snapshot.ref }) })
  if (Result.isSuccess(found)) return found.success
  const { detail, field } = found.failure
  return yield* new SetupError({ reason: new NoteUnreadable({ commit, field, detail }) })
})
