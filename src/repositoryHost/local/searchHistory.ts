import { Effect, Option } from "effect"
import type { LoggedCommit } from "../../adapters/git/bare/BareAnswers.ts"
import { realPath } from "../../adapters/git/process/FileFingerprint.ts"
import type { IndexReader } from "../../commitIndex/reading/IndexReader.ts"
import type { CommitMatcher } from "../searching/CommitMatcher.ts"
import { describeIndexFailure } from "./describeIndexFailure.ts"
import type { Folder, HostedRepository } from "./Folder.ts"
import { locate, type Place, unnamedCommit } from "./places.ts"
import { onBranch, searchedBranch } from "./searchRepository.ts"

/** What to find in each history. */
interface CommitSearch {
  readonly branch: string | undefined
  /** What the message of each commit that matches has: of each list a text. */
  readonly texts: ReadonlyArray<ReadonlyArray<string>>
  readonly matches: CommitMatcher
}

/** A commit that matches. */
export interface MatchedCommit {
  readonly repository: HostedRepository
  /** Full name of the branch; the commit where HEAD is detached. */
  readonly branch: string
  readonly id: string
  readonly time: number
  /** Undefined if its message was not needed to tell. */
  readonly logged: LoggedCommit | undefined
}

const shortest = (texts: ReadonlyArray<string>): number => Math.min(...texts.map(({ length }) => length))

/** The texts that most likely leave few commits: git looks for any text of one list. */
const pickTexts = (all: CommitSearch["texts"]): ReadonlyArray<string> =>
  all.reduce<ReadonlyArray<string>>(
    (best, texts) => (best.length === 0 || shortest(texts) > shortest(best) ? texts : best),
    []
  )

/** Searches a history by `git log`. */
export const searchLog = Effect.fnUntraced(function* (
  { git }: Folder,
  repository: HostedRepository,
  { branch, matches, texts }: CommitSearch
) {
  const named = yield* searchedBranch(repository, branch)
  if (Option.isNone(named)) return []
  return yield* onBranch(
    repository,
    named.value,
    Effect.fnUntraced(function* (revision) {
      const found: Array<MatchedCommit> = []
      yield* git.log(repository.directory, { revision, texts: pickTexts(texts) }, (logged) => {
        const { id, time } = logged
        if (matches({ ...logged, branch: revision }) === true)
          found.push({ repository, branch: revision, id, time, logged })
      })
      return found
    })
  )
})

/** What the index of commits finds, or why it cannot be asked. */
type Indexed =
  | { readonly _tag: "Found"; readonly commits: ReadonlyArray<MatchedCommit> }
  | { readonly _tag: "Unindexed"; readonly reason: string }

const nothing: Indexed = { _tag: "Found", commits: [] }

const unindexed = (reason: string): Indexed => ({ _tag: "Unindexed", reason })

const reasons = {
  Unregistered: "not in the index of commits",
  Selected: "the index of commits has only some of its commits",
  Behind: "the index of commits is behind"
} as const

const askHistory = Effect.fnUntraced(function* (
  { git }: Folder,
  index: IndexReader["Service"],
  { commit, repository }: Place,
  texts: CommitSearch["texts"]
) {
  const { directory } = repository
  const gitDirectory = Option.getOrElse(realPath(directory), () => directory)
  const history = yield* index.request("history", { gitDirectory, tip: commit, texts })
  if (history._tag !== "Complete") return { _tag: "Unindexed", reason: reasons[history._tag] } as const
  const isPlain = yield* git.hasPlainHistory(directory)
  return isPlain ? history : ({ _tag: "Unindexed", reason: "its history is shallow, grafted or replaced" } as const)
})

/**
 * Searches a history by the index of commits, which knows all but the exact messages: git reads only those that may match
 * and cannot be told without. Finds the same as {@link searchLog}.
 */
export const searchIndexed = Effect.fnUntraced(function* (
  folder: Folder,
  index: IndexReader["Service"],
  repository: HostedRepository,
  { branch, matches, texts }: CommitSearch
) {
  const place = Option.getOrUndefined(yield* locate(repository, branch))
  if (place === undefined) {
    const isMissing = Option.isNone(yield* searchedBranch(repository, branch))
    return isMissing ? nothing : unindexed(unnamedCommit)
  }
  const history = yield* askHistory(folder, index, place, texts).pipe(
    Effect.catch((error) =>
      error.reason._tag === "IndexMissing"
        ? Effect.succeed(unindexed("there is no index of commits"))
        : Effect.map(describeIndexFailure("the index of commits", error), unindexed)
    )
  )
  if (history._tag !== "Complete") return history
  const commits: Array<MatchedCommit> = []
  const open: Array<string> = []
  for (const { author, committer, id, time } of history.commits) {
    const truth = matches({ id, author, committer, time, message: undefined, branch: place.branch })
    // A time that git cannot tell is known only from its log.
    if (truth === undefined || time === 0) open.push(id)
    else if (truth) commits.push({ repository, branch: place.branch, id, time, logged: undefined })
  }
  yield* folder.git.commits(repository.directory, open, (logged) => {
    const { id, time } = logged
    if (matches({ ...logged, branch: place.branch }) === true)
      commits.push({ repository, branch: place.branch, id, time, logged })
  })
  const found: Indexed = { _tag: "Found", commits }
  return found
})
