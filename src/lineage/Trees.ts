import { Context, Effect, Layer, type Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { TreeEntry } from "../adapters/git/TreeEntry.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import * as Memo from "./Memo.ts"

/** Maximum entries in memory. */
const maxEntries = 1_024

/** Tree entries by commit and path, cached in memory because git reads one tree per folder of the path. */
export class Trees extends Context.Service<
  Trees,
  {
    /**
     * Returns the entry at a path of a commit's tree, without following symbolic links. The empty path is the root
     * tree.
     */
    entry(commit: ObjectId, path: string): Effect.Effect<Option.Option<TreeEntry>, GitError>
  }
>()("ultragit/lineage/Trees") {
  static readonly layerNoDeps = Layer.effect(
    Trees,
    Effect.gen(function* () {
      const git = yield* Git
      const entries = yield* Memo.make({
        capacity: maxEntries,
        text: ({
          commit,
          context,
          path
        }: {
          readonly commit: ObjectId
          readonly context: string
          readonly path: string
        }) => `${context}\0${commit}\0${path}`,
        lookup: ({ commit, path }) => git.entry(commit, path)
      })
      const entry = (commit: ObjectId, path: string) =>
        Effect.flatMap(git.blameContext, (context) => entries.get({ commit, path, context }))
      return Trees.of({ entry })
    })
  )
}
