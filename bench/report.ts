import type { Findings, Row, Times } from "./measure.ts"

const milliseconds = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0))

const time = ({ median, p95 }: Times): string => `${milliseconds(median)} (${milliseconds(p95)})`

export const ratioOf = ({ ours, theirs }: Row): number => ours.median / theirs.median

/** The findings as Markdown: ratios first, then figures, then how to measure again. */
export const markdown = (findings: Findings, notes: ReadonlyArray<string>): string => {
  const rows = findings.rows.map((row) =>
    [
      row.what,
      `**${ratioOf(row).toFixed(2)}**`,
      time(row.ours),
      row.against,
      time(row.theirs),
      row.reach,
      row.ours.rounds
    ]
      .join(" | ")
      .replace(/^/, "| ")
      .concat(" |")
  )
  const facts = findings.facts.map(({ reach, value, what }) => `| ${what} | ${value} | ${reach} |`)
  return [
    "| what | ratio | ours, ms: median (p95) | against | its, ms: median (p95) | to reach | rounds |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
    ...(facts.length === 0 ? [] : ["| what | figure | to reach |", "|---|---|---|", ...facts, ""]),
    ...notes,
    ""
  ].join("\n")
}
