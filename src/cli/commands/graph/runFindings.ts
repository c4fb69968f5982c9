import { Effect, Option, type Schema } from "effect"
import type { Git } from "../../../adapters/git/Git.ts"
import {
  AnalyzeAnswer,
  AskAnswer,
  BaselineAnswer,
  DetectorsAnswer,
  DiffAnswer,
  FindingsAnswer,
  FixAnswer,
  type ReportAnswer
} from "../../../codeGraph/model/answers.ts"
import { toHtml } from "../../../codeGraph/report/html.ts"
import { toMarkdown } from "../../../codeGraph/report/markdown.ts"
import { toSarif } from "../../../codeGraph/report/sarif.ts"
import { writeReport } from "../../../codeGraph/report/writeReport.ts"
import { CodeGraph, type CodeGraphError } from "../../../codeGraph/service/CodeGraph.ts"
import { severities, type Severity } from "../../../codeIndex/model/findings.ts"
import { jsonText } from "../../../domain/Text.ts"
import {
  analyzeText,
  askText,
  detectorsText,
  diffText,
  findingsText,
  fixText
} from "../../../toolsets/graph/findingsText.ts"
import { type Format, printText } from "../../kit/answer.ts"
import { Backend } from "../../kit/Backend.ts"
import { setExitCode } from "../../kit/ExitCode.ts"
import { writeOutput } from "../../kit/output.ts"
import { toRootPathOption } from "../../kit/paths.ts"
import { nameCommands, namingCommands } from "../../kit/nameCommands.ts"
import { optionalField } from "../../kit/query.ts"
import { withWorkProgress } from "../../kit/workProgress.ts"

interface FormatInput {
  readonly format: Format
  readonly json: boolean
}

const print = Effect.fnUntraced(function* <A>(
  input: FormatInput,
  output: Schema.ConstraintCodec<A, unknown>,
  ask: (graph: CodeGraph["Service"]) => Effect.Effect<A, CodeGraphError, Git>,
  text: (answer: A) => string
) {
  const answer = yield* namingCommands(withWorkProgress(Effect.flatMap(CodeGraph, ask)))
  yield* printText(input, output, answer, Effect.succeed(text(answer)))
  return answer
})

/** Whether there is a finding of a severity or a higher one. */
const failIf = (threshold: Option.Option<Severity>, counts: (severity: Severity) => number): Effect.Effect<void> =>
  Option.match(threshold, {
    onNone: () => Effect.void,
    onSome: (least) =>
      severities.slice(0, severities.indexOf(least) + 1).some((severity) => counts(severity) > 0)
        ? setExitCode(1)
        : Effect.void
  })

/** Prints the answer of `graph analyze`. */
export const printAnalysis = Effect.fn("Cli.graphAnalyze")(function* (
  input: FormatInput & { readonly failOn: Option.Option<Severity> }
) {
  const { by_severity: counts } = yield* print(input, AnalyzeAnswer, (graph) => graph.analyze, analyzeText)
  yield* failIf(input.failOn, (severity) => counts[severity] ?? 0)
})

/** Prints the answer of `graph diff`. */
export const printDiff = Effect.fn("Cli.graphDiff")(function* (
  input: FormatInput & { readonly base: string; readonly failOn: Option.Option<Severity> }
) {
  const { added, worse } = yield* print(input, DiffAnswer, (graph) => graph.diff({ base: input.base }), diffText)
  yield* failIf(input.failOn, (severity) => [...added, ...worse].filter((each) => each.severity === severity).length)
})

/** Prints the answer of `graph findings`. */
export const printFindings = Effect.fn("Cli.graphFindings")(
  (
    input: FormatInput & {
      readonly path: Option.Option<string>
      readonly severity: Option.Option<Severity>
      readonly detector: Option.Option<string>
      readonly limit: number
      readonly offset: number
    }
  ) =>
    print(
      input,
      FindingsAnswer,
      (graph) =>
        Effect.flatMap(toRootPathOption(input.path), (path) =>
          graph.findings({
            limit: input.limit,
            offset: input.offset,
            ...optionalField("path", path),
            ...optionalField("severity", input.severity),
            ...optionalField("detector", input.detector)
          })
        ),
      findingsText
    )
)

/** Prints the answer of `graph detectors`. */
export const printDetectors = Effect.fn("Cli.graphDetectors")((input: FormatInput) =>
  print(input, DetectorsAnswer, (graph) => Effect.succeed(graph.detectors), detectorsText)
)

/** Writes the baseline and prints what changed in it. */
export const printBaseline = Effect.fn("Cli.graphBaseline")((input: FormatInput) =>
  print(
    input,
    BaselineAnswer,
    (graph) => graph.baseline,
    ({ added, file, findings, removed }) =>
      `Wrote ${file}: ${findings} known findings, ${added} of them new, ${removed} no longer there. Commit it.`
  )
)

/** Names commands in the message of an answer, which says why something is missing. */
const withCommands = <A extends { readonly message?: string }>(answer: A): A =>
  answer.message === undefined ? answer : { ...answer, message: nameCommands(answer.message) }

/** Prints the answer of `graph ask`. */
export const printAnswer = Effect.fn("Cli.graphAsk")(
  (input: FormatInput & { readonly words: ReadonlyArray<string>; readonly limit: Option.Option<number> }) =>
    print(
      input,
      AskAnswer,
      (graph) => graph.ask({ question: input.words.join(" "), ...optionalField("top_k", input.limit) }),
      (answer) => askText(withCommands(answer))
    )
)

/** Prints the answer of `graph fix`. */
export const printFix = Effect.fn("Cli.graphFix")((input: FormatInput & { readonly id: string }) =>
  print(
    input,
    FixAnswer,
    (graph) => graph.fix({ finding_id: input.id }),
    (answer) => fixText(withCommands(answer))
  )
)

type ReportFormat = "html" | "json" | "markdown" | "sarif"

const formatReport = (report: ReportAnswer, format: ReportFormat): string => {
  switch (format) {
    case "html":
      return toHtml(report)
    case "sarif":
      return toSarif(report)
    case "markdown":
      return toMarkdown(report)
    case "json":
      return `${jsonText(report, 2)}\n`
  }
}

/** Writes a report to a file or to standard output. */
export const printReport = Effect.fn("Cli.graphReport")(function* (input: {
  readonly report: ReportFormat
  readonly output: Option.Option<string>
  readonly failOn: Option.Option<Severity>
}) {
  const { version } = yield* Backend
  const graph = yield* CodeGraph
  const report = yield* withWorkProgress(graph.report(version))
  const text = formatReport(report, input.report)
  const file = Option.filter(input.output, (path) => path !== "-")
  if (Option.isNone(file)) yield* writeOutput(text)
  else yield* writeReport(file.value, text)
  // The JSON report has them.
  const warnings = input.report === "json" ? [] : (report.warnings ?? [])
  yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
  yield* failIf(input.failOn, (severity) => report.findings.filter((each) => each.severity === severity).length)
})
