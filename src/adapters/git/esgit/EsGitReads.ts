import { Option, Result } from "effect"
import { lstatSync } from "node:fs"
import { join } from "node:path"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { Repository } from "../Repository.ts"
import { isFullRefName, isSharedRefName } from "../RefName.ts"

/**
 * The only calls of es-git in use. Others leak, crash or differ from git (`Routing.ts`). Every call throws if it finds
 * nothing.
 */
export interface EsGitRepository {
  /** Resolves a revision to an object id. Wraps no object. */
  revparseSingle(revision: string): string
  /** Finds a reference by its exact name. Wraps one object, which is never freed completely. */
  getReference(name: string): {
    /** Null for a symbolic reference. */
    target(): string | null
    symbolicTarget(): string | null
  }
}

const fullId = /^[0-9a-f]{40}$/
const notFoundPattern = /code=NotFound \(-3\)/

/** Returns whether no replace ref (`git replace`) exists for the object. */
const isNotReplaced = (handle: EsGitRepository, id: string): boolean =>
  Result.match(
    Result.try(() => handle.getReference(`refs/replace/${id}`)),
    { onSuccess: () => false, onFailure: (error) => notFoundPattern.test(String(error)) }
  )

/**
 * Returns the id if it is a full id of an existing commit without replacement. A branch named like an id resolves to
 * another id and is rejected.
 */
const readCommit = (handle: EsGitRepository, id: string | null): Option.Option<ObjectId> =>
  id !== null && fullId.test(id) && handle.revparseSingle(`${id}^{commit}`) === id && isNotReplaced(handle, id)
    ? Option.some(ObjectId.make(id))
    : Option.none()

/** Whether {@link readPlainRef} can read this ref. */
export const isPlainRef = (ref: string): boolean => isSharedRefName(ref) && isFullRefName(ref)

/**
 * Reads the commit that a ref points to. None in any doubtful case: missing ref, symbolic ref or file system link, tag
 * object.
 */
export const readPlainRef = (handle: EsGitRepository, repository: Repository, ref: string): Option.Option<ObjectId> => {
  const file = lstatSync(join(repository.commonDirectory, ref), { throwIfNoEntry: false })
  return file?.isSymbolicLink() === true ? Option.none() : readCommit(handle, handle.getReference(ref).target())
}

/** Whether {@link resolvePlainRevision} can resolve this revision. */
export const isPlainRevision = (revision: string): boolean => revision === "HEAD" || fullId.test(revision)

/**
 * Resolves `HEAD` or a full id to a commit. None in any doubtful case. Never looks up `HEAD` as a revision: if it is
 * dangling, git and es-git fall back to tags and branches of that name in different ways.
 */
export const resolvePlainRevision = (
  handle: EsGitRepository,
  repository: Repository,
  revision: string
): Option.Option<ObjectId> => {
  if (revision !== "HEAD") return readCommit(handle, revision)
  const head = handle.getReference("HEAD")
  const branch = head.symbolicTarget()
  if (branch === null) return readCommit(handle, head.target())
  return isPlainRef(branch) ? readPlainRef(handle, repository, branch) : Option.none()
}
