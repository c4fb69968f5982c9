import { Effect, Option } from "effect"
import type { Branch } from "../../adapters/git/bare/BareAnswers.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { CommitsMissing, RevisionUnknown } from "../model/HostError.ts"
import { fail, toHostError } from "./failures.ts"
import type { Folder, HostedRepository } from "./Folder.ts"

const newest = (branches: ReadonlyArray<Branch>): Branch | undefined =>
  branches.reduce<Branch | undefined>(
    (best, branch) => (best === undefined || branch.time > best.time ? branch : best),
    undefined
  )

/** What a question is about where it names no revision. */
interface DefaultRevision {
  /** The branch; the commit where HEAD is detached. */
  readonly name: string
  readonly commit: ObjectId
}

/** The branch of HEAD, or the one with the newest commit where HEAD names none. None without commits. */
export const defaultRevision = Effect.fnUntraced(function* ({ branches, head }: HostedRepository) {
  if (head._tag === "Detached") return Option.some<DefaultRevision>({ name: head.commit, commit: head.commit })
  const all = yield* branches
  const chosen = all.find(({ ref }) => ref === head.ref) ?? newest(all)
  return chosen === undefined
    ? Option.none()
    : Option.some<DefaultRevision>({ name: chosen.ref, commit: chosen.commit })
})

/** Resolves the revision of a question about one repository; `HEAD` in any case is the default. */
export const requireCommit = Effect.fnUntraced(function* (
  { git }: Folder,
  repository: HostedRepository,
  revision: string | undefined
) {
  const isDefault = revision === undefined || revision.toUpperCase() === "HEAD"
  const found = yield* (
    isDefault
      ? Effect.map(
          defaultRevision(repository),
          Option.map(({ commit }) => commit)
        )
      : Effect.map(git.resolve(repository.directory, [revision]), ([named]) =>
          Option.map(named ?? Option.none(), ({ commit }) => commit)
        )
  ).pipe(Effect.mapError(toHostError))
  if (Option.isSome(found)) return found.value
  return yield* fail(revision === undefined ? new CommitsMissing({}) : new RevisionUnknown({ revision }))
})

/** The first branch, by name, that points to an object; else the object's id. */
export const nameObject = (branches: ReadonlyArray<Branch>, object: ObjectId): string =>
  branches.find(({ commit }) => commit === object)?.ref ?? object
