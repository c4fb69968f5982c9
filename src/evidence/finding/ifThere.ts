import { Effect, Option } from "effect"
import { type GitError, isMissingObject } from "../../adapters/git/GitError.ts"

/** Runs `found`. Where a partial clone lacks an object for it, returns `instead` and the message that says which. */
export const ifThere = <A, R>(found: Effect.Effect<A, GitError, R>, instead: A) =>
  found.pipe(
    Effect.map((value) => ({ value, missing: Option.none<string>() })),
    Effect.catchIf(isMissingObject, ({ message }) => Effect.succeed({ value: instead, missing: Option.some(message) }))
  )
