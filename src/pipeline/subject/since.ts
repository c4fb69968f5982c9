import { DateTime, Effect, Option } from "effect"
import { isIsoTimestamp, parseSince } from "../../domain/Since.ts"
import { Git } from "../../adapters/git/Git.ts"
import { PipelineError, SinceInvalid } from "./PipelineError.ts"

const months = "january february march april may june july august september october november december"
const days = "sunday monday tuesday wednesday thursday friday saturday"
const numbers = "zero one two three four five six seven eight nine ten last"
const units = "second seconds minute minutes hour hours day days week weeks month months year years"
const others = "ago yesterday noon midnight tea am pm at on of and the utc gmt z t th st nd rd"
const whole = new Set([numbers, units, others].flatMap((words) => words.split(" ")))
const shortened = [months, days].flatMap((words) => words.split(" "))

const isWord = (word: string): boolean =>
  whole.has(word) || (word.length >= 3 && shortened.some((name) => name.startsWith(word)))

const date = /(?:^|\s)(?:\d{4}[-/.](?:0?[1-9]|1[0-2])[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?:[\st]|$)/
const seconds = /^@?\d{9,}/

/**
 * Whether git can be asked what time a text means. It would find one in nearly any text that has a number, so that a
 * misspelled revision would quietly be a day long ago.
 */
export const looksLikeTime = (text: string): boolean => {
  const lower = text.toLowerCase()
  const words = lower.match(/\p{L}+/gu) ?? []
  return words.every(isWord) && (words.some((word) => word !== "z") || date.test(lower) || seconds.test(lower))
}

/** The time that `since` means, in seconds since 1970: its own, or the author time of the revision it names. */
export const timeOf = Effect.fn("Pipeline.timeOf")(function* (text: string) {
  const git = yield* Git
  const asked = text.trim()
  const unknown = new PipelineError({ reason: new SinceInvalid({ text: text.slice(0, 200) }) })
  const time = parseSince(asked, yield* DateTime.now)
  if (Option.isSome(time)) return time.value
  if (asked === "") return yield* unknown
  const commit = yield* git.resolveCommit(asked).pipe(
    Effect.asSome,
    Effect.catchReason("GitError", "RevisionNotFound", () => Effect.succeedNone)
  )
  if (Option.isSome(commit)) {
    const [facts] = yield* git.commits([commit.value])
    if (facts !== undefined && Option.isSome(facts)) return facts.value.authorTime
  }
  const meant = !isIsoTimestamp(asked) && looksLikeTime(asked) ? yield* git.time(asked) : Option.none()
  return Option.isSome(meant) ? meant.value : yield* unknown
})
