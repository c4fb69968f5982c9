import { Effect, Option, Schema } from "effect"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { MergedRequest } from "../../adapters/hosting/MergedRequest.ts"
import { ObjectId } from "../../domain/ObjectId.ts"

/** The commits that a request became. */
export interface Located {
  /** Those of this repository. */
  readonly commits: ReadonlyArray<ObjectId>
  /** The merge commit, or the last commit of the branch, if this repository does not have them yet. */
  readonly missing: Option.Option<ObjectId>
}

const toObjectId = Schema.decodeUnknownOption(ObjectId)

const idsOf = ({ commits, mergeCommit }: MergedRequest): ReadonlyArray<ObjectId> =>
  Option.match(mergeCommit, {
    onNone: () => commits.flatMap(({ id }) => Option.toArray(toObjectId(id))),
    onSome: (id) => Option.toArray(toObjectId(id))
  })

const readCommits = Effect.fnUntraced(function* (ids: ReadonlyArray<ObjectId>) {
  const found = yield* (yield* Git).commits(ids)
  return found.flatMap(Option.toArray)
})

const subjectOf = ({ message }: CommitMetadata): string => message.trimStart().split("\n", 1)[0] ?? ""

/** Finds the commits of a rebase: as many as the branch had, with its subjects. Otherwise the one is a squash. */
const findRebased = Effect.fnUntraced(function* (last: ObjectId, { commitCount, commits }: MergedRequest) {
  if (commitCount < 2 || commits.length !== commitCount) return [last]
  const walked = yield* (yield* Git).walk({ from: [last], maxCount: commitCount })
  const oldestFirst = (yield* readCommits(walked)).toReversed()
  const isSame =
    oldestFirst.length === commitCount &&
    oldestFirst.every((metadata, index) =>
      subjectOf(metadata).startsWith((commits[index]?.subject ?? "\n").replace(/…$/, ""))
    )
  return isSame ? oldestFirst.map(({ id }) => id) : [last]
})

/**
 * Finds the commits that requests became: the merge or squash commit, all commits of a rebase, or, where the host names
 * none of these, the commits of the branch.
 */
export const locateCommits = Effect.fn("Imports.locateCommits")(function* (requests: ReadonlyArray<MergedRequest>) {
  const here = new Map((yield* readCommits([...new Set(requests.flatMap(idsOf))])).map((found) => [found.id, found]))
  return yield* Effect.forEach(requests, (request) =>
    Effect.gen(function* () {
      const ids = idsOf(request)
      const present = ids.flatMap((id) => here.get(id) ?? [])
      const [merge] = present
      if (merge === undefined) return { commits: [], missing: Option.fromUndefinedOr(ids.at(-1)) } satisfies Located
      if (Option.isNone(request.mergeCommit)) {
        return { commits: present.map(({ id }) => id), missing: Option.none() } satisfies Located
      }
      const commits = merge.parents.length > 1 ? [merge.id] : yield* findRebased(merge.id, request)
      return { commits, missing: Option.none() } satisfies Located
    })
  )
})
