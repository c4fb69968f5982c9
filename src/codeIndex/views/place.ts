import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"

/** Where the files of a view are. */
export interface Place {
  /** Absolute path of their folder, or of the bare repository. */
  readonly root: string
  /** Name of the view: the absolute path of what it ends with. */
  readonly view: string
  /** Whether they are in a commit, and in no folder. */
  readonly isCommit: boolean
}

/** The work tree, or in a bare repository what HEAD has. Its view ends with its git directory. */
export const repositoryPlace = Effect.gen(function* () {
  const { gitDirectory: view, workTree } = yield* (yield* Git).repository
  const place: Place = Option.match(workTree, {
    onNone: () => ({ root: view, view, isCommit: true }),
    onSome: (root) => ({ root, view, isCommit: false })
  })
  return place
})
