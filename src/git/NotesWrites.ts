import { Clock, Deferred, Effect, Exit, Option } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"
import { type Git } from "./Git.ts"
import { GitError, ObjectMissing } from "./GitError.ts"
import { commandFailed } from "./GitFailure.ts"
import type { NoteChange } from "./GitWrites.ts"
import { notesEdits } from "./NotesEdits.ts"
import { type NotesCommit, notesStream } from "./NotesStream.ts"
import { type NotesTree, locateNotes } from "./NotesTree.ts"
import { checkRefName, updateRef } from "./RefWrites.ts"
import type { WriteSession } from "./WriteSession.ts"

/** What {@link GitWrites.writeNotes} takes. */
export interface NotesWrite {
  readonly ref: string
  readonly tip: Option.Option<ObjectId>
  readonly merged?: ReadonlyArray<ObjectId>
  readonly notes: ReadonlyArray<NoteChange>
  readonly message: string
}

const emptyTree: NotesTree = { root: { notes: new Map(), folders: new Map() }, places: new Map() }

/**
 * Makes sure that fast-import is told of no commit that it does not find. A merge may bring notes of commits that are
 * not here (another's branch, a shallow clone), and any note may be taken away.
 */
const checkPresent = Effect.fnUntraced(function* (git: Git["Service"], input: NotesWrite) {
  const merged = input.merged ?? []
  const noted = input.notes.flatMap(({ commit, content }) => (Option.isSome(content) ? [commit] : []))
  const needed = [...Option.toArray(input.tip), ...merged, ...(merged.length > 0 ? [] : noted)]
  const facts = yield* git.commits(needed)
  const missing = needed.find((_, index) => Option.isNone(facts[index] ?? Option.none()))
  if (missing !== undefined) return yield* new GitError({ reason: new ObjectMissing({ id: missing }) })
})

const fallback = "ultragit <ultragit@localhost>"
const identityPattern = /^(.*<[^<>]*>) \d+ ([+-]\d{4})\s*$/s

/** Who makes notes commits: the user as git knows it, with the offset of the time zone. */
export const readCommitter = Effect.fnUntraced(function* (session: WriteSession) {
  const { stdout } = yield* session.runner.collect(
    session.call("var", ["GIT_COMMITTER_IDENT"], { exitCodes: [0, 128] })
  )
  const [, who = fallback, offset = "+0000"] = identityPattern.exec(stdout.toString("utf8")) ?? []
  return { who, offset }
})

/** Makes the commit, which nothing points at yet. */
const importCommit = Effect.fnUntraced(function* (session: WriteSession, commit: NotesCommit) {
  const { exitCode, stderr, stdout } = yield* session.runner.collect(
    session.call("fast-import", ["--quiet", "--done"], { stdin: notesStream(commit) })
  )
  const made = stdout.toString("latin1").trim()
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(made)
    ? ObjectId.make(made)
    : yield* commandFailed("fast-import", exitCode, stderr)
})

/** {@link GitWrites.writeNotes}. */
export const writeNotes = Effect.fn("GitWrites.writeNotes")(function* (
  session: WriteSession,
  git: Git["Service"],
  committer: Effect.Effect<{ readonly who: string; readonly offset: string }, GitError>,
  input: NotesWrite
) {
  yield* checkRefName(input.ref)
  const commits = input.notes.map(({ commit }) => commit)
  const [{ offset, who }, tree] = yield* Effect.all(
    [
      committer,
      Option.match(input.tip, {
        onNone: () => Effect.succeed(emptyTree),
        onSome: (tip) => locateNotes(git, tip, commits)
      }),
      checkPresent(git, input)
    ],
    { concurrency: "unbounded" }
  )
  const edits = notesEdits(input.notes, tree, session.repository.objectFormat)
  const merged = input.merged ?? []
  if (edits.length === 0 && merged.length === 0) return input.tip
  const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const commit: NotesCommit = {
    parents: [...Option.toArray(input.tip), ...merged],
    committer: `${who} ${seconds} ${offset}`,
    message: input.message,
    edits
  }
  const update = { ref: input.ref, to: Option.none<ObjectId>(), expected: input.tip, message: input.message }
  // The second process starts while the first is at work, and is told what came of it.
  const made = yield* Deferred.make<Option.Option<ObjectId>>()
  const importing = importCommit(session, commit).pipe(
    Effect.onExit((exit) => Deferred.succeed(made, Exit.getSuccess(exit)))
  )
  const ready = Effect.map(
    Deferred.await(made),
    Option.map((id) => ({ ...update, to: Option.some(id) }))
  )
  const [id] = yield* Effect.all([importing, updateRef(session, update, ready)], { concurrency: 2 })
  return Option.some(id)
})
