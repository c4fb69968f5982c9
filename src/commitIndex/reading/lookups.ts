import { Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { CommitAnswer, PatchAnswer } from "../model/answers.ts"
import { namedBranches } from "../lookups/branch.ts"
import { commitNamed, commitOf, repositoryNamed } from "../lookups/commit.ts"
import { fitCommit } from "../lookups/fitCommit.ts"
import { type Elsewhere, findPatch, type PatchPart, partOf, type WholePatch } from "../lookups/patch.ts"
import { search, type SearchPage, type SearchQuestion } from "../lookups/search.ts"
import { similar, type SimilarPage, type SimilarQuestion } from "../lookups/similar.ts"
import { touches, type TouchesPage, type TouchesQuestion } from "../lookups/touches.ts"
import { type Indexed, indexedOf, unindexed } from "../lookups/unindexed.ts"
import type { CommitsError } from "../model/CommitsError.ts"
import type { CommitInput, PatchInput } from "../model/queries.ts"
import type { Registration } from "../model/Registration.ts"
import { listRegistrations } from "../store/registrations.ts"
import { type VectorCount, vectorCounts } from "../store/vectors.ts"
import type { Moment } from "./Moment.ts"
import { remembering } from "./remembering.ts"

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
  readonly indexed: Lookup<number, Indexed>
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
  readonly patch: Lookup<PatchInput, PatchAnswer | Elsewhere>
  /** The same part of a patch from elsewhere. */
  readonly part: Lookup<WholePatch, PatchAnswer>
}

export type LookupName = keyof Lookups
export type InputOf<Name extends LookupName> = Lookups[Name]["input"]
export type OutputOf<Name extends LookupName> = Lookups[Name]["output"]

type Table = {
  readonly [Name in LookupName]: (input: InputOf<Name>, at: Moment) => Result.Result<OutputOf<Name>, CommitsError>
}

const commit = (
  { max_tokens: maxTokens, repo, sha }: CommitInput,
  { connection }: Moment
): Result.Result<CommitAnswer, CommitsError> =>
  Result.flatMap(repositoryNamed(connection, repo), (registration) =>
    Result.flatMap(commitNamed(connection, registration, sha), (named) =>
      fitCommit(commitOf(connection, registration, named), maxTokens)
    )
  )

/**
 * Patches in parts. The last one from elsewhere is remembered as long as the index is the same: who reads it in parts
 * asks for the next one soon, and git would make it anew.
 */
const patches = (): Pick<Table, "patch" | "part"> => {
  let last: { readonly whole: WholePatch; readonly moment: string } | undefined
  const again = (found: Elsewhere, part: PatchPart, moment: string): WholePatch | undefined =>
    last?.moment === moment && last.whole.repo === found.registration.name && last.whole.sha === found.sha
      ? { ...last.whole, part }
      : undefined
  return {
    patch: (input, { connection, moment }) =>
      Result.flatMap(findPatch(connection, input), (found) => {
        if (!("_tag" in found)) return partOf(found)
        const whole = again(found, input, moment)
        return whole === undefined ? Result.succeed<PatchAnswer | Elsewhere>(found) : partOf(whole)
      }),
    part: (whole, { moment }) => {
      last = { whole, moment }
      return partOf(whole)
    }
  }
}

/** Runs a question on the commits that a branch leads to, where it names one. */
const onBranch =
  <Question extends { readonly filters: SearchQuestion["filters"] }, Page>(
    ask: (connection: Connection, question: Question) => Page
  ) =>
  ({ branch, question }: OnBranch<Question>, { connection }: Moment): Result.Result<Page, CommitsError> => {
    if (branch === undefined) return Result.succeed(ask(connection, question))
    const { filters } = question
    return Result.map(namedBranches(connection, filters.repositories, branch), (tips) =>
      ask(connection, { ...question, filters: { ...filters, tips } })
    )
  }

/** All lookups, with what they remember of the moment. */
export const makeLookups = (): Table => ({
  registrations: (_, { connection }) => Result.succeed(listRegistrations(connection)),
  indexed: (repository, { connection }) => Result.succeed(indexedOf(connection, repository)),
  unindexed: ({ ids, registration }, { connection }) => Result.succeed(unindexed(connection, registration, ids)),
  search: remembering(onBranch(search)),
  similar: onBranch(similar),
  vectors: remembering((_, { connection }) => Result.succeed(vectorCounts(connection))),
  touches: remembering(onBranch(touches)),
  commit,
  ...patches()
})
