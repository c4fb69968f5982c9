import { Clock, Effect, FileSystem, Option, Path } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { Notes } from "../../notes/Notes.ts"

/** Milliseconds for which commits may take over annotated commits that were undone. */
const undoneMillis = 60 * 60_000
/** The same where nothing annotated was undone: what was picked may have been unstaged or stashed, to be committed in parts. */
const unstagedMillis = 10 * 60_000
/** Commits that were undone and are looked at. */
const maxUndone = 1000

/** How long a commit may take something over after `ORIG_HEAD` was written, in milliseconds. */
const openMillis = Effect.fnUntraced(function* (commit: ObjectId, original: ObjectId) {
  const git = yield* Git
  const { index } = yield* (yield* Notes).snapshot
  if (index.size === 0) return 0
  const undone = yield* git.walk({ from: [original], exclude: [commit], maxCount: maxUndone })
  return undone.some((id) => index.blob(id) !== undefined) ? undoneMillis : unstagedMillis
})

/**
 * Tells the hooks of this work tree that what `ORIG_HEAD` names needs no worker any more, once it is long enough ago.
 * Until then each commit may be the one that takes undone or unstaged code over.
 */
export const settleUndone = Effect.fnUntraced(function* (commit: ObjectId) {
  const git = yield* Git
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const repository = yield* git.repository
  const info = yield* Effect.option(files.stat(path.join(repository.gitDirectory, "ORIG_HEAD")))
  const original = yield* Effect.option(git.resolveCommit("ORIG_HEAD"))
  if (Option.isNone(info) || Option.isNone(original)) return
  const time = Option.match(info.value.mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
  const age = (yield* Clock.currentTimeMillis) - time
  if (age < (yield* openMillis(commit, original.value))) return
  yield* privateFiles(repository.gitDirectory).write("settled", `${original.value}\n`)
})
