import { Effect, Option } from "effect"
import { decodeDraft, parseInput } from "../../../writing/annotate/decodeDraft.ts"
import { checkPlaces } from "../../../capture/commit/checkPlaces.ts"
import { commit } from "../../../capture/commit/commit.ts"
import { parseContextOptions } from "../../../writing/context/parseContextOptions.ts"
import { checkTexts, withLineFeeds } from "../../../writing/context/checkTexts.ts"
import type { CommitArguments } from "./commitArguments.ts"
import { toRootContext } from "../../kit/contextPaths.ts"
import { exitCodes } from "../../kit/failures.ts"
import { readTextFile } from "../../kit/inputText.ts"
import { writeError } from "../../kit/output.ts"
import { formatCount } from "../../../domain/Text.ts"

/** Reads the annotation in a file and validates it, before the commit is made. */
const readAnnotation = Effect.fnUntraced(function* (file: Option.Option<string>, allowSecret: boolean) {
  if (Option.isNone(file)) return Option.none<unknown>()
  const annotation = withLineFeeds(yield* parseInput(yield* readTextFile(file.value)))
  yield* decodeDraft(annotation)
  yield* checkTexts(annotation, { allowSecret })
  return Option.some(annotation)
})

/**
 * Commits and records the reasons. Messages about notes go to standard error, because standard output is git's. Succeeds
 * with git's exit code. Fails with `AnnotateError`, before running git, if the reasons cannot be recorded.
 */
export const commitAndNote = Effect.fnUntraced(function* (input: CommitArguments) {
  if (input.problems.length > 0) {
    yield* writeError(`${input.problems.map((problem) => `Error: ${problem}`).join("\n")}\n`)
    yield* writeError("Run 'ultragit commit --help' for usage.\n")
    return exitCodes.usage
  }
  const context = yield* Effect.flatMap(parseContextOptions(input), toRootContext)
  yield* checkTexts(context, input)
  yield* checkPlaces(context, input.amend)
  const annotation = yield* readAnnotation(input.annotation, input.allowSecret)
  const outcome = yield* commit({ args: input.git, amend: input.amend, context, annotation })
  yield* Effect.forEach(outcome.warnings, (warning) => Effect.logWarning(warning), { discard: true })
  if (Option.isSome(outcome.noted)) {
    const { commit: id, regions } = outcome.noted.value
    const what = regions === 0 ? "the summary" : formatCount(regions, "region")
    yield* writeError(`Noted ${what} on ${id.slice(0, 10)}.\n`)
  }
  return outcome.exitCode
})
