import { Clock, Effect, FileSystem, Option } from "effect"
import { join } from "node:path"
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
/** Maximum bytes of a file that holds an id. */
const maxIdBytes = 128

/** How long after `ORIG_HEAD` was written commits may take over notes, in milliseconds. */
const openMillis = Effect.fnUntraced(function* (commit: ObjectId, original: ObjectId) {
  const git = yield* Git
  const { index } = yield* (yield* Notes).snapshot
  if (index.size === 0) return 0
  const undone = yield* git.walk({ from: [original], exclude: [commit], maxCount: maxUndone })
  return undone.some((id) => index.blob(id) !== undefined) ? undoneMillis : unstagedMillis
})

/**
 * When `ORIG_HEAD` was written, in milliseconds since 1970. Where refs are in tables, no file tells: when this worktree first saw
 * its value.
 */
const findWritten = Effect.fnUntraced(function* (gitDirectory: string, original: ObjectId) {
  const files = yield* FileSystem.FileSystem
  const info = yield* Effect.option(files.stat(join(gitDirectory, "ORIG_HEAD")))
  if (Option.isSome(info)) return Option.match(info.value.mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
  const own = privateFiles(gitDirectory)
  const line = `${original}\n`
  const seen = yield* Effect.option(own.readText("undone", maxIdBytes))
  if (!Option.contains(Option.flatten(seen), line)) yield* own.write("undone", line)
  const written = yield* own.stat("undone")
  return Option.match(written, { onNone: () => 0, onSome: ({ mtimeMs }) => mtimeMs })
})

/**
 * Tells the hooks of this worktree that the current `ORIG_HEAD` is old enough to be ignored. Until then each new commit
 * may contain code that was undone or unstaged.
 */
export const settleUndone = Effect.fnUntraced(function* (commit: ObjectId) {
  const git = yield* Git
  const { gitDirectory } = yield* git.repository
  const original = yield* Effect.option(git.resolveCommit("ORIG_HEAD"))
  if (Option.isNone(original)) return
  const age = (yield* Clock.currentTimeMillis) - (yield* findWritten(gitDirectory, original.value))
  if (age < (yield* openMillis(commit, original.value))) return
  yield* privateFiles(gitDirectory).write("settled", `${original.value}\n`)
})
