import { Effect, Option } from "effect"
import { decodeDraft, parseGiven } from "../../../writing/annotate/decodeDraft.ts"
import { checkPlaces } from "../../../capture/commit/checkPlaces.ts"
import { commit } from "../../../capture/commit/commit.ts"
import { factsGiven } from "../../../writing/context/givenFacts.ts"
import { checkTexts, withLineFeeds } from "../../../writing/context/checkTexts.ts"
import type { CommitArguments } from "./commitArguments.ts"
import { exitCodes } from "../../kit/failures.ts"
import { readTextFile } from "../../kit/inputText.ts"
import { formatCount } from "../../kit/result.ts"
import { writeError } from "../../kit/output.ts"

/** The annotation in a file, read and checked before there is a commit. */
const readAnnotation = Effect.fnUntraced(function* (file: Option.Option<string>, allowSecret: boolean) {
  if (Option.isNone(file)) return Option.none<unknown>()
  const given = withLineFeeds(yield* parseGiven(yield* readTextFile(file.value)))
  yield* decodeDraft(given)
  yield* checkTexts(given, { allowSecret })
  return Option.some(given)
})

/**
 * Commits and notes; what there is to say of notes goes to standard error, so that git's output stays git's. Succeeds
 * with git's exit code. Fails, before git is run, with `AnnotateError` where what is said cannot be noted.
 */
export const commitAndNote = Effect.fnUntraced(function* (input: CommitArguments) {
  if (input.problems.length > 0) {
    yield* writeError(`${input.problems.map((problem) => `Error: ${problem}`).join("\n")}\n`)
    yield* writeError("Run 'ultragit commit --help' for usage.\n")
    return exitCodes.usage
  }
  const facts = yield* factsGiven(input)
  yield* checkTexts(facts, input)
  yield* checkPlaces(facts, input.amend)
  const annotation = yield* readAnnotation(input.annotation, input.allowSecret)
  const outcome = yield* commit({ args: input.git, amend: input.amend, facts, annotation })
  yield* Effect.forEach(outcome.warnings, (warning) => Effect.logWarning(warning), { discard: true })
  if (Option.isSome(outcome.noted)) {
    const { commit: id, regions } = outcome.noted.value
    const what = regions === 0 ? "the summary" : formatCount(regions, "region")
    yield* writeError(`Noted ${what} on ${id.slice(0, 10)}.\n`)
  }
  return outcome.exitCode
})
