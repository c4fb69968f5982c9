import { Effect, Option } from "effect"
import { addReasons } from "../../../writing/annotate/addReasons.ts"
import { annotate, type AnnotateOutcome } from "../../../writing/annotate/annotate.ts"
import { parseInput } from "../../../writing/annotate/decodeDraft.ts"
import { type ContextOptions, parseContextOptions } from "../../../writing/context/parseContextOptions.ts"
import { carryInto } from "../../../rewrite/carry/carry.ts"
import type { AnnotateAnswer } from "../../../toolsets/authoring/contracts.ts"
import { answerOf } from "../../../toolsets/authoring/tools.ts"
import { Settings } from "../../../config/Settings.ts"
import type { LineRange } from "../../../domain/LineRange.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { encodeNote } from "../../../notes/format/encode.ts"
import { toRootContext } from "../../kit/contextPaths.ts"
import { readTextFile, readStandardInput } from "../../kit/inputText.ts"
import { printResult } from "../../kit/result.ts"
import { formatCount } from "../../../domain/Text.ts"

/** Flags of `ultragit annotate`. */
export interface AnnotateFlags {
  readonly commit: Option.Option<string>
  readonly live: boolean
  readonly file: Option.Option<string>
  readonly partial: boolean
  readonly replace: boolean
  readonly dryRun: boolean
  readonly allowSecret: boolean
  readonly squashSources: Option.Option<string>
  readonly json: boolean
}

const inputHint = "Pipe an annotation in, or name a file with --file. ultragit annotate --help shows the format."

const readInput = Effect.fnUntraced(function* ({ file }: AnnotateFlags) {
  return Option.isSome(file) && file.value !== "-"
    ? yield* readTextFile(file.value)
    : yield* readStandardInput(inputHint)
})

const formatLines = ({ end, start }: LineRange): string => (start === end ? `line ${start}` : `lines ${start}-${end}`)

const shortId = (commit: string): string => commit.slice(0, 10)

/** Formats the result in one sentence. */
const formatHeadline = ({ commit, kind, regions }: Pick<AnnotateOutcome, "commit" | "kind" | "regions">): string => {
  if (kind === "unchanged") return `Nothing new: the note on ${shortId(commit)} already says this.`
  return `Noted ${regions.length === 0 ? "the summary" : formatCount(regions.length, "region")} on ${shortId(commit)}.`
}

const formatRegions = ({ kind, regions }: AnnotateOutcome): ReadonlyArray<string> =>
  kind === "unchanged"
    ? []
    : regions.map(({ ast_anchor, file, lines }) => `${file} ${ast_anchor.name}, ${formatLines(lines)}`)

const formatOutcome = (outcome: AnnotateOutcome): ReadonlyArray<string> => [
  formatHeadline(outcome),
  ...formatRegions(outcome),
  ...outcome.left_out.map((problem) => `Left out: ${problem}`)
]

const printAnnotated = Effect.fnUntraced(function* (
  outcome: AnnotateOutcome,
  json: boolean,
  before: ReadonlyArray<string>
) {
  const { warnings: _, ...document } = answerOf(outcome)
  if (outcome.kind !== "dry-run") {
    return yield* printResult(
      { document, lines: [...before, ...formatOutcome(outcome)], warnings: outcome.warnings },
      json
    )
  }
  const left = outcome.left_out.map((problem) => `Left out: ${problem}`)
  const lines = encodeNote(outcome.note.annotation, outcome.note.original).trimEnd().split("\n")
  return yield* printResult(
    { document, lines, warnings: json ? outcome.warnings : [...outcome.warnings, ...left] },
    json
  )
})

/** Merges the notes of the commits in `range` into the commit that they were squashed into. */
const mergeSquashedNotes = Effect.fnUntraced(function* (commit: ObjectId, range: string) {
  const git = yield* Git
  const { noteRef } = yield* (yield* Settings).values
  const sources = (yield* git.range(range)).toReversed()
  const { carried, written } = yield* carryInto(commit, { kind: "squash", sources })
  const kind = written.includes(commit) ? ("written" as const) : ("unchanged" as const)
  const document = { $schema: "ultragit-annotate/v1" as const, commit, ref: noteRef, kind, regions: [] }
  const answer: AnnotateAnswer = document
  const verb = kind === "written" ? "Merged" : "Already merged"
  const line =
    carried === 0
      ? `None of ${formatCount(sources.length, "commit")} in ${range} has a note.`
      : `${verb} the notes of ${formatCount(carried, "commit")} into ${shortId(commit)}.`
  return { answer, line }
})

/** Merges the notes of squashed commits if asked to, then annotates from standard input or a file. */
export const printAnnotate = Effect.fn("Cli.printAnnotate")(function* (input: AnnotateFlags) {
  const git = yield* Git
  const { allowSecret, dryRun, json, partial, replace } = input
  const hasInput = Option.isNone(input.squashSources) || input.live || Option.isSome(input.file)
  const annotation = hasInput ? Option.some(yield* Effect.flatMap(readInput(input), parseInput)) : Option.none()
  const lines: Array<string> = []
  if (Option.isSome(input.squashSources)) {
    const commit = yield* git.resolveCommit(Option.getOrElse(input.commit, () => "HEAD"))
    const { answer, line } = yield* mergeSquashedNotes(commit, input.squashSources.value)
    if (Option.isNone(annotation)) return yield* printResult({ document: answer, lines: [line] }, json)
    lines.push(line)
  }
  if (Option.isNone(annotation)) return
  const commit = Option.getOrUndefined(input.commit)
  const outcome = yield* annotate({ given: annotation.value, commit, allowSecret, dryRun, partial, replace })
  yield* printAnnotated(outcome, json, lines)
})

const reasonsAdvice = "Use --reason, --constraint, --rejected, --depends, --tags or --risk after --at."

/** Adds the reasons of the command line to the note of a commit. */
export const printAddedReasons = Effect.fn("Cli.printAddedReasons")(function* (
  { commit, dryRun, json }: Pick<AnnotateFlags, "commit" | "dryRun" | "json">,
  options: ContextOptions
) {
  const context = yield* Effect.flatMap(parseContextOptions(options), toRootContext)
  const id = yield* (yield* Git).resolveCommit(Option.getOrElse(commit, () => "HEAD"))
  const outcome = yield* addReasons(id, context, { dryRun, advice: reasonsAdvice })
  yield* printAnnotated(outcome, json, [])
})
