import { Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Connection } from "../../sql/Database.ts"
import type { CommitAnswer, PatchAnswer } from "../answers.ts"
import { namedBranches } from "../asking/branch.ts"
import { commitNamed, commitOf } from "../asking/commit.ts"
import { type Elsewhere, keptPatch, type PatchPart, partOf } from "../asking/patch.ts"
import { search, type SearchPage, type SearchQuestion } from "../asking/search.ts"
import { touches, type TouchesPage, type TouchesQuestion } from "../asking/touches.ts"
import { type Indexed, indexedOf, unindexed } from "../asking/unindexed.ts"
import { CommitsError, PatchNotFound, RepositoryUnknown } from "../CommitsError.ts"
import type { CommitInput, PatchInput } from "../contracts.ts"
import type { Registration } from "../Registration.ts"
import { findRegistration, listRegistrations } from "../store/registrations.ts"
import { remembering } from "./remembering.ts"

/** A question with the branch or tag that it is about, by its name. */
export interface OnBranch<Question> {
  readonly question: Question
  readonly branch: string | undefined
}

/** A patch that a repository gave, and what of it is asked for. */
export interface WholePatch {
  readonly repo: string
  readonly sha: string
  readonly bytes: Uint8Array
  readonly part: PatchPart
  /** Paths left out, as the repository's owner chose. */
  readonly exclude: ReadonlyArray<string>
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

/** The index at one moment. */
export interface Moment {
  readonly connection: Connection
  /** The same as long as the index is. */
  readonly moment: string
}

type Table = {
  readonly [Name in LookupName]: (input: InputOf<Name>, at: Moment) => Result.Result<OutputOf<Name>, CommitsError>
}

const registered = (connection: Connection, name: string): Result.Result<Registration, CommitsError> => {
  const found = findRegistration(connection, name)
  if (found !== undefined) return Result.succeed(found)
  const known = listRegistrations(connection).map((registration) => registration.name)
  return Result.fail(new CommitsError({ reason: new RepositoryUnknown({ names: [name], known }) }))
}

const commit = ({ repo, sha }: CommitInput, { connection }: Moment): Result.Result<CommitAnswer, CommitsError> =>
  Result.flatMap(registered(connection, repo), (registration) =>
    Result.map(commitNamed(connection, registration, sha), (named) => commitOf(connection, registration, named))
  )

/** Who asks for a patch is told that there is none. */
const withoutPatch = (error: CommitsError): CommitsError =>
  error.reason._tag === "CommitNotFound"
    ? new CommitsError({
        reason: new PatchNotFound({
          repo: error.reason.repo,
          sha: error.reason.sha,
          detail: "no such commit is indexed"
        })
      })
    : error

const patch = (
  { repo, sha, ...part }: PatchInput,
  { connection }: Moment
): Result.Result<PatchAnswer | Elsewhere, CommitsError> =>
  Result.flatMap(registered(connection, repo), (registration) =>
    Result.flatMap(Result.mapError(commitNamed(connection, registration, sha), withoutPatch), (named) =>
      keptPatch(connection, { registration, named, part })
    )
  )

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
  touches: remembering(onBranch(touches)),
  commit,
  patch,
  part: (whole) => partOf(whole)
})
