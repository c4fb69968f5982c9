import { DateTime, Effect, Option } from "effect"
import { isIsoTimestamp, parseSince } from "../../domain/Since.ts"
import { Git } from "../../adapters/git/Git.ts"
import { PipelineError, SinceInvalid } from "./PipelineError.ts"

const months = "january february march april may june july august september october november december"
const days = "sunday monday tuesday wednesday thursday friday saturday"
const numbers = "zero one two three four five six seven eight nine ten last"
const units = "second seconds minute minutes hour hours day days week weeks month months year years"
const others = "ago yesterday noon midnight tea am pm at on of and the utc gmt z t th st nd rd"
const fullWords = new Set([numbers, units, others].flatMap((words) => words.split(" ")))
const abbreviable = [months, days].flatMap((words) => words.split(" "))

const isWord = (word: string): boolean =>
  fullWords.has(word) || (word.length >= 3 && abbreviable.some((name) => name.startsWith(word)))

const date = /(?:^|\s)(?:\d{4}[-/.](?:0?[1-9]|1[0-2])[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?:[\st]|$)/
const seconds = /^@?\d{9,}/

/**
 * Whether a text looks like a time, so that git may parse it. Git finds a time in nearly any text with a number: a misspelled
 * revision would silently become a date long ago.
 */
export const looksLikeTime = (text: string): boolean => {
  const lower = text.toLowerCase()
  const words = lower.match(/\p{L}+/gu) ?? []
  return words.every(isWord) && (words.some((word) => word !== "z") || date.test(lower) || seconds.test(lower))
}

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
