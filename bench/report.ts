import { type Figure, type Goal, ratioOf, reached, type Row } from "./measure.ts"

/** What a slot found, or why it found nothing. */
export interface Finding {
  readonly slot: string
  readonly rows: ReadonlyArray<Row>
  readonly missing?: string
  /** Whether that is a fault of ours. */
  readonly failed?: boolean
}

/** What is said around the table: the machine above it, how to measure again below. */
export interface Circumstances {
  readonly above: string
  readonly below: ReadonlyArray<string>
}

const short = (value: number): string =>
  Math.abs(value) < 10 && !Number.isInteger(value) ? value.toFixed(1) : value.toFixed(0)

const figure = ({ high, low, median, rounds, unit }: Figure): string => {
  const spread = rounds < 3 ? "" : ` (${short(low)}–${short(high)})`
  return `${short(median)}${unit === "" ? "" : ` ${unit}`}${spread}`
}

/** What is to be reached, in words. */
export const goalText = ({ least, most, ratio }: Goal, unit: string): string =>
  [
    ...(most === undefined ? [] : [`≤ ${most} ${unit}`.trim()]),
    ...(least === undefined ? [] : [`≥ ${least} ${unit}`.trim()]),
    ...(ratio === undefined ? [] : [`≤ ${ratio} ×`])
  ].join(" and ")

/** `yes`, **no**, or nothing where nothing is to be reached. */
export const verdict = (row: Row): string => {
  const found = reached(row)
  return found === undefined ? "" : found ? "yes" : "**no**"
}

/** One line of a Markdown table. */
export const line = (cells: ReadonlyArray<string>): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`

const cells =
  (slot: string) =>
  (row: Row): string => {
    const { goal, ours, what, yardstick } = row
    const against = yardstick === undefined ? "" : `${yardstick.what}: ${figure(yardstick.figure)}`
    const reach = goal === undefined ? "" : goalText(goal, ours.unit)
    return line([slot, what, figure(ours), against, ratioOf(row)?.toFixed(2) ?? "", reach, verdict(row)])
  }

/** The report's beginning: the machine and the table's heading. */
export const opening = (above: string): string =>
  [
    above,
    "",
    line(["slot", "what", "ours", "yardstick", "ratio", "to reach", "reached"]),
    "|---|---|---|---|---|---|---|",
    ""
  ].join("\n")

/** The rows of one slot: medians, with the quartiles in brackets. */
export const tableRows = ({ rows, slot }: Finding): string => rows.map((row) => `${cells(slot)(row)}\n`).join("")

/** What stands below the table: what could not be measured, and how to measure again. */
export const closing = (findings: ReadonlyArray<Finding>, below: ReadonlyArray<string>): string => {
  const missing = findings.flatMap(({ missing: why, slot }) =>
    why === undefined ? [] : [`\`${slot}\` not measured: ${why}`]
  )
  return `\n${[...missing, ...below].map((text) => `* ${text}\n`).join("")}`
}

/** The whole report for programs to read. */
export const json = (findings: ReadonlyArray<Finding>, circumstances: Circumstances): string => {
  const slots = findings.map((finding) => ({
    ...finding,
    rows: finding.rows.map((row) => ({ ...row, ratio: ratioOf(row), reached: reached(row) }))
  }))
  return `${JSON.stringify({ ...circumstances, slots }, undefined, 2)}\n`
}
