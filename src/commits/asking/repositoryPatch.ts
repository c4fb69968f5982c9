import { Effect } from "effect"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../git/Git.ts"
import { CommitsError, PatchNotFound } from "../CommitsError.ts"
import { largestPatch } from "../store/writePatches.ts"
import type { Elsewhere } from "./patch.ts"

/** Why there is no patch to give. */
export const patchMissing = (repo: string, sha: string, detail: string) =>
  new CommitsError({ reason: new PatchNotFound({ repo, sha, detail }) })

/** The patch as its repository gives it, whole or not at all; a merge has that against its first parent. */
export const repositoryPatch = Effect.fnUntraced(function* ({ isMerge, registration, sha }: Omit<Elsewhere, "_tag">) {
  const git = yield* Git
  let found: { readonly bytes: Uint8Array; readonly size: number } | undefined
  yield* git.patches([ObjectId.make(sha)], { maxBytes: largestPatch, merges: isMerge }, (patch) => {
    found = patch
  })
  if (found === undefined) return yield* patchMissing(registration.name, sha, "its repository does not give it")
  if (found.size > found.bytes.length) {
    const detail = `it has ${found.size} bytes, more than the ${largestPatch} that are read`
    return yield* patchMissing(registration.name, sha, detail)
  }
  return found.bytes
})
