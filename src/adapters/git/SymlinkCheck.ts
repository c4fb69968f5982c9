import { Effect } from "effect"
import { lstatSync } from "node:fs"
import { join } from "node:path"
import { GitError } from "./GitError.ts"
import { SymlinkInPath } from "./GitWriteReason.ts"

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/**
 * Fails with `SymlinkInPath` when the path, or a folder between it and `root`, is a symbolic link, because git would
 * write through it. Paths that cannot be read pass: git cannot write there either.
 */
export const checkNoSymlinks = (root: string, path: string): Effect.Effect<void, GitError> => {
  const parts = path.split("/")
  const paths = parts.map((_, index) => join(root, ...parts.slice(0, index + 1)))
  return Effect.try({ try: () => paths.find(isLink), catch: () => undefined }).pipe(
    Effect.orElseSucceed(() => undefined),
    Effect.flatMap((link) =>
      link === undefined ? Effect.void : Effect.fail(new GitError({ reason: new SymlinkInPath({ path: link }) }))
    )
  )
}
