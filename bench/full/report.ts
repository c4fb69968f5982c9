import type { Counts } from "../circumstances.ts"
import { type Figure, ratioOf, reached, type Row } from "../measure.ts"
import { type Finding, goalText, line, verdict } from "../report.ts"

/** Findings about one thing: a repository with so many notes, a rival. */
export interface Chapter {
  readonly title: string
  /** Sentences before the tables. */
  readonly about: ReadonlyArray<string>
  readonly findings: ReadonlyArray<Finding>
  /** Text as it is, each under its own heading. */
  readonly texts?: ReadonlyArray<{ readonly title: string; readonly text: string }>
}

export interface Report {
  readonly machine: ReadonlyArray<string>
  readonly chapters: ReadonlyArray<Chapter>
  /** How to measure again. */
  readonly again: ReadonlyArray<string>
  /** Markdown: which goals are out of reach, and what the limit is. */
  readonly limits: string
}

const short = (value: number): string =>
  Math.abs(value) < 10 && !Number.isInteger(value) ? value.toFixed(1) : value.toFixed(0)

/** Median, 95th percentile and how many runs; one figure alone where there is one run. */
const figure = ({ late, median, rounds, unit }: Figure): string => {
  const of = unit === "" ? "" : ` ${unit}`
  return rounds < 2 ? `${short(median)}${of}` : `${short(median)} / ${short(late)}${of} (${rounds})`
}

const heading = (cells: ReadonlyArray<string>): ReadonlyArray<string> => [
  line(cells),
  `|${cells.map(() => "---").join("|")}|`
]

const rowLine = (slot: string, row: Row): string => {
  const { goal, ours, what, yardstick } = row
  const against = yardstick === undefined ? "" : `${yardstick.what}: ${figure(yardstick.figure)}`
  const reach = goal === undefined ? "" : goalText(goal, ours.unit)
  return line([slot, what, figure(ours), against, ratioOf(row)?.toFixed(2) ?? "", reach, verdict(row)])
}

const chapterLines = ({ about, findings, texts = [], title }: Chapter): ReadonlyArray<string> => [
  `## ${title}`,
  "",
  ...about.flatMap((sentence) => [sentence, ""]),
  ...(findings.some(({ rows }) => rows.length > 0)
    ? [
        ...heading(["slot", "what", "ours", "beside it", "ratio", "to reach", "reached"]),
        ...findings.flatMap(({ rows, slot }) => rows.map((row) => rowLine(slot, row))),
        ""
      ]
    : []),
  ...findings.flatMap(({ missing, slot }) =>
    missing === undefined ? [] : [`* \`${slot}\` not measured: ${missing}`, ""]
  ),
  ...texts.flatMap(({ text, title: name }) => [`### ${name}`, "", "```text", text, "```", ""])
]

/** Every goal on one page, reached or not. */
const goalLines = (chapters: ReadonlyArray<Chapter>): ReadonlyArray<string> => {
  const rows = chapters.flatMap(({ findings, title }) =>
    findings.flatMap((finding) =>
      finding.rows.flatMap((row) => {
        if (row.goal === undefined) return []
        const reach = goalText(row.goal, row.ours.unit)
        const ratio = ratioOf(row)?.toFixed(2) ?? ""
        return [{ met: reached(row), text: line([row.what, title, figure(row.ours), ratio, reach, verdict(row)]) }]
      })
    )
  )
  const met = rows.filter((row) => row.met === true).length
  return [
    "## Goals",
    "",
    `${met} of ${rows.length} reached.`,
    "",
    ...heading(["what", "where", "ours", "ratio", "to reach", "reached"]),
    ...rows.map(({ text }) => text),
    ""
  ]
}

const legend = [
  "Each contender runs in turn with what stands beside it. Figures: median / 95th percentile (number of runs), by",
  "Hyndman and Fan's eighth definition; with fewer than about 15 runs the 95th percentile is the slowest of them.",
  "The ratio is of the medians. *Warm*: asked before in the same server. *First*: not asked before in that server.",
  "*Nothing kept*: what earlier servers left on disk was deleted. The files of the repository itself are in the",
  "operating system's cache in every run."
].join("\n")

/** The size of a repository in words. */
export const sizeWords = ({ commits, files }: Counts): string =>
  `${commits.toLocaleString("en-GB")} commits, ${files.toLocaleString("en-GB")} files`

/** The whole report as Markdown. */
export const reportText = ({ again, chapters, limits, machine }: Report): string =>
  [
    "# Results of the bench",
    "",
    ...machine.map((fact) => `* ${fact}`),
    "",
    legend,
    "",
    "## Again",
    "",
    ...again.flatMap((text) => [text, ""]),
    ...goalLines(chapters),
    limits,
    ...chapters.flatMap(chapterLines)
  ].join("\n")
