import { Clock, Effect, Option } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import { WorkProgress } from "../../domain/WorkProgress.ts"
import type { Skipped } from "../model/answers.ts"
import { RequestInvalid } from "../model/HostError.ts"
import { fail } from "./failures.ts"
import { hasCommits, selectBroken, selectRepositories } from "./find.ts"
import type { Folder, HostedRepository } from "./Folder.ts"

/** How long a search goes on. Clients of the original give up after 30 s. */
const searchMillis = 25_000

/** Repositories of a group that are searched at the same time; the pool of git processes limits what runs. */
const concurrency = 4

const noneSkipped: ReadonlyArray<Skipped> = []

/** Selects repositories with commits, and says of which git cannot tell. */
const withCommits = Effect.fnUntraced(function* (selected: ReadonlyArray<HostedRepository>) {
  const skipped: Array<Skipped> = []
  const usable = yield* Effect.filter(
    selected,
    (repository) =>
      hasCommits(repository).pipe(
        Effect.catch(({ message }) => {
          skipped.push({ repository: repository.name, reason: message })
          return Effect.succeed(false)
        })
      ),
    { concurrency: 8 }
  )
  return { usable, skipped }
})

/** Selects the repositories to search; fails if there are none. */
export const selectSearched = Effect.fnUntraced(function* (
  folder: Folder,
  names: ReadonlyArray<string> | undefined,
  isIndexedOnly: boolean
) {
  const { broken, repositories } = yield* folder.all
  const isSearched = ({ isIndexed }: HostedRepository): boolean => isIndexed || !isIndexedOnly
  const chosen = selectRepositories(repositories, names)
  const selected = chosen.filter(isSearched)
  // Without names, repositories without commits find nothing by themselves.
  const { skipped: failed, usable } =
    isIndexedOnly || names !== undefined ? yield* withCommits(selected) : { usable: selected, skipped: noneSkipped }
  const skipped = [...selectBroken(broken, names), ...failed]
  if (usable.length === 0 && skipped.length === 0) {
    return yield* fail(new RequestInvalid({ detail: "No accessible indexed repositories found" }))
  }
  const refused = names === undefined ? [] : chosen.filter((each) => !isSearched(each))
  const notIndexed = refused.map(({ name }): Skipped => ({
    repository: name,
    reason: "gitblit.indexBranch is not set"
  }))
  return { repositories: usable, skipped: [...skipped, ...notIndexed] }
})

const skip = (repository: HostedRepository, reason: string) => ({
  found: [],
  skipped: [{ repository: repository.name, reason }]
})

/** Repositories that are prepared together, and groups of them at the same time. */
const groupSize = 16
const groupConcurrency = 4

const cutGroups = (repositories: ReadonlyArray<HostedRepository>): ReadonlyArray<ReadonlyArray<HostedRepository>> =>
  Array.from({ length: Math.ceil(repositories.length / groupSize) }, (_, at) =>
    repositories.slice(at * groupSize, (at + 1) * groupSize)
  )

/** How to search repositories: first in groups, then each with what is known of it. */
interface SearchSteps<A, P> {
  readonly prepare: (repositories: ReadonlyArray<HostedRepository>) => Effect.Effect<ReadonlyMap<HostedRepository, P>>
  readonly search: (repository: HostedRepository, prepared: P | undefined) => Effect.Effect<ReadonlyArray<A>, GitError>
}

/** Searches repositories side by side, and says which could not be searched, or not in time. */
export const searchAll = Effect.fnUntraced(function* <A, P>(
  repositories: ReadonlyArray<HostedRepository>,
  { prepare, search }: SearchSteps<A, P>
) {
  const deadline = (yield* Clock.currentTimeMillis) + searchMillis
  const report = yield* WorkProgress
  let done = 0
  const timeLeft = Effect.map(Clock.currentTimeMillis, (now) => deadline - now)

  const searchOne = Effect.fnUntraced(function* (repository: HostedRepository, prepared: P | undefined) {
    const left = yield* timeLeft
    const late = skip(repository, `not searched within ${searchMillis / 1000} s`)
    if (left <= 0) return late
    const outcome = yield* search(repository, prepared).pipe(
      Effect.map((found) => ({ found, skipped: noneSkipped })),
      Effect.catch((error) => Effect.succeed(skip(repository, error.message))),
      Effect.timeoutOption(left)
    )
    done += 1
    yield* report({ done, total: repositories.length, counted: "repositories" })
    return Option.getOrElse(outcome, () => late)
  })

  const searchGroup = Effect.fnUntraced(function* (group: ReadonlyArray<HostedRepository>) {
    const prepared = yield* Effect.timeoutOption(prepare(group), Math.max(0, yield* timeLeft))
    const known = Option.getOrElse(prepared, () => new Map<HostedRepository, P>())
    return yield* Effect.forEach(group, (each) => searchOne(each, known.get(each)), { concurrency })
  })

  const groups = yield* Effect.forEach(cutGroups(repositories), searchGroup, { concurrency: groupConcurrency })
  const outcomes = groups.flat()
  return {
    found: outcomes.flatMap(({ found }): ReadonlyArray<A> => found),
    skipped: outcomes.flatMap(({ skipped }): ReadonlyArray<Skipped> => skipped)
  }
})
