import { Effect } from "effect"
import { ObjectId } from "../../domain/ObjectId.ts"
import type { CommitPatch } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { CommitsError, PatchNotFound } from "../model/CommitsError.ts"
import { maxPatchBytes } from "../store/writePatches.ts"
import type { PatchInRepository } from "../lookups/patch.ts"

const patchMissing = (repo: string, sha: string, detail: string) =>
  new CommitsError({ reason: new PatchNotFound({ repo, sha, detail }) })

/** The patch as its repository gives it, whole or not at all; a merge has that against its first parent. */
export const readRepositoryPatch = Effect.fnUntraced(function* ({ isMerge, registration, sha }: PatchInRepository) {
  const git = yield* Git
  const failed = ({ message }: GitError) =>
    Effect.fail(patchMissing(registration.name, sha, `its repository cannot be asked: ${message}`))
  let found: { readonly bytes: Uint8Array; readonly size: number } | undefined
  const take = (patch: CommitPatch) => void (found = patch)
  yield* git
    .patches([ObjectId.make(sha)], { maxBytes: maxPatchBytes, merges: isMerge }, take)
    .pipe(Effect.catchTag("GitError", failed))
  if (found === undefined) return yield* patchMissing(registration.name, sha, "its repository does not give it")
  if (found.size > found.bytes.length) {
    const detail = `it has ${found.size} bytes, more than the ${maxPatchBytes} that are read`
    return yield* patchMissing(registration.name, sha, detail)
  }
  return found.bytes
})
