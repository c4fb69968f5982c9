import { Effect } from "effect"
import type { PathChange, PathWalk } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"

/** The changes of commits, newest first, and what is not known of them. */
export interface PathChanges {
  readonly changes: ReadonlyArray<PathChange>
  readonly warnings: ReadonlyArray<string>
}

const warnOfRenames = (detail: string): string =>
  `Renames are not followed, because contents are missing: ${detail} In a partial clone, 'git fetch --refetch --no-filter' fetches them.`

const warnOfOlder = (detail: string): string =>
  `Older commits are not counted: ${detail} In a partial clone, 'git fetch --refetch --no-filter' fetches what is missing; in a whole one, 'git fsck --full' lists it.`

const readAll = Effect.fnUntraced(function* (walk: PathWalk) {
  const git = yield* Git
  const changes: Array<PathChange> = []
  const failure = yield* git
    .pathChanges(walk, (change) => changes.push(change))
    .pipe(
      Effect.as(undefined),
      Effect.catchReason("GitError", "ObjectMissing", (_, error) => Effect.succeed<GitError | undefined>(error))
    )
  return { changes, failure }
})

/**
 * Reads the paths that commits changed, with renames. Where contents for these are missing, as in a partial clone, renames are
 * left out; where folders are missing, so are the commits from there on.
 */
export const readPathChanges = Effect.fn("Evidence.readPathChanges")(function* (walk: PathWalk) {
  const whole = yield* readAll(walk)
  if (whole.failure === undefined) return { changes: whole.changes, warnings: [] } satisfies PathChanges
  const { changes, failure } = yield* readAll({ ...walk, renames: false })
  const warning = failure === undefined ? warnOfRenames(whole.failure.message) : warnOfOlder(failure.message)
  return { changes, warnings: [warning] } satisfies PathChanges
})
