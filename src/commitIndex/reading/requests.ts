import { Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { NotesChange } from "../../adapters/git/Git.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { RequestType } from "../../adapters/threads/requests.ts"
import { memoize } from "../../store/database/memoize.ts"
import type { Handlers } from "../../store/database/RequestReader.ts"
import type { Snapshot } from "../../store/database/Snapshot.ts"
import type { CommitAnswer, PatchAnswer } from "../model/answers.ts"
import { resolveBranch } from "../queries/branch.ts"
import { findCommit, readCommit, findRepository } from "../queries/commit.ts"
import { fitCommit } from "../queries/fitCommit.ts"
import { type History, type HistoryQuestion, readHistory } from "../queries/history.ts"
import {
  type PatchInRepository,
  findPatch,
  type PatchPart,
  answerPatchPart,
  type WholePatch
} from "../queries/patch.ts"
import { search, type SearchPage, type SearchQuestion } from "../queries/search.ts"
import { findSimilar, type SimilarPage, type SimilarQuestion } from "../queries/similar.ts"
import { findTouches, type TouchesPage, type TouchesQuestion } from "../queries/touches.ts"
import { type IndexedState, readIndexedState, filterUnindexed } from "../queries/unindexed.ts"
import type { CommitsError } from "../model/CommitsError.ts"
import type { CommitInput, PatchInput } from "../model/inputs.ts"
import type { Registration } from "../model/Registration.ts"
import { countOutdatedNotes } from "../store/indexedNotes.ts"
import { listRegistrations } from "../store/registrations.ts"
import { type VectorCount, countVectorsByModel } from "../store/vectors.ts"

/** A query with the name of the branch or tag to restrict it to. */
interface OnBranch<Question> {
  readonly question: Question
  readonly branch: string | undefined
}

/** The queries to the index, as a worker thread can run them. */
export interface Requests {
  /** Lists all repositories of the index. */
  readonly registrations: RequestType<null, ReadonlyArray<Registration>>
  /** Reads the state of the last sync of a repository, by row id. */
  readonly indexed: RequestType<number, IndexedState>
  /** Filters commits down to those that the index has neither for the repository nor for its upstream. */
  readonly unindexed: RequestType<
    { readonly registration: Registration; readonly ids: ReadonlyArray<ObjectId> },
    ReadonlyArray<ObjectId>
  >
  /** Counts the indexed commits of a repository, by row id, whose annotation is not that of these notes. */
  readonly outdated: RequestType<{ readonly repository: number; readonly change: NotesChange }, number>
  readonly search: RequestType<OnBranch<SearchQuestion>, SearchPage>
  readonly similar: RequestType<OnBranch<SimilarQuestion>, SimilarPage>
  /** Counts the vectors of each repository by model and dimension. */
  readonly vectors: RequestType<null, ReadonlyArray<VectorCount>>
  readonly touches: RequestType<OnBranch<TouchesQuestion>, TouchesPage>
  /** Lists the commits of a branch by its repository's directory, without their messages. */
  readonly history: RequestType<HistoryQuestion, History>
  readonly commit: RequestType<CommitInput, CommitAnswer>
  /** Reads a part of a stored patch, or says which repository has it. */
  readonly patch: RequestType<PatchInput, PatchAnswer | PatchInRepository>
  /** Cuts the requested part out of a patch that was read from its repository. */
  readonly part: RequestType<WholePatch, PatchAnswer>
}

type CommitHandlers = Handlers<Requests, CommitsError>

const readFittedCommit = (
  { max_tokens: maxTokens, repo, sha }: CommitInput,
  { connection }: Snapshot
): Result.Result<CommitAnswer, CommitsError> =>
  Result.flatMap(findRepository(connection, repo), (registration) =>
    Result.flatMap(findCommit(connection, registration, sha), (row) =>
      fitCommit(readCommit(connection, registration, row), maxTokens)
    )
  )

/**
 * Makes the handlers for patches. Caches the last patch that was read from a repository until the index changes, because
 * clients usually request its next part soon.
 */
const makePatchHandlers = (): Pick<CommitHandlers, "patch" | "part"> => {
  let last: { readonly whole: WholePatch; readonly version: string } | undefined
  const reuseLast = (found: PatchInRepository, part: PatchPart, version: string): WholePatch | undefined =>
    last?.version === version && last.whole.repo === found.registration.name && last.whole.sha === found.sha
      ? { ...last.whole, part }
      : undefined
  return {
    patch: (input, { connection, version }) =>
      Result.flatMap(findPatch(connection, input), (found) => {
        if (!("_tag" in found)) return answerPatchPart(found)
        const whole = reuseLast(found, input, version)
        return whole === undefined ? Result.succeed<PatchAnswer | PatchInRepository>(found) : answerPatchPart(whole)
      }),
    part: (whole, { version }) => {
      last = { whole, version }
      return answerPatchPart(whole)
    }
  }
}

/** Resolves the branch of a query, if it has one, to a filter by tips. */
const onBranch =
  <Question extends { readonly filters: SearchQuestion["filters"] }, Page>(
    run: (connection: Connection, question: Question) => Page
  ) =>
  ({ branch, question }: OnBranch<Question>, { connection }: Snapshot): Result.Result<Page, CommitsError> => {
    if (branch === undefined) return Result.succeed(run(connection, question))
    const { filters } = question
    return Result.map(resolveBranch(connection, filters.repositories, branch), (tips) =>
      run(connection, { ...question, filters: { ...filters, tips } })
    )
  }

/** Makes the handlers of all requests, with their caches. */
export const makeHandlers = (): CommitHandlers => ({
  registrations: (_, { connection }) => Result.succeed(listRegistrations(connection)),
  indexed: (repository, { connection }) => Result.succeed(readIndexedState(connection, repository)),
  unindexed: ({ ids, registration }, { connection }) => Result.succeed(filterUnindexed(connection, registration, ids)),
  outdated: ({ change, repository }, { connection }) =>
    Result.succeed(countOutdatedNotes(connection, repository, change)),
  search: memoize(onBranch(search)),
  similar: onBranch(findSimilar),
  vectors: memoize((_, { connection }) => Result.succeed(countVectorsByModel(connection))),
  touches: memoize(onBranch(findTouches)),
  history: (question, { connection }) => Result.succeed(readHistory(connection, question)),
  commit: readFittedCommit,
  ...makePatchHandlers()
})
