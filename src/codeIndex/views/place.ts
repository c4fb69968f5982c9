import { relative } from "node:path"
import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"

/** Where the files of a view are. */
export interface Place {
  /** Absolute path of their folder, or of the bare repository. */
  readonly root: string
  /** Name of the view: the path of what it ends with, from the common git directory or absolute. */
  readonly view: string
  /** Whether they are in a commit, and in no folder. */
  readonly isCommit: boolean
}

/**
 * The work tree, or in a bare repository what HEAD has. Its view ends with its git directory, which processes may see at different
 * paths, as in a container, but at the same path from the common one.
 */
export const repositoryPlace = Effect.gen(function* () {
  const { commonDirectory, gitDirectory, workTree } = yield* (yield* Git).repository
  const view = relative(commonDirectory, gitDirectory) || "."
  const place: Place = Option.match(workTree, {
    onNone: () => ({ root: gitDirectory, view, isCommit: true }),
    onSome: (root) => ({ root, view, isCommit: false })
  })
  return place
})
