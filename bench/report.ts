import { type Figure, type Goal, ratioOf, reached, type Row } from "./measure.ts"

/** The rows of a slot, or why it has none. */
export interface Finding {
  readonly slot: string
  readonly rows: ReadonlyArray<Row>
  readonly missing?: string
  /** Whether the slot failed with a defect. */
  readonly failed?: boolean
}

/** The text around the table: the machine above, and how to repeat the run below. */
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

/** Formats a goal. */
export const goalText = ({ max, min, ratio }: Goal, unit: string): string =>
  [
    ...(max === undefined ? [] : [`≤ ${max} ${unit}`.trim()]),
    ...(min === undefined ? [] : [`≥ ${min} ${unit}`.trim()]),
    ...(ratio === undefined ? [] : [`≤ ${ratio} ×`])
  ].join(" and ")

/** Formats whether the goal is reached: `yes`, `**no**`, or nothing without a goal. */
export const verdict = (row: Row): string => {
  const found = reached(row)
  return found === undefined ? "" : found ? "yes" : "**no**"
}

/** Formats one line of a Markdown table. */
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

/** Formats the beginning of the report: the machine and the table's heading. */
export const opening = (above: string): string =>
  [
    above,
    "",
    line(["slot", "what", "ours", "yardstick", "ratio", "to reach", "reached"]),
    "|---|---|---|---|---|---|---|",
    ""
  ].join("\n")

/** Formats the rows of one slot: medians, with the quartiles in brackets. */
export const tableRows = ({ rows, slot }: Finding): string => rows.map((row) => `${cells(slot)(row)}\n`).join("")

/** Formats the text below the table: slots that could not be measured, and how to repeat the run. */
export const closing = (findings: ReadonlyArray<Finding>, below: ReadonlyArray<string>): string => {
  const missing = findings.flatMap(({ missing: why, slot }) =>
    why === undefined ? [] : [`\`${slot}\` not measured: ${why}`]
  )
  return `\n${[...missing, ...below].map((text) => `* ${text}\n`).join("")}`
}

/** Formats the report as JSON. */
export const json = (findings: ReadonlyArray<Finding>, circumstances: Circumstances): string => {
  const slots = findings.map((finding) => ({
    ...finding,
    rows: finding.rows.map((row) => ({ ...row, ratio: ratioOf(row), reached: reached(row) }))
  }))
  return `${JSON.stringify({ ...circumstances, slots }, undefined, 2)}\n`
}
