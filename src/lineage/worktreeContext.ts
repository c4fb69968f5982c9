import { Effect, FileSystem, Option } from "effect"
import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { Git } from "../adapters/git/Git.ts"

/**
 * Computes a digest of a file's content. Returns the type of anything but a regular file, as a pipe has no end, and
 * `none` for a missing file.
 */
const digestFile = Effect.fnUntraced(
  function* (path: string) {
    const files = yield* FileSystem.FileSystem
    const { type } = yield* files.stat(path)
    if (type !== "File") return type
    return createHash("sha256")
      .update(yield* files.readFile(path))
      .digest("hex")
  },
  Effect.orElseSucceed(() => "none")
)

/** Lists the folders that contain a path, without the root. */
const listParentFolders = (path: string): ReadonlyArray<string> => {
  const folder = dirname(path)
  return folder === "." ? [] : [...listParentFolders(folder), folder]
}

/**
 * Returns a fingerprint of what git's blame of a worktree file depends on in addition to its bytes, HEAD and
 * `Git.blameContext`: the index, which may hold a rename and decides on line-end conversion, the merge in progress, and
 * the attributes files of its folders.
 */
export const readWorktreeContext = Effect.fnUntraced(function* (path: string) {
  const git = yield* Git
  const { gitDirectory, workTree } = yield* git.repository
  const own = ["index", "MERGE_HEAD"].map((name) => join(gitDirectory, name))
  const attributes = Option.match(workTree, {
    onNone: () => [],
    onSome: (root) => listParentFolders(path).map((folder) => join(root, folder, ".gitattributes"))
  })
  const states = yield* Effect.forEach([...own, ...attributes], digestFile, { concurrency: "unbounded" })
  return states.join("\0")
})
