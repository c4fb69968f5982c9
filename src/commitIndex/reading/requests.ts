import { Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { CommitAnswer, PatchAnswer } from "../model/answers.ts"
import { resolveBranch } from "../lookups/branch.ts"
import { findCommit, readCommit, findRepository } from "../lookups/commit.ts"
import { fitCommit } from "../lookups/fitCommit.ts"
import {
  type PatchInRepository,
  findPatch,
  type PatchPart,
  answerPatchPart,
  type WholePatch
} from "../lookups/patch.ts"
import { search, type SearchPage, type SearchQuestion } from "../lookups/search.ts"
import { similar, type SimilarPage, type SimilarQuestion } from "../lookups/similar.ts"
import { touches, type TouchesPage, type TouchesQuestion } from "../lookups/touches.ts"
import { type IndexedState, readIndexedState, unindexed } from "../lookups/unindexed.ts"
import type { CommitsError } from "../model/CommitsError.ts"
import type { CommitInput, PatchInput } from "../model/inputs.ts"
import type { Registration } from "../model/Registration.ts"
import { listRegistrations } from "../store/registrations.ts"
import { type VectorCount, countVectorsByModel } from "../store/vectors.ts"
import type { IndexSnapshot } from "./IndexSnapshot.ts"
import { memoize } from "./memoize.ts"

/** A question with the branch or tag that it is about, by its name. */
export interface OnBranch<Question> {
  readonly question: Question
  readonly branch: string | undefined
}

interface Lookup<Input, Output> {
  readonly input: Input
  readonly output: Output
}

interface Lookups {
  /** All repositories of the index. */
  readonly registrations: Lookup<null, ReadonlyArray<Registration>>
  /** What a sync of a repository would go by. */
  readonly indexed: Lookup<number, IndexedState>
  /** Which of these commits are neither indexed of the repository nor of the one it is a fork of. */
  readonly unindexed: Lookup<
    { readonly registration: Registration; readonly ids: ReadonlyArray<ObjectId> },
    ReadonlyArray<ObjectId>
  >
  readonly search: Lookup<OnBranch<SearchQuestion>, SearchPage>
  readonly similar: Lookup<OnBranch<SimilarQuestion>, SimilarPage>
  /** How many vectors each repository has. */
  readonly vectors: Lookup<null, ReadonlyArray<VectorCount>>
  readonly touches: Lookup<OnBranch<TouchesQuestion>, TouchesPage>
  readonly commit: Lookup<CommitInput, CommitAnswer>
  /** A part of a patch that is kept, or where else the patch is. */
  readonly patch: Lookup<PatchInput, PatchAnswer | PatchInRepository>
  /** The same part of a patch from elsewhere. */
  readonly part: Lookup<WholePatch, PatchAnswer>
}

export type RequestName = keyof Lookups
export type InputOf<Name extends RequestName> = Lookups[Name]["input"]
export type OutputOf<Name extends RequestName> = Lookups[Name]["output"]

type Table = {
  readonly [Name in RequestName]: (
    input: InputOf<Name>,
    at: IndexSnapshot
  ) => Result.Result<OutputOf<Name>, CommitsError>
}

const commit = (
  { max_tokens: maxTokens, repo, sha }: CommitInput,
  { connection }: IndexSnapshot
): Result.Result<CommitAnswer, CommitsError> =>
  Result.flatMap(findRepository(connection, repo), (registration) =>
    Result.flatMap(findCommit(connection, registration, sha), (named) =>
      fitCommit(readCommit(connection, registration, named), maxTokens)
    )
  )

/**
 * Patches in parts. The last one from elsewhere is remembered as long as the index is the same: who reads it in parts
 * asks for the next one soon, and git would make it anew.
 */
const patches = (): Pick<Table, "patch" | "part"> => {
  let last: { readonly whole: WholePatch; readonly moment: string } | undefined
  const again = (found: PatchInRepository, part: PatchPart, moment: string): WholePatch | undefined =>
    last?.moment === moment && last.whole.repo === found.registration.name && last.whole.sha === found.sha
      ? { ...last.whole, part }
      : undefined
  return {
    patch: (input, { connection, moment }) =>
      Result.flatMap(findPatch(connection, input), (found) => {
        if (!("_tag" in found)) return answerPatchPart(found)
        const whole = again(found, input, moment)
        return whole === undefined ? Result.succeed<PatchAnswer | PatchInRepository>(found) : answerPatchPart(whole)
      }),
    part: (whole, { moment }) => {
      last = { whole, moment }
      return answerPatchPart(whole)
    }
  }
}

/** Runs a question on the commits that a branch leads to, where it names one. */
const onBranch =
  <Question extends { readonly filters: SearchQuestion["filters"] }, Page>(
    ask: (connection: Connection, question: Question) => Page
  ) =>
  ({ branch, question }: OnBranch<Question>, { connection }: IndexSnapshot): Result.Result<Page, CommitsError> => {
    if (branch === undefined) return Result.succeed(ask(connection, question))
    const { filters } = question
    return Result.map(resolveBranch(connection, filters.repositories, branch), (tips) =>
      ask(connection, { ...question, filters: { ...filters, tips } })
    )
  }

/** All lookups, with what they remember of the moment. */
export const makeHandlers = (): Table => ({
  registrations: (_, { connection }) => Result.succeed(listRegistrations(connection)),
  indexed: (repository, { connection }) => Result.succeed(readIndexedState(connection, repository)),
  unindexed: ({ ids, registration }, { connection }) => Result.succeed(unindexed(connection, registration, ids)),
  search: memoize(onBranch(search)),
  similar: onBranch(similar),
  vectors: memoize((_, { connection }) => Result.succeed(countVectorsByModel(connection))),
  touches: memoize(onBranch(touches)),
  commit,
  ...patches()
})
