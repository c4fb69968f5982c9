import { Clock, Effect, FileSystem, Option, Path } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { Notes } from "../../notes/Notes.ts"

/** How long new commits may take over the notes of undone commits. */
const undoneMillis = 60 * 60_000
/** The same if no annotated commit was undone: picked changes may have been unstaged or stashed, to commit them in parts. */
const unstagedMillis = 10 * 60_000
/** Maximum undone commits to examine. */
const maxUndone = 1000

/** How long after `ORIG_HEAD` was written commits may take over notes, in milliseconds. */
const openMillis = Effect.fnUntraced(function* (commit: ObjectId, original: ObjectId) {
  const git = yield* Git
  const { index } = yield* (yield* Notes).snapshot
  if (index.size === 0) return 0
  const undone = yield* git.walk({ from: [original], exclude: [commit], maxCount: maxUndone })
  return undone.some((id) => index.blob(id) !== undefined) ? undoneMillis : unstagedMillis
})

/**
 * Tells the hooks of this worktree that the current `ORIG_HEAD` is old enough to be ignored. Until then each new commit
 * may contain code that was undone or unstaged.
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
