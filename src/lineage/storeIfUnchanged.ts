import { Effect } from "effect"
import type { Git } from "../adapters/git/Git.ts"

/**
 * Stores the result of a walk only if its context is still the current one. Otherwise a replace ref or graft added
 * during the walk could change a result stored under the old context.
 */
export const storeIfUnchanged = (
  git: Git["Service"],
  context: string,
  store: Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.ignore(Effect.flatMap(git.blameContext, (now) => (now === context ? store : Effect.void)))
