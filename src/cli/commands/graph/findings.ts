import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { severities } from "../../../codeIndex/model/findings.ts"
import { questionFlags, placeFlags } from "../../kit/flags.ts"
import { graphLayer } from "../../kit/layers.ts"

const shared = { format: questionFlags.format, json: questionFlags.json, repo: placeFlags.repo }

const loadRun = Effect.promise(() => import("./runFindings.ts"))

const failOn = Flag.Literals("fail-on", severities).pipe(
  Flag.withMetavar("SEVERITY"),
  Flag.withDescription("Exit with 1 if there is a finding of this severity or a higher one"),
  Flag.optional
)

/** `ultragit graph analyze`. */
export const analyze = Command.make("analyze", { failOn, ...shared }, (input) =>
  Effect.flatMap(loadRun, ({ printAnalysis }) => printAnalysis(input))
).pipe(
  Command.withDescription("Run all detectors over the project, and count what they find"),
  Command.withShortDescription("Count what detectors find"),
  Command.withExamples([
    { command: "ultragit graph analyze", description: "Of this project" },
    { command: "ultragit graph analyze --fail-on high", description: "In continuous integration" }
  ]),
  Command.provide((input) => graphLayer(input))
)

/** `ultragit graph diff`. */
export const diff = Command.make(
  "diff",
  {
    base: Argument.String("revision").pipe(
      Argument.withDescription("Commit to compare with; of a branch, where HEAD left it (default: HEAD)"),
      Argument.withDefault("HEAD")
    ),
    failOn: failOn.pipe(Flag.withDescription("Exit with 1 if a finding of this severity or a higher one is added")),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printDiff }) => printDiff(input))
).pipe(
  Command.withDescription(
    "Compare what detectors find in the code of the work tree with what they find in a commit, and say what moved the score"
  ),
  Command.withShortDescription("Compare findings with those of a commit"),
  Command.withExamples([
    { command: "ultragit graph diff", description: "What the uncommitted changes add and fix" },
    { command: "ultragit graph diff origin/main --fail-on high", description: "In continuous integration" }
  ]),
  Command.provide((input) => graphLayer(input))
)

/** `ultragit graph findings`. */
export const findings = Command.make(
  "findings",
  {
    path: Argument.String("path").pipe(
      Argument.withDescription("Only of this file, or below this folder"),
      Argument.optional
    ),
    severity: Flag.Literals("severity", severities).pipe(
      Flag.withMetavar("SEVERITY"),
      Flag.withDescription("Only of this severity"),
      Flag.optional
    ),
    detector: Flag.String("detector").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("Only of this detector, also if it is off by default"),
      Flag.optional
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withAlias("n"),
      Flag.withMetavar("N"),
      Flag.withDescription("Maximum results, 1 to 500 (default: 20)"),
      Flag.withDefault(20)
    ),
    offset: Flag.Int("offset").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Results to skip (default: 0)"),
      Flag.withDefault(0)
    ),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printFindings }) => printFindings(input))
).pipe(
  Command.withDescription("List what detectors find, the most severe first"),
  Command.withShortDescription("List what detectors find"),
  Command.withExamples([
    { command: "ultragit graph findings src", description: "Below one folder" },
    { command: "ultragit graph findings --detector god-class", description: "Of one detector" }
  ]),
  Command.provide((input) => graphLayer(input))
)

/** `ultragit graph detectors`. */
export const detectors = Command.make("detectors", shared, (input) =>
  Effect.flatMap(loadRun, ({ printDetectors }) => printDetectors(input))
).pipe(
  Command.withDescription("List the detectors, what each finds, and why some are off by default"),
  Command.withShortDescription("List the detectors"),
  Command.withExamples([{ command: "ultragit graph detectors", description: "All of them" }]),
  Command.provide((input) => graphLayer(input))
)

/** `ultragit graph baseline`. */
export const baseline = Command.make("baseline", shared, (input) =>
  Effect.flatMap(loadRun, ({ printBaseline }) => printBaseline(input))
).pipe(
  Command.withDescription(
    "Accept the present findings: write .ultragit-baseline.json, so that only new ones are listed"
  ),
  Command.withShortDescription("Accept the present findings"),
  Command.withExamples([{ command: "ultragit graph baseline", description: "Write or update the file; commit it" }]),
  Command.provide((input) => graphLayer(input))
)

/** `ultragit graph report`. */
export const report = Command.make(
  "report",
  {
    report: Flag.Literals("format", ["markdown", "html", "sarif", "json"]).pipe(
      Flag.withAlias("f"),
      Flag.withMetavar("FORMAT"),
      Flag.withDescription("Format of the report (default: markdown)"),
      Flag.withDefault("markdown")
    ),
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withMetavar("FILE"),
      Flag.withDescription("File to write or overwrite (default: standard output)"),
      Flag.optional
    ),
    failOn,
    repo: placeFlags.repo
  },
  (input) => Effect.flatMap(loadRun, ({ printReport }) => printReport(input))
).pipe(
  Command.withDescription("Write findings, hotspots and dependencies as Markdown, one HTML file, SARIF 2.1.0 or JSON"),
  Command.withShortDescription("Write a report of findings"),
  Command.withExamples([
    { command: "ultragit graph report --format html --output report.html", description: "To look at" },
    { command: "ultragit graph report --format sarif -o findings.sarif", description: "For a code host" }
  ]),
  Command.provide((input) => graphLayer(input))
)

/** `ultragit graph ask`. */
export const ask = Command.make(
  "ask",
  {
    words: Argument.String("word").pipe(Argument.withDescription("A question"), Argument.variadic({ min: 1 })),
    limit: Flag.Int("limit").pipe(
      Flag.withAlias("n"),
      Flag.withMetavar("N"),
      Flag.withDescription("Maximum files to look at, 1 to 100 (default: the best 10, without weak ones)"),
      Flag.optional
    ),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printAnswer }) => printAnswer(input))
).pipe(
  Command.withDescription(
    "Answer a question from the code, by your language model; without one, name the places that speak of it"
  ),
  Command.withShortDescription("Answer a question from the code"),
  Command.withExamples([
    { command: "ultragit graph ask where do sessions expire", description: "By ULTRAGIT_LLM_MODEL" }
  ]),
  Command.provide((input) => graphLayer(input))
)

/** `ultragit graph fix`. */
export const fix = Command.make(
  "fix",
  { id: Argument.String("id").pipe(Argument.withDescription("Id of a finding, from graph findings")), ...shared },
  (input) => Effect.flatMap(loadRun, ({ printFix }) => printFix(input))
).pipe(
  Command.withDescription("Propose a patch for a finding, by your language model; nothing is applied"),
  Command.withShortDescription("Propose a patch for a finding"),
  Command.withExamples([{ command: "ultragit graph fix 2caeed783111703b", description: "By ULTRAGIT_LLM_MODEL" }]),
  Command.provide((input) => graphLayer(input))
)
