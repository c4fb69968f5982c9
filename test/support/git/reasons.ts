import { Effect } from "effect"
import type { GitError } from "../../../src/adapters/git/GitError.ts"

/** Returns the tag of the reason with which an effect must fail. */
export const reasonOf = <A, R>(effect: Effect.Effect<A, GitError, R>): Effect.Effect<string, A, R> =>
  Effect.map(Effect.flip(effect), (error) => error.reason._tag)
