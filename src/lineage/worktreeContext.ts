import { Effect, FileSystem, Option } from "effect"
import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { Git } from "../adapters/git/Git.ts"

/** What a file holds, in short; a pipe has no end, and what is not there nothing. */
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

/** The folders of the work tree above a path, without the root itself. */
const listParentFolders = (path: string): ReadonlyArray<string> => {
  const folder = dirname(path)
  return folder === "." ? [] : [...listParentFolders(folder), folder]
}

/**
 * What git's blame of a file of the work tree depends on beside its bytes, HEAD and `Git.blameContext`: the index, where
 * a file may have got its name and which says whether line ends are converted; what is being merged; and the attributes
 * of its folders.
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
