import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { countSources, listSources } from "../../evidence/quotes/countSources.ts"
import { pass } from "./Check.ts"

/** Says what answers quote where no annotation speaks of code. */
export const evidenceChecks = Effect.gen(function* () {
  const { evidence } = yield* (yield* Settings).values
  if (evidence === "never") return [pass("evidence", "History is not quoted (setting evidence).")]
  const head = yield* (yield* Git).resolveCommit("HEAD").pipe(
    Effect.asSome,
    Effect.catchReason("GitError", "UnbornHead", () => Effect.succeedNone)
  )
  const named = ["commit messages", ...listSources(yield* countSources(Option.getOrUndefined(head)))]
  return [pass("evidence", `Quoted where nothing is noted: ${named.join(", ")}.`)]
})
