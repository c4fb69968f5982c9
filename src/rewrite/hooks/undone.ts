import { Clock, Effect, FileSystem, Option, Path } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { Notes } from "../../notes/Notes.ts"
import { queuePlace } from "./queue.ts"

/** Milliseconds for which commits may bring back what was undone. */
const openMillis = 60 * 60_000
/** Commits that were undone and are looked at. */
const maxUndone = 1000

/** Whether annotated commits were undone. */
const isAnnotated = Effect.fnUntraced(function* (commit: ObjectId, original: ObjectId) {
  const git = yield* Git
  const { index } = yield* (yield* Notes).snapshot
  const undone = index.size === 0 ? [] : yield* git.walk({ from: [original], without: [commit], maxCount: maxUndone })
  return undone.some((id) => index.blob(id) !== undefined)
})

/**
 * Tells the hooks of this work tree that what `ORIG_HEAD` names needs no worker any more: nothing annotated was undone
 * with it, or it is an hour ago. Until then each commit may be the one that takes undone code over.
 */
export const settleUndone = Effect.fnUntraced(function* (commit: ObjectId) {
  const git = yield* Git
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const repository = yield* git.repository
  const file = path.join(repository.gitDirectory, "ORIG_HEAD")
  const info = yield* Effect.option(files.stat(file))
  const original = yield* Effect.option(git.resolveCommit("ORIG_HEAD"))
  if (Option.isNone(info) || Option.isNone(original)) return
  const time = Option.match(info.value.mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
  const isOpen = time + openMillis > (yield* Clock.currentTimeMillis)
  if (isOpen && (yield* isAnnotated(commit, original.value))) return
  yield* files.writeFileString(path.join(queuePlace(repository, path).root, "settled"), `${original.value}\n`)
})
