import { Effect, Option } from "effect"
import type { BareCommit } from "../../adapters/git/bare/gathering.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { HostedRepository } from "./Folder.ts"
import { searchedBranch } from "./searchRepository.ts"

/** The branch of a repository that is searched, and its commit. */
export interface Place {
  readonly repository: HostedRepository
  readonly branch: string
  readonly commit: ObjectId
}

/** Names places as git does. */
export const toBare = (places: ReadonlyArray<Place>): ReadonlyArray<BareCommit> =>
  places.map(({ commit, repository: { directory } }) => ({ directory, commit }))

/** Why an index cannot be asked about a repository that has something to search, but no place. */
export const unnamedCommit = "HEAD or the branch does not simply name a commit"

/** Finds the searched branch of a repository with its commit, as far as files say it. */
export const locate = Effect.fnUntraced(
  function* (repository: HostedRepository, branch: string | undefined) {
    const { commitOf, head } = repository
    if (branch === undefined && head._tag === "Detached") {
      return Option.some<Place>({ repository, branch: head.commit, commit: head.commit })
    }
    const named = yield* searchedBranch(repository, branch)
    if (Option.isNone(named)) return Option.none<Place>()
    const commit = yield* commitOf(named.value)
    return Option.map(commit, (id): Place => ({ repository, branch: named.value, commit: id }))
  },
  Effect.orElseSucceed(() => Option.none<Place>())
)
