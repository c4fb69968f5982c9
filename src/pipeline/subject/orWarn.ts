import { Effect } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { isGone } from "./isGone.ts"

interface Fallback<A, R> {
  /** The commit asked about. If it is gone, no answer would be about it. */
  readonly commit: ObjectId
  readonly isExpected: (error: GitError) => boolean
  readonly instead: Effect.Effect<A, GitError, R>
  readonly warn: (detail: string) => string
}

/** Takes something else with a warning where git fails as expected, as for objects that a partial clone lacks. */
export const orWarn =
  <A, R>({ commit, instead, isExpected, warn }: Fallback<A, R>) =>
  <R2>(found: Effect.Effect<A, GitError, R2>) =>
    found.pipe(
      Effect.map((value) => ({ value, warnings: new Array<string>() })),
      Effect.catchIf(isExpected, (error) =>
        Effect.flatMap(isGone(error, commit), (gone) =>
          gone ? Effect.fail(error) : Effect.map(instead, (value) => ({ value, warnings: [warn(error.message)] }))
        )
      )
    )
