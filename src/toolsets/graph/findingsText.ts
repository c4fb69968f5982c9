import type {
  AnalyzeAnswer,
  AskAnswer,
  DetectorsAnswer,
  DiffAnswer,
  Finding,
  FindingsAnswer,
  FixAnswer
} from "../../codeGraph/model/answers.ts"
import { escapeControls, formatCount } from "../../domain/Text.ts"

const warn = (warnings: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  warnings.map((warning) => `Warning: ${escapeControls(warning)}`)

/** A text of several lines: with its tabs, and line ends of Windows, without which a patch would not apply. */
const showLines = (text: string): string =>
  text.replaceAll(/(?:(?!\r?(?:\n|$))[^\t\n])+/g, (part) => escapeControls(part))

const leftOut = ({ baselined = 0, suppressed = 0 }: Pick<AnalyzeAnswer, "baselined" | "suppressed">): string =>
  [
    ...(baselined === 0 ? [] : [`${baselined} known by the baseline`]),
    ...(suppressed === 0 ? [] : [`${suppressed} suppressed by comments`])
  ].join(", ")

/** Counts of findings. */
export const analyzeText = (answer: AnalyzeAnswer): string => {
  const severities = Object.entries(answer.by_severity).filter(([, count]) => count > 0)
  const detectors = Object.entries(answer.by_detector).toSorted(([, a], [, b]) => b - a)
  const left = leftOut(answer)
  return [
    ...warn(answer.warnings),
    `${answer.message} Health: ${answer.health_score} of 100.`,
    ...(severities.length === 0 ? [] : [severities.map(([severity, count]) => `${count} ${severity}`).join(", ")]),
    ...(left === "" ? [] : [`Left out: ${left}.`]),
    ...(detectors.length === 0 ? [] : ["", ...detectors.map(([detector, count]) => `- ${detector}: ${count}`)])
  ].join("\n")
}

const formatFinding = ({ detector, file, id, line_end: end, line_start: start, severity, title }: Finding): string =>
  `- ${severity} ${escapeControls(file)}:${start}${end === start ? "" : `-${end}`} ${detector}: ${escapeControls(title)} [${id}]`

/** A page of findings; what to do about each detector's once, at the end. */
export const findingsText = (answer: FindingsAnswer): string => {
  const { findings, has_more: hasMore, offset, returned, total_count: total } = answer
  const left = leftOut(answer)
  const remedies = new Map(
    findings.map((each) => [each.detector, `${each.why_it_matters} ${each.suggested_fix ?? ""}`])
  )
  return [
    ...warn(answer.warnings),
    `${formatCount(total, "finding")}${left === "" ? "" : ` (left out: ${left})`}`,
    ...findings.map(formatFinding),
    ...(hasMore ? [`- … ${total - offset - returned} more: --offset ${offset + returned}`] : []),
    ...(remedies.size === 0 ? [] : ["", ...[...remedies].map(([detector, text]) => `${detector}: ${text}`)])
  ].join("\n")
}

const formatPoints = (points: number): string => `${points > 0 ? "+" : ""}${points}`

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", title, ...lines]

/** What a change added and fixed, and how far it moved the score of the code. */
export const diffText = (answer: DiffAnswer): string => {
  const { added, base, baselined = 0, fixed, health_score: health, moved_by: moves, unchanged, worse } = answer
  return [
    ...warn(answer.warnings),
    `Compared with ${base.slice(0, 12)}: ${added.length} added, ${worse.length} worse, ${fixed.length} fixed, ${unchanged} unchanged${baselined === 0 ? "" : ` (left out: ${baselined} known by the baseline)`}.`,
    `Health: ${health.before} → ${health.now} of 100${moves.length === 0 ? "" : ` (${moves.map(({ detector, points }) => `${detector} ${formatPoints(points)}`).join(", ")})`}`,
    ...section("Added:", added.map(formatFinding)),
    ...section(
      "Worse:",
      worse.map((each) => `${formatFinding(each)}, was ${each.was}`)
    ),
    ...section("Fixed:", fixed.map(formatFinding))
  ].join("\n")
}

/** The detectors by category, with why some are off. */
export const detectorsText = ({ count, detectors }: DetectorsAnswer): string =>
  [
    `${count} detectors, ${detectors.filter(({ off }) => off === undefined).length} of them on by default`,
    ...[...Map.groupBy(detectors, ({ category }) => category)].flatMap(([category, members]) => [
      "",
      `## ${category}`,
      ...members.map(
        ({ description, name, off }) => `- ${name}: ${description}${off === undefined ? "" : ` Off: ${off}`}`
      )
    ])
  ].join("\n")

/** An answer of a model, or why there is none, and the places that it rests on. */
export const askText = ({ answer, message, model, sources }: AskAnswer): string =>
  [
    ...(answer === undefined ? [] : [showLines(answer)]),
    ...(message === undefined ? [] : [message]),
    "",
    model === undefined ? "What the code says of it:" : `From, by ${escapeControls(model)}:`,
    ...sources.map(
      ({ file, line_start: line, name }) =>
        `- ${escapeControls(file)}:${line}${name === undefined ? "" : ` ${escapeControls(name)}`}`
    )
  ].join("\n")

/** A proposed patch, or why there is none, and what it rests on. */
export const fixText = ({ description, diff, finding, message, model, rests_on: reasons }: FixAnswer): string =>
  [
    formatFinding(finding),
    ...(description === undefined ? [] : ["", showLines(description)]),
    ...(message === undefined ? [] : ["", message]),
    ...(diff === undefined ? [] : ["", showLines(diff)]),
    "",
    `Rests on${model === undefined ? "" : `, by ${escapeControls(model)}`}: ${reasons.map(escapeControls).join("; ")}.`
  ].join("\n")
