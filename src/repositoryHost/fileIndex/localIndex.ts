import { Effect } from "effect"
import { BareGit } from "../../adapters/git/bare/BareGit.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { makeLocalReader } from "../../store/database/localReader.ts"
import type { FileIndexCalls } from "./answers.ts"
import { fileIndexPath } from "./FileIndexPath.ts"
import { makeHandlers, type ReadRequests } from "./requests.ts"
import { fileIndexFormat } from "./schema.ts"
import { updateIndex } from "./update.ts"

/** Makes `FileIndex.layer`. */
export const openHere = Effect.fnUntraced(function* (root: string) {
  const path = yield* fileIndexPath(root)
  const git = yield* BareGit
  const reader = yield* makeLocalReader<ReadRequests, SqlError>({ path, format: fileIndexFormat }, makeHandlers())
  const index: FileIndexCalls = {
    find: (question) => reader.request("find", question),
    update: (commits) => Effect.provideService(updateIndex(path, commits), BareGit, git),
    refresh: () => Effect.void
  }
  return index
})
