import { Clock, Deferred, Effect, Exit, Option } from "effect"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { CurrentPrincipal, type Principal } from "../../../domain/Principal.ts"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { type Git } from "../Git.ts"
import { GitError, ObjectMissing } from "../GitError.ts"
import { commandError } from "../process/GitFailure.ts"
import type { NoteChange } from "../GitWrites.ts"
import { notesEdits } from "./NotesEdits.ts"
import { type NotesCommit, notesStream } from "./NotesStream.ts"
import { type NotesTree, locateNotes } from "../read/NotesTree.ts"
import { checkRefName, updateRef } from "./RefWrites.ts"
import type { WriteSession } from "./WriteSession.ts"
import { groupOf } from "../../../domain/MatchGroup.ts"

/** The input of {@link GitWrites.writeNotes}. */
interface NotesWrite {
  readonly ref: string
  readonly tip: Option.Option<ObjectId>
  readonly merged?: ReadonlyArray<ObjectId>
  readonly notes: ReadonlyArray<NoteChange>
  readonly message: string
}

const emptyNotesTree: NotesTree = { root: { notes: new Map(), folders: new Map() }, locations: new Map() }

/** Returns which of the commits that a write is about do not exist here. */
const findMissing = Effect.fnUntraced(function* (git: Git["Service"], input: NotesWrite) {
  const merged = input.merged ?? []
  const noted = input.notes.flatMap(({ commit, content }) => (Option.isSome(content) ? [commit] : []))
  const needed = [...Option.toArray(input.tip), ...merged, ...(merged.length > 0 ? [] : noted)]
  const facts = yield* git.commits(needed)
  return needed.filter((_, index) => Option.isNone(facts[index] ?? Option.none()))
})

const fallbackIdentity = "ultragit <ultragit@localhost>"
const identityPattern = /^(.*<[^<>]*>) \d+ ([+-]\d{4})\s*$/s

/** Reads the committer of notes commits: the identity that git has for the user, and the time zone offset. */
export const readCommitter = Effect.fnUntraced(function* (session: WriteSession) {
  const { stdout } = yield* session.runner.collect(
    session.call("var", ["GIT_COMMITTER_IDENT"], { exitCodes: [0, 128] })
  )
  const found = identityPattern.exec(stdout.toString("utf8"))
  return found === null
    ? { who: fallbackIdentity, offset: "+0000" }
    : { who: groupOf(found, 1), offset: groupOf(found, 2) }
})

/** The identity of a principal of a server; git allows no brackets or controls in one. */
const toIdentity = ({ name }: Principal): string => {
  const plain = name.replace(/[<>\p{Cc}\s]+/gu, " ").trim()
  return `${plain} <${plain.includes("@") ? plain.replaceAll(" ", "") : "ultragit@localhost"}>`
}

/** Finds the temporary packs that fast-import leaves when the disk is full. Deleting them frees the space. */
const abandonedPacks = (error: GitError): ReadonlyArray<string> =>
  error.reason._tag === "CommandFailed"
    ? Array.from(error.reason.detail.matchAll(/'([^']+\/tmp_pack_[0-9A-Za-z]{6})'/g), (match) => groupOf(match, 1))
    : []

const remove = (path: string) => Effect.ignore(Effect.tryPromise(() => rm(path, { force: true })))

/** Creates the commit. No ref points to it yet. */
const importCommit = Effect.fnUntraced(function* (session: WriteSession, commit: NotesCommit) {
  let started = 0
  const onStart = (pid: number) => {
    started = pid
  }
  // fast-import leaves a crash report, useless to the user, if it ends before its input.
  const removeReport = Effect.suspend(() =>
    remove(join(session.repository.gitDirectory, `fast_import_crash_${started}`))
  )
  const { exitCode, stderr, stdout } = yield* session
    .refCall("fast-import", ["--quiet", "--done"], { stdin: notesStream(commit), onStart })
    .pipe(
      Effect.flatMap(session.run),
      Effect.tapError((error) => Effect.forEach(abandonedPacks(error), remove)),
      Effect.onError(() => removeReport)
    )
  const imported = stdout.trim()
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(imported)
    ? ObjectId.make(imported)
    : yield* commandError("fast-import", exitCode, stderr)
})

/**
 * Computes the edits. Fails with `ObjectMissing` unless the commits exist that fast-import needs and those that get their
 * first note. Notes of commits that do not exist here (branches of others, shallow clones) come by merges, and may be
 * changed and removed.
 */
const planEdits = Effect.fnUntraced(function* (git: Git["Service"], input: NotesWrite, format: "sha1" | "sha256") {
  const commits = input.notes.map(({ commit }) => commit)
  const located = Option.match(input.tip, {
    onNone: () => Effect.succeed(emptyNotesTree),
    onSome: (tip) => locateNotes(git, tip, commits)
  })
  const [tree, missing] = yield* Effect.all([located, findMissing(git, input)], { concurrency: 2 })
  const id = missing.find((commit) => (tree.locations.get(commit)?.entries ?? []).length === 0)
  if (id !== undefined) return yield* new GitError({ reason: new ObjectMissing({ id }) })
  return notesEdits(input.notes, tree, format)
})

/** {@link GitWrites.writeNotes}. */
export const writeNotes = Effect.fn("GitWrites.writeNotes")(function* (
  session: WriteSession,
  git: Git["Service"],
  committer: Effect.Effect<{ readonly who: string; readonly offset: string }, GitError>,
  input: NotesWrite
) {
  yield* checkRefName(input.ref)
  const [{ offset, who }, edits] = yield* Effect.all(
    [committer, planEdits(git, input, session.repository.objectFormat)],
    { concurrency: 2 }
  )
  const author = Option.getOrUndefined(Option.map(Option.fromUndefinedOr(yield* CurrentPrincipal), toIdentity))
  const merged = input.merged ?? []
  if (edits.length === 0 && merged.length === 0) return input.tip
  const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const commit: NotesCommit = {
    parents: [...Option.toArray(input.tip), ...merged],
    committer: `${who} ${seconds} ${offset}`,
    author: author && `${author} ${seconds} ${offset}`,
    message: input.message,
    edits
  }
  const update = { ref: input.ref, to: Option.none<ObjectId>(), expected: input.tip, message: input.message }
  // update-ref starts while fast-import still runs, and receives the new id from it.
  const imported = yield* Deferred.make<Option.Option<ObjectId>>()
  const importing = importCommit(session, commit).pipe(
    Effect.onExit((exit) => Deferred.succeed(imported, Exit.getSuccess(exit)))
  )
  const ready = Effect.map(
    Deferred.await(imported),
    Option.map((id) => ({ ...update, to: Option.some(id) }))
  )
  const [id] = yield* Effect.all([importing, updateRef(session, update, ready)], { concurrency: 2 })
  return Option.some(id)
})
