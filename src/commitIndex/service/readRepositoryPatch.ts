import { Effect } from "effect"
import { ObjectId } from "../../domain/ObjectId.ts"
import type { CommitPatch } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { CommitsError, PatchNotFound } from "../model/CommitsError.ts"
import { maxPatchBytes } from "../store/writePatches.ts"
import type { PatchInRepository } from "../queries/patch.ts"

const patchNotFound = (repo: string, sha: string, detail: string) =>
  new CommitsError({ reason: new PatchNotFound({ repo, sha, detail }) })

/** Reads a whole patch from its repository, for a merge against its first parent. Fails with `PatchNotFound`. */
export const readRepositoryPatch = Effect.fnUntraced(function* ({ isMerge, registration, sha }: PatchInRepository) {
  const git = yield* Git
  const unreadable = ({ message }: GitError) =>
    Effect.fail(patchNotFound(registration.name, sha, `its repository cannot be read: ${message}`))
  let found: { readonly bytes: Uint8Array; readonly size: number } | undefined
  const take = (patch: CommitPatch) => void (found = patch)
  yield* git
    .patches([ObjectId.make(sha)], { maxBytes: maxPatchBytes, merges: isMerge }, take)
    .pipe(Effect.catchTag("GitError", unreadable))
  if (found === undefined) return yield* patchNotFound(registration.name, sha, "its repository does not have it")
  if (found.size > found.bytes.length) {
    const detail = `it has ${found.size} bytes, which exceeds the limit of ${maxPatchBytes}`
    return yield* patchNotFound(registration.name, sha, detail)
  }
  return found.bytes
})
