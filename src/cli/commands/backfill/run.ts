import { Context, Effect, Layer, MutableRef, Option, Result } from "effect"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import { emptyTally, runBackfill, type Tally } from "../../../writing/backfill/backfill.ts"
import { type Plan, planBackfill, type Selection } from "../../../writing/backfill/plan.ts"
import { escapeControls, formatCount } from "../../../domain/Text.ts"
import { LanguageModel } from "../../../adapters/llm/LanguageModel.ts"
import type { LanguageModelError } from "../../../adapters/llm/LanguageModelError.ts"
import { setExitCode } from "../../kit/ExitCode.ts"
import { exitCodes, printFailure } from "../../kit/failures.ts"
import { type CommandResult, printResult } from "../../kit/result.ts"
import { writeError } from "../../kit/output.ts"
import { makeProgressBar } from "../../kit/progressBar.ts"

/** Flags of `ultragit backfill`. */
export interface BackfillFlags extends Selection {
  readonly concurrency: number
  readonly dryRun: boolean
  readonly yes: boolean
  readonly json: boolean
}

const formatThousands = (count: number): string => `${count}`.replace(/\B(?=(?:\d{3})+$)/g, ",")

const formatCalls = ({ calls, exact, inputTokens }: Plan): string =>
  exact
    ? `${formatCount(calls, "call")}, about ${formatThousands(inputTokens)} tokens to send.`
    : `About ${formatCount(calls, "call")} and ${formatThousands(inputTokens)} tokens to send, estimated from a sample.`

const formatPlan = (plan: Plan): ReadonlyArray<string> => [
  plan.commits.length === 0 ? "Nothing to annotate: every commit has a note or nothing to send." : formatCalls(plan),
  ...(plan.failedBefore === 0
    ? []
    : [`${formatCount(plan.failedBefore, "commit")} skipped that failed before; --resume retries them.`])
]

const toPlanDocument = ({ calls, exact, failedBefore, inputTokens }: Plan) => ({
  $schema: "ultragit-backfill/v1",
  dry_run: true,
  calls,
  input_tokens: inputTokens,
  exact,
  failed_before: failedBefore
})

const toTallyDocument = (tally: Tally, model: LanguageModel["Service"]) => ({
  $schema: "ultragit-backfill/v1",
  dry_run: false,
  model: model.model,
  host: model.host,
  planned: tally.planned,
  written: tally.written,
  regions: tally.regions,
  dropped: tally.dropped,
  passed: tally.passed,
  failed: tally.failed,
  input_tokens: tally.inputTokens,
  output_tokens: tally.outputTokens,
  ...(Option.isNone(tally.stopped)
    ? {}
    : { stopped: { code: tally.stopped.value.code, message: tally.stopped.value.message } })
})

/** Failures listed individually; the rest are counted. */
const maxFailuresShown = 20

const formatTally = (tally: Tally): ReadonlyArray<string> => {
  const { dropped, failed, inputTokens, outputTokens, passed, planned, regions, written } = tally
  const left = planned - written - passed - failed.length
  return [
    `Annotated ${formatCount(written, "commit")} (${formatCount(regions, "region")}${dropped === 0 ? "" : `, ${dropped} dropped`}); ${failed.length} failed, ${passed} skipped, ${left} left.`,
    `${formatThousands(inputTokens)} tokens sent, ${formatThousands(outputTokens)} received.`,
    ...failed.slice(0, maxFailuresShown).map(({ commit, message }) => `  ${commit.slice(0, 10)}  ${message}`),
    ...(failed.length > maxFailuresShown ? [`  and ${failed.length - maxFailuresShown} more`] : []),
    ...(left + failed.length > 0 ? ["To continue: ultragit backfill --resume"] : [])
  ]
}

const toResult = (tally: Tally, model: LanguageModel["Service"]): CommandResult => ({
  document: toTallyDocument(tally, model),
  lines: formatTally(tally)
})

/** Asks for confirmation on a terminal, unless `--yes` or `--json` is given. */
const isConfirmed = Effect.fnUntraced(function* ({ json, yes }: BackfillFlags, model: LanguageModel["Service"]) {
  const { canPrompt } = yield* TerminalCapabilities
  if (yes || json || !canPrompt) return true
  const message = `Send them to ${escapeControls(model.model)} at ${model.host}?`
  return yield* Effect.orElseSucceed(Prompt.run(Prompt.Confirm({ message })), () => false)
})

const formatProgressNote = ({ failed, inputTokens, outputTokens }: Tally): string =>
  [
    ...(failed.length === 0 ? [] : [`${failed.length} failed`]),
    ...(inputTokens === 0 ? [] : [`${formatThousands(inputTokens + outputTokens)} tokens`])
  ].join(", ")

const countDone = ({ failed, passed, written }: Tally): number => written + passed + failed.length

/** Runs the plan with a progress bar, and prints the result even if interrupted. */
const runWithProgress = Effect.fnUntraced(function* (
  plan: Plan,
  flags: BackfillFlags,
  model: LanguageModel["Service"]
) {
  const bar = yield* makeProgressBar(0)
  const last = MutableRef.make(emptyTally(plan.commits.length))
  const report = (tally: Tally) => {
    MutableRef.set(last, tally)
    return bar.show({ done: countDone(tally), total: tally.planned, note: formatProgressNote(tally) })
  }
  yield* report(MutableRef.get(last))
  const printTally = (tally: Tally) => printResult(toResult(tally, model), flags.json)
  const tally = yield* runBackfill(plan, { concurrency: flags.concurrency, report }).pipe(
    Effect.ensuring(bar.clear),
    Effect.onInterrupt(() => Effect.ignore(printTally(MutableRef.get(last))))
  )
  yield* printTally(tally)
  if (Option.isSome(tally.stopped) && !flags.json) yield* printFailure(tally.stopped.value, "text")
  if (Option.isSome(tally.stopped) || tally.failed.length > 0) yield* setExitCode(exitCodes.failure)
})

const printLines = (lines: ReadonlyArray<string>) => writeError(`${lines.map(escapeControls).join("\n")}\n`)

/** Names the model that would draft; ultragit does not know its price. */
const formatModel = (found: Result.Result<LanguageModel["Service"], LanguageModelError>): string =>
  Result.match(found, {
    onSuccess: ({ host, model }) => `Model: ${model} at ${host}, at the price that it has there for a token.`,
    onFailure: ({ hint = "", message }) => `No model can be used: ${message} ${hint}`.trimEnd()
  })

const printPlan = Effect.fnUntraced(function* (flags: BackfillFlags) {
  const plan = yield* planBackfill(flags)
  const model = yield* Effect.result(
    Effect.map(Layer.build(LanguageModel.layer), (context) => Context.get(context, LanguageModel))
  )
  const document = { ...toPlanDocument(plan), model: Result.isSuccess(model) ? model.success.model : null }
  yield* printResult({ document, lines: [...formatPlan(plan), formatModel(model)] }, flags.json)
}, Effect.scoped)

const draftAnnotations = Effect.fnUntraced(function* (flags: BackfillFlags) {
  const model = Context.get(yield* Layer.build(LanguageModel.layer), LanguageModel)
  const plan = yield* planBackfill(flags)
  if (plan.commits.length === 0) {
    return yield* printResult({ document: toTallyDocument(emptyTally(0), model), lines: formatPlan(plan) }, flags.json)
  }
  yield* printLines(formatPlan(plan))
  if (!(yield* isConfirmed(flags, model))) {
    yield* printLines(["Nothing was sent."])
    return yield* setExitCode(exitCodes.failure)
  }
  return yield* Effect.provideService(runWithProgress(plan, flags, model), LanguageModel, model)
}, Effect.scoped)

/** Drafts annotations, or with `--dry-run` estimates their cost. Sets exit code 1 if a commit fails. */
export const printBackfill = (flags: BackfillFlags) => (flags.dryRun ? printPlan(flags) : draftAnnotations(flags))
