import { Effect, Option } from "effect"
import { type GitError, isMissingObject } from "../../adapters/git/GitError.ts"

/** Something that objects are needed for which a partial clone may lack; else `instead`, and what is missing. */
export const ifThere = <A, R>(found: Effect.Effect<A, GitError, R>, instead: A) =>
  found.pipe(
    Effect.map((value) => ({ value, missing: Option.none<string>() })),
    Effect.catchIf(isMissingObject, ({ message }) => Effect.succeed({ value: instead, missing: Option.some(message) }))
  )
