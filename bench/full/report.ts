import type { Counts } from "../reportText.ts"
import { type Figure, ratioOf, reached, type Row } from "../measure.ts"
import { type Finding, goalText, line, verdict } from "../report.ts"

/** Findings about one subject: a repository with a number of notes, or a rival. */
export interface Chapter {
  readonly title: string
  /** Paragraphs before the tables. */
  readonly about: ReadonlyArray<string>
  readonly findings: ReadonlyArray<Finding>
  /** Preformatted texts with headings. */
  readonly texts?: ReadonlyArray<{ readonly title: string; readonly text: string }>
}

export interface Report {
  readonly machine: ReadonlyArray<string>
  readonly chapters: ReadonlyArray<Chapter>
  /** How to repeat the run. */
  readonly again: ReadonlyArray<string>
  /** Markdown about the goals that are not reached, and why. */
  readonly limits: string
}

const short = (value: number): string =>
  Math.abs(value) < 10 && !Number.isInteger(value) ? value.toFixed(1) : value.toFixed(0)

/** Formats the median, the 95th percentile and the number of runs; for one run only its figure. */
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
        ...heading(["slot", "what", "ours", "yardstick", "ratio", "to reach", "reached"]),
        ...findings.flatMap(({ rows, slot }) => rows.map((row) => rowLine(slot, row))),
        ""
      ]
    : []),
  ...findings.flatMap(({ missing, slot }) =>
    missing === undefined ? [] : [`* \`${slot}\` not measured: ${missing}`, ""]
  ),
  ...texts.flatMap(({ text, title: name }) => [`### ${name}`, "", "```text", text, "```", ""])
]

/** Lists every goal with whether it is reached. */
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
  "Each contender runs in turn with its yardstick. Figures: median / 95th percentile (number of runs), by Hyndman and",
  "Fan's eighth definition; with fewer than about 15 runs the 95th percentile is the maximum. The ratio is of the",
  "medians. *Warm*: asked before in the same server. *First*: not asked before in that server. *Empty cache*: the",
  "on-disk cache of earlier servers was deleted. The repository's files are in the operating system's cache in every run."
].join("\n")

/** Describes the size of a repository. */
export const sizeWords = ({ commits, files }: Counts): string =>
  `${commits.toLocaleString("en-GB")} commits, ${files.toLocaleString("en-GB")} files`

/** Formats the full report as Markdown. */
export const reportText = ({ again, chapters, limits, machine }: Report): string =>
  [
    "# Results of the bench",
    "",
    ...machine.map((fact) => `* ${fact}`),
    "",
    legend,
    "",
    "## To repeat",
    "",
    ...again.flatMap((text) => [text, ""]),
    ...goalLines(chapters),
    limits,
    ...chapters.flatMap(chapterLines)
  ].join("\n")
