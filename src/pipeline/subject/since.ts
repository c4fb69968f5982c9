import { DateTime, Effect, Option } from "effect"
import { isIsoTimestamp, parseSince } from "../../domain/Since.ts"
import { Git } from "../../adapters/git/Git.ts"
import { looksLikeTime } from "./looksLikeTime.ts"
import { PipelineError, SinceInvalid } from "./PipelineError.ts"

/**
 * Resolves `since` to seconds since 1970: a time, or the author time of a revision. Fails with `SinceInvalid`.
 */
export const resolveSince = Effect.fn("Pipeline.resolveSince")(function* (text: string) {
  const git = yield* Git
  const trimmed = text.trim()
  const unknown = new PipelineError({ reason: new SinceInvalid({ text: text.slice(0, 200) }) })
  const time = parseSince(trimmed, yield* DateTime.now)
  if (Option.isSome(time)) return time.value
  if (trimmed === "") return yield* unknown
  const commit = yield* git.resolveCommit(trimmed).pipe(
    Effect.asSome,
    Effect.catchReason("GitError", "RevisionNotFound", () => Effect.succeedNone)
  )
  if (Option.isSome(commit)) {
    const [found] = yield* git.commits([commit.value])
    if (found !== undefined && Option.isSome(found)) return found.value.authorTime
  }
  const parsed = !isIsoTimestamp(trimmed) && looksLikeTime(trimmed) ? yield* git.time(trimmed) : Option.none()
  return Option.isSome(parsed) ? parsed.value : yield* unknown
})
