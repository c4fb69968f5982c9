import { Effect, FileSystem } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { formatCount } from "../../domain/Text.ts"
import { Indexer } from "../indexing/Indexer.ts"
import { CodeError, ExportFailed } from "../model/CodeError.ts"
import { exportCommit } from "../views/exportCommit.ts"

/** Makes a function that indexes a commit as a view of its own, from a temporary folder that ends with the scope. */
export const makeCommitView = Effect.gen(function* () {
  const fileSystem = yield* FileSystem.FileSystem
  const git = yield* Git
  const indexer = yield* Indexer
  return Effect.fn("CodeIndex.commitView")(function* (commit: ObjectId) {
    const root = yield* Effect.mapError(
      fileSystem.makeTempDirectoryScoped({ prefix: "ultragit-" }),
      ({ message }) => new CodeError({ reason: new ExportFailed({ detail: message }) })
    )
    const missing = yield* Effect.provideService(exportCommit(commit, root), Git, git)
    yield* indexer.reconcileFolder(root)
    const warnings = missing === 0 ? [] : [`${formatCount(missing, "file")} of ${commit.slice(0, 12)} cannot be read.`]
    return { root, view: root, warnings }
  })
})
