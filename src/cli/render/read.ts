import type { ConcernEntry, ReadAnswer, ReadRegion } from "../../pipeline/answering/answers.ts"
import type { Dependency } from "../../pipeline/answering/Freshness.ts"
import {
  blank,
  type Block,
  blockLines,
  facts,
  escapeLine,
  item,
  type Line,
  paragraphs,
  plain,
  quote,
  section
} from "./Line.ts"
import {
  formatConfidence,
  alternativeLines,
  constraintLines,
  formatDay,
  dependentLines,
  emptyLine,
  flagLines,
  formatOrigin,
  formatPlace,
  reasoningLines,
  relatedLines,
  riskLines,
  shortId,
  formatSpread,
  formatTitle,
  trimmedLines,
  warningLines
} from "./parts.ts"
import { formatCount } from "../../domain/Text.ts"
import { evidenceLines } from "./evidence.ts"

const formatTarget = (target: Dependency["target"]): string => {
  if (target === undefined) return ""
  if (target.state === "gone") return " (gone since)"
  return target.commits === undefined
    ? " (changed since)"
    : ` (changed since, in ${formatCount(target.commits, "commit")})`
}

const dependencyLines = (region: ReadRegion): ReadonlyArray<Line> =>
  region.semantic_dependencies === undefined || region.semantic_dependencies.length === 0
    ? []
    : [
        ...quote("", { label: "Relies on" }),
        ...region.semantic_dependencies.flatMap(({ anchor, file, nature, target }) =>
          quote(`${escapeLine(file)}:${escapeLine(anchor)}: ${escapeLine(nature)}${formatTarget(target)}`, {
            bullet: true
          })
        )
      ]

const tagLines = (region: ReadRegion): ReadonlyArray<Line> =>
  region.tags === undefined || region.tags.length === 0
    ? []
    : quote(region.tags.map(escapeLine).join(", "), { label: "Tags" })

const summaryLines = ({ intent, summary = "" }: ReadRegion): ReadonlyArray<Line> =>
  ["", intent.trim()].includes(summary.trim()) ? [] : quote(summary, { label: "Commit" })

const formatMatch = ({ match, origin }: ReadRegion): string =>
  origin === undefined ? match : `${match} from ${formatPlace(origin.file, origin.lines)}`

const formatFreshness = ({ freshness }: ReadRegion): string => {
  if (freshness === undefined || freshness.changed_lines === undefined) return freshness?.state === "gone" ? "gone" : ""
  const { changed_lines, commits, lines } = freshness
  const share =
    lines === undefined ? formatCount(changed_lines, "line") : `${changed_lines} of ${formatCount(lines, "line")}`
  return `${share} changed since${commits === undefined ? "" : `, in ${formatCount(commits, "commit")}`}`
}

const describeRegion = (region: ReadRegion, path: string): Block => ({
  title: `${escapeLine(region.anchor.name)} (${formatPlace(region.lines === undefined ? region.file : path, region.lines)})`,
  lines: [
    ...paragraphs([
      quote(region.intent),
      flagLines(region.flags),
      reasoningLines(region.reasoning),
      constraintLines(region.constraints),
      alternativeLines(region.alternatives),
      riskLines(region.risk_notes),
      dependencyLines(region),
      relatedLines(region.related),
      tagLines(region),
      summaryLines(region)
    ]),
    blank,
    facts([
      shortId(region.commit),
      formatDay(region.timestamp),
      formatConfidence(region.confidence),
      formatMatch(region),
      formatFreshness(region),
      formatOrigin(region.context_level, region.provenance),
      formatSpread(region.spread)
    ])
  ]
})

const concernLines = (concern: ConcernEntry): ReadonlyArray<Line> => [
  item(`${shortId(concern.commit)}: ${concern.regions.map(escapeLine).join(", ")}`),
  ...quote(concern.description, { margin: "  " }),
  ...(concern.nature.trim() === "" ? [] : quote(concern.nature, { margin: "  " }))
]

const sectionLines = (name: string, lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.length === 0 ? [] : [blank, section(name), ...lines]

const emptyLines = (answer: ReadAnswer): ReadonlyArray<Line> =>
  answer.regions.length > 0
    ? []
    : [
        blank,
        emptyLine(
          answer,
          "region",
          `No annotation describes this code (${formatCount(answer.stats.commits_examined, "commit")} examined). ` +
            "No recorded reason does not mean that there is none."
        )
      ]

const uncommittedLines = (lines: number): ReadonlyArray<Line> =>
  lines === 0
    ? []
    : [
        blank,
        plain(
          `${formatCount(lines, "line is", "lines are")} not committed yet and ${lines === 1 ? "has" : "have"} no annotation.`
        )
      ]

/** Renders the answer of `read`: regions, what depends on the code, shared concerns. */
export const renderRead = (answer: ReadAnswer): ReadonlyArray<Line> => [
  formatTitle("Why", answer.query),
  ...warningLines(answer),
  ...emptyLines(answer),
  ...blockLines(answer.regions.map((region) => describeRegion(region, answer.query.path))),
  ...evidenceLines(answer.evidence),
  ...sectionLines("What relies on this", answer.dependencies_on_this.flatMap(dependentLines)),
  ...sectionLines("Shared concerns", answer.cross_cutting.flatMap(concernLines)),
  ...uncommittedLines(answer.stats.uncommitted_lines),
  ...trimmedLines(answer)
]
