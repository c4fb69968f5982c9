import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { ListedFile } from "./listWorkTree.ts"
import type { Listing } from "./watchedLister.ts"

const resolveHead = Effect.gen(function* () {
  return yield* (yield* Git).resolveCommit("HEAD")
}).pipe(
  Effect.asSome,
  Effect.catchReason("GitError", "UnbornHead", () => Effect.succeedNone)
)

const compare = (a: ListedFile, b: ListedFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

/**
 * Makes an effect that lists the regular files of HEAD, for repositories without a work tree; none before the first commit. Sorted by
 * path. Stamps are the ids of blobs, sizes are not known (0). While HEAD stays, the list is the same object.
 */
export const makeCommitLister = (): Effect.Effect<Listing, GitError, Git> => {
  let listed: { readonly head: ObjectId | undefined; readonly files: ReadonlyArray<ListedFile> } | undefined
  return Effect.gen(function* () {
    const head = Option.getOrUndefined(yield* resolveHead)
    if (listed === undefined || listed.head !== head) {
      const entries = head === undefined ? [] : yield* (yield* Git).files(head, "")
      const files = entries
        .filter(({ kind }) => kind === "file" || kind === "executable")
        .map(({ id, path }): ListedFile => ({ path, stamp: id, size: 0 }))
      listed = { head, files: files.toSorted(compare) }
    }
    const listing: Listing = { files: listed.files, isWatched: true }
    return listing
  })
}
