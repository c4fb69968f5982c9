import { severities } from "../../codeIndex/model/findings.ts"
import { escapeControls, formatCount } from "../../domain/Text.ts"
import type { Finding, ReportAnswer } from "../model/answers.ts"

const maxFindings = 200

/** Escapes what Markdown and HTML would take for markup. */
const escape = (text: string): string => escapeControls(text).replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`)

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const formatFinding = ({ file, id, line_end: end, line_start: start, title }: Finding): string =>
  `* ${escape(file)}:${start}${end === start ? "" : `–${end}`}: ${escape(title)} \`${id}\``

const formatDetector = (detector: ReportAnswer["detectors"][number], findings: ReadonlyArray<Finding>): string =>
  [
    `## ${detector.id} (${findings.length})`,
    "",
    `${escape(detector.why)} ${escape(detector.fix)}`,
    "",
    ...findings.map(formatFinding)
  ].join("\n")

/** Formats findings as Markdown: counts, then the findings of each detector, the most severe first. */
export const toMarkdown = (report: ReportAnswer): string => {
  const { baselined, counts, detectors, findings, health, project, warnings = [] } = report
  const shown = findings.slice(0, maxFindings)
  const byDetector = Map.groupBy(shown, ({ detector }) => detector)
  const known = baselined === 0 ? "" : ` ${baselined} more are known by the baseline.`
  const left = findings.length - shown.length
  return `${[
    `# Findings in ${escape(project)}`,
    "",
    `${formatCount(findings.length, "finding")} in ${formatCount(counts.files, "file")}, ${counts.functions} functions.${known} Health: ${health.score} of 100.`,
    "",
    ...warnings.flatMap((warning) => [escape(warning), ""]),
    row(severities),
    row(severities.map(() => "---")),
    row(severities.map((severity) => String(findings.filter((each) => each.severity === severity).length))),
    ...[...byDetector].flatMap(([id, found]) => {
      const detector = detectors.find((each) => each.id === id)
      return detector === undefined ? [] : ["", formatDetector(detector, found)]
    }),
    ...(left === 0 ? [] : ["", `${left} less severe ones are left out here; the JSON report has all.`])
  ].join("\n")}\n`
}
