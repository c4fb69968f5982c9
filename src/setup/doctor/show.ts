import { Effect, Option, Result, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { AbbreviatedId, type ObjectId } from "../../domain/ObjectId.ts"
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

const isObjectName = Schema.is(AbbreviatedId)

/** Finds the only commit with a note whose id starts with `revision`. The commit itself need not be here. */
const findNotedId = Effect.fnUntraced(function* ({ tip }: NotesSnapshot, revision: string) {
  const start = revision.toLowerCase()
  if (Option.isNone(tip) || !isObjectName(start)) return Option.none()
  const entries = yield* (yield* Git).notes(tip.value)
  const [only, ...others] = entries.filter(({ commit }) => commit.startsWith(start))
  return others.length > 0 ? Option.none() : Option.fromUndefinedOr(only?.commit)
})

const describeGone = (commit: ObjectId): string =>
  `Commit ${commit.slice(0, 12)} is not in this repository, only its note. If a remote has it: git fetch REMOTE ${commit}. ` +
  `To carry the note to the commit that replaced it: echo ${commit} FULL_ID | ultragit rewrite --map -`

/** Resolves a commit, or one that git has removed but whose note is still there, with a warning. */
const resolveNoted = Effect.fnUntraced(function* (snapshot: NotesSnapshot, revision: string) {
  const git = yield* Git
  return yield* git.resolveCommit(revision).pipe(
    Effect.map((commit) => ({ commit, warnings: [] })),
    Effect.catchReason("GitError", "RevisionNotFound", (_, notFound) =>
      Effect.flatMap(
        findNotedId(snapshot, revision),
        Option.match({
          onNone: () => Effect.fail(notFound),
          onSome: (commit) => Effect.succeed({ commit, warnings: [describeGone(commit)] })
        })
      )
    )
  )
})

/**
 * Reads the note of one commit, which need not be in the repository. Fails with `SetupError` if it is missing or not an
 * annotation, and with `GitError`.
 */
export const show = Effect.fn("Setup.show")(function* (revision: string) {
  const notes = yield* Notes
  const snapshot = yield* notes.snapshot
  const { commit, warnings } = yield* resolveNoted(snapshot, revision)
  const found = (yield* notes.read(snapshot, [commit])).get(commit)
  if (found === undefined) {
    const near = yield* findNearestNote(snapshot, commit)
    return yield* new SetupError({ reason: new NoteMissing({ commit, ref: snapshot.ref, ...near }) })
  }
  if (Result.isSuccess(found)) return { ...found.success, warnings: [...warnings, ...found.success.warnings] }
  const { detail, field } = found.failure
  return yield* new SetupError({ reason: new NoteUnreadable({ commit, ref: snapshot.ref, field, detail }) })
})
