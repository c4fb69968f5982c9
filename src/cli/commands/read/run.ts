import { Array as Arrays, Effect, Option, Result } from "effect"
import { followPart } from "../../../pipeline/questions/followPart.ts"
import { Pipeline } from "../../../pipeline/questions/Pipeline.ts"
import { PipelineError, BudgetTooSmall, LimitInvalid } from "../../../pipeline/subject/PipelineError.ts"
import type { ReadAnswer } from "../../../pipeline/answering/answers.ts"
import { readContract } from "../../../toolsets/annotations/contracts.ts"
import { Settings } from "../../../config/Settings.ts"
import type { EvidenceMode } from "../../../config/evidenceModes.ts"
import { countTokens } from "../../../domain/Budget.ts"
import type { Failure } from "../../../domain/Failure.ts"
import { escapeControls, jsonText } from "../../../domain/Text.ts"
import { Git } from "../../../adapters/git/Git.ts"
import {
  askAbout,
  toCommonQuery,
  resolveFormat,
  logSettingsWarnings,
  formatAnswer,
  writeAnswer
} from "../../kit/answer.ts"
import { setExitCode } from "../../kit/ExitCode.ts"
import { type ErrorFormat, exitCodes, formatFailure, printFailure } from "../../kit/failures.ts"
import { writeOutput } from "../../kit/output.ts"
import { type FilterFlags, toFilters, optionalField, type QueryFlags, usageError } from "../../kit/query.ts"
import { classifyArguments } from "./readArguments.ts"
import { type Need, splitBudget } from "./splitBudget.ts"

/** Arguments and flags of `ultragit read`. */
export interface ReadInput extends Omit<QueryFlags, "anchor">, FilterFlags {
  readonly more: ReadonlyArray<string>
  readonly lines: Option.Option<string>
  readonly minConfidence: Option.Option<number>
  readonly depth: Option.Option<number>
  readonly maxRegions: Option.Option<number>
  readonly evidence: Option.Option<EvidenceMode>
}

interface ReadQuery extends ReadInput {
  readonly anchor: Option.Option<string>
}

const maxConcurrentFiles = 4

/** More tokens than any answer can cost. */
const unlimitedTokens = Number.MAX_SAFE_INTEGER

/** Reads a path, at whose end lines or an anchor may be: `src/pool.ts:40-60`, `src/pool.ts:Pool.acquire`. */
const readPath = (input: ReadQuery, path: string, budget: Option.Option<number>) =>
  Effect.flatMap(Pipeline, (pipeline) =>
    askAbout({ path, rev: input.rev }, (found) => {
      const query = {
        ...toCommonQuery({ ...input, maxTokens: budget }, found),
        ...toFilters(input),
        ...optionalField("lines", input.lines),
        ...optionalField("min_confidence", input.minConfidence),
        ...optionalField("depth", input.depth),
        ...optionalField("max_regions", input.maxRegions)
      }
      return followPart(pipeline, query, true, pipeline.read)
    })
  )

const addPath = (path: string, error: Failure): Failure => ({
  code: error.code,
  message: error instanceof PipelineError ? error.message : `${escapeControls(path)}: ${error.message}`,
  hint: error.hint
})

/** Codes of failures that do not depend on the path. */
const pathIndependentCodes = new Set(["limit_invalid", "filter_invalid", "since_invalid"])

/** Reads one of several paths. A failure of this path becomes its result, so that the others are still read. */
const readOne = (input: ReadQuery, path: string, budget: number) =>
  readPath(input, path, Option.some(budget)).pipe(
    Effect.map(Result.succeed),
    Effect.catchTag(["PipelineError", "GitError"], (error) =>
      pathIndependentCodes.has(error.code) ? Effect.fail(error) : Effect.succeed(Result.fail(addPath(path, error)))
    )
  )

/** Finds the cost of the smallest answer about a path, in tokens. */
const findMinTokens = (input: ReadQuery, path: string) =>
  Effect.as(readPath(input, path, Option.some(1)), 1).pipe(
    Effect.catchReason("PipelineError", "BudgetTooSmall", ({ smallest }) => Effect.succeed(smallest))
  )

type PathResult = Result.Result<ReadAnswer, Failure>

const errorFormats = { markdown: "text", json: "json", pretty: "pretty" } as const

/** Counts the tokens of a result in the output format. A failure costs nothing on standard error. */
const countCost = (input: ReadQuery, outcome: PathResult): number => {
  const { measure = jsonText } = toCommonQuery(input, "")
  const format: ErrorFormat = errorFormats[resolveFormat(input)]
  if (Result.isSuccess(outcome)) return countTokens(measure(outcome.success))
  return format === "text" ? 0 : countTokens(formatFailure(outcome.failure, format))
}

/** Reads every path again whose answer exceeds its share of the budget. */
const fitBudget = Effect.fnUntraced(function* (
  input: ReadQuery,
  paths: ReadonlyArray<string>,
  outcomes: ReadonlyArray<PathResult>,
  budget: number
) {
  const parts = Arrays.zipWith(paths, outcomes, (path, outcome) => ({
    path,
    outcome,
    fullTokens: countCost(input, outcome)
  }))
  // The separator between answers: one newline, two in Markdown.
  const between = Math.ceil(((paths.length - 1) * 2) / 3)
  if (parts.reduce((sum, { fullTokens }) => sum + fullTokens, between) <= budget) return outcomes
  const needs = yield* Effect.forEach(parts, ({ fullTokens, outcome, path }) => {
    const smallest = Result.isSuccess(outcome) ? findMinTokens(input, path) : Effect.succeed(fullTokens)
    return Effect.map(smallest, (minTokens): Need => ({ minTokens, fullTokens }))
  })
  const shares = splitBudget(budget - between, needs)
  if (shares === undefined) {
    const smallest = needs.reduce((sum, { minTokens }) => sum + minTokens, between)
    return yield* new PipelineError({ reason: new BudgetTooSmall({ tokens: budget, smallest }) })
  }
  return yield* Effect.forEach(Arrays.zip(parts, shares), ([{ fullTokens, outcome, path }, share]) =>
    Result.isFailure(outcome) || share >= fullTokens ? Effect.succeed(outcome) : readOne(input, path, share)
  )
})

const printPaths = Effect.fnUntraced(function* (
  outcomes: ReadonlyArray<PathResult>,
  format: keyof typeof errorFormats
) {
  let isFirst = true
  for (const outcome of outcomes) {
    if (Result.isFailure(outcome)) {
      yield* printFailure(outcome.failure, errorFormats[format])
      continue
    }
    const text = yield* formatAnswer(outcome.success, readContract, format)
    yield* writeOutput(`${format === "markdown" && !isFirst ? "\n" : ""}${text}\n`)
    isFirst = false
  }
  if (outcomes.some(Result.isFailure)) yield* setExitCode(exitCodes.failure)
})

/** The budget of all answers together: `--max-tokens`, else the setting, where 0 means no limit. */
const resolveBudget = Effect.fnUntraced(function* ({ maxTokens }: ReadQuery) {
  const settings = yield* Settings
  const { maxTokens: configured } = yield* settings.values
  return Option.getOrElse(maxTokens, () => (configured === 0 ? unlimitedTokens : configured))
})

const readPaths = Effect.fn("Cli.readSeveral")(function* (input: ReadQuery, paths: ReadonlyArray<string>) {
  // Reports an invalid repository or revision once, not for each path.
  yield* (yield* Git).resolveCommit(Option.getOrElse(input.rev, () => "HEAD"))
  const budget = yield* resolveBudget(input)
  if (budget <= 0)
    return yield* new PipelineError({ reason: new LimitInvalid({ name: "max_tokens", value: String(budget) }) })
  const outcomes = yield* Effect.forEach(paths, (path) => readOne(input, path, unlimitedTokens), {
    concurrency: maxConcurrentFiles
  })
  const fitting = yield* fitBudget(input, paths, outcomes, budget)
  yield* logSettingsWarnings
  yield* printPaths(fitting, resolveFormat(input))
})

/**
 * Reads each path and prints the answers in order. The JSON of each equals the tool's answer, byte for byte. A failure is
 * printed in its place, and the other paths are still read.
 */
export const printReads = Effect.fn("Cli.printReads")(function* (input: ReadInput) {
  const { anchor, paths } = yield* classifyArguments(input)
  const query = { ...input, anchor }
  const [path = input.path, ...others] = paths
  if (others.length > 0 && Option.isSome(input.lines)) {
    return yield* usageError("read", "--lines needs exactly one file.")
  }
  if (others.length > 0) return yield* readPaths(query, paths)
  const found = yield* readPath(query, path, input.maxTokens)
  yield* logSettingsWarnings
  const format = resolveFormat(input)
  return yield* writeAnswer(`${yield* formatAnswer(found, readContract, format)}\n`, format)
})
