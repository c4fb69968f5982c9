import { Effect } from "effect"
import type { Git } from "../adapters/git/Git.ts"

/**
 * Keeps what git walked if everything its walks depend on is still as it was when it was asked: what a replacement or a
 * graft that came meanwhile may have changed is not kept under what was there before.
 */
export const storeIfUnchanged = (
  git: Git["Service"],
  context: string,
  keep: Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.ignore(Effect.flatMap(git.blameContext, (now) => (now === context ? keep : Effect.void)))
