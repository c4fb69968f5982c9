import { Option, Result } from "effect"
import { lstatSync } from "node:fs"
import { join } from "node:path"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { Repository } from "../Repository.ts"
import { isFullRefName } from "../RefName.ts"

/**
 * All that is used of es-git. Nothing else is to be: its other calls leak, crash, or answer otherwise than git
 * (`Routing.ts`). Every call throws when it finds nothing.
 */
export interface EsGitRepository {
  /** The object that a revision names. Wraps nothing. */
  revparseSingle(revision: string): string
  /** By exactly this name. One wrapped object, which is never freed in full. */
  getReference(name: string): {
    /** None of one that leads to another. */
    target(): string | null
    symbolicTarget(): string | null
  }
}

const fullId = /^[0-9a-f]{40}$/
/** Shared by all work trees, and the same bytes on every file system. */
const sharedRef = /^refs\/(?!bisect\/|worktree\/|rewritten\/)[\x21-\x7e]+$/
const missing = /code=NotFound \(-3\)/

/** Whether no other object stands for this one in git's eyes (`git replace`). */
const standsForItself = (handle: EsGitRepository, id: string): boolean =>
  Result.match(
    Result.try(() => handle.getReference(`refs/replace/${id}`)),
    { onSuccess: () => false, onFailure: (error) => missing.test(String(error)) }
  )

/** A commit that is here, by its full id. A branch that is named like an id gives another id, and counts for nothing. */
const commit = (handle: EsGitRepository, id: string): Option.Option<ObjectId> =>
  fullId.test(id) && handle.revparseSingle(`${id}^{commit}`) === id && standsForItself(handle, id)
    ? Option.some(ObjectId.make(id))
    : Option.none()

/** Whether {@link readPlainRef} may know this ref. */
export const isPlainRef = (ref: string): boolean => sharedRef.test(ref) && isFullRefName(ref)

/**
 * The commit at which a ref points by itself; none where there is any doubt: no such ref, one that leads to another
 * (also by a link in the file system), a tag object.
 */
export const readPlainRef = (handle: EsGitRepository, repository: Repository, ref: string): Option.Option<ObjectId> => {
  const file = lstatSync(join(repository.commonDirectory, ref), { throwIfNoEntry: false })
  return file?.isSymbolicLink() === true ? Option.none() : commit(handle, handle.getReference(ref).target() ?? "")
}

/** Whether {@link resolvePlainRevision} may know this revision. */
export const isPlainRevision = (revision: string): boolean => revision === "HEAD" || fullId.test(revision)

/**
 * The commit that `HEAD` or a full id names; none where there is any doubt. `HEAD` is never looked up as a revision: where
 * it leads to nothing, git and es-git go on with tags and branches of that name, each in its own way.
 */
export const resolvePlainRevision = (
  handle: EsGitRepository,
  repository: Repository,
  revision: string
): Option.Option<ObjectId> => {
  if (revision !== "HEAD") return commit(handle, revision)
  const head = handle.getReference("HEAD")
  const branch = head.symbolicTarget()
  if (branch === null) return commit(handle, head.target() ?? "")
  return isPlainRef(branch) ? readPlainRef(handle, repository, branch) : Option.none()
}
