import { Array as Arrays } from "effect"
import type { ExplainedUnit, SummaryAnswer, SummaryUnit } from "../../pipeline/answering/answers.ts"
import {
  blank,
  type Block,
  blockLines,
  facts,
  heading,
  escapeLine,
  type Line,
  paragraphs,
  plain,
  quote,
  section
} from "./Line.ts"
import {
  formatConfidence,
  constraintLines,
  formatDay,
  emptyLine,
  flagLines,
  formatPlace,
  riskLines,
  shortId,
  formatSpread,
  formatTitle,
  trimmedLines,
  warningLines
} from "./parts.ts"
import { formatCount } from "../../domain/Text.ts"

const describeUnit = (unit: SummaryUnit): Block => ({
  title: `${escapeLine(unit.anchor.name)} (${formatPlace(unit.file, unit.lines)})`,
  lines: [
    ...paragraphs([
      quote(unit.intent),
      flagLines(unit.flags),
      constraintLines(unit.constraints),
      riskLines(unit.risk_notes)
    ]),
    blank,
    facts([
      `last modified ${formatDay(unit.last_modified)}`,
      formatConfidence(unit.confidence),
      formatSpread(unit.spread)
    ])
  ]
})

/** The units that follow each other and have the commit of the first. */
const splitByCommit = (
  units: ReadonlyArray<ExplainedUnit>
): ReadonlyArray<Arrays.NonEmptyReadonlyArray<ExplainedUnit>> =>
  Arrays.isReadonlyArrayNonEmpty(units)
    ? Arrays.groupWith(units, (a, b) => a.commit === b.commit && a.file === b.file)
    : []

/** Quotes a commit once for neighbouring units, below the names of all. */
const explainedLines = (units: ReadonlyArray<ExplainedUnit> = []): ReadonlyArray<Line> =>
  units.length === 0
    ? []
    : [
        blank,
        section("Not noted; from history"),
        ...splitByCommit(units).flatMap((group) => [
          blank,
          ...group.map(({ anchor, file, lines }) => heading(`${escapeLine(anchor)} (${formatPlace(file, lines)})`)),
          ...paragraphs([
            quote(group[0].subject),
            ...group.map(({ reason }) => (reason === undefined ? [] : quote(reason, { label: "Reason" })))
          ]),
          blank,
          facts([shortId(group[0].commit)])
        ])
      ]

/** Counts the units; nothing where files have none, as an annotation may still describe a whole file. */
const totalLines = ({ stats }: SummaryAnswer): ReadonlyArray<Line> =>
  stats.ast_units === 0
    ? []
    : [
        plain(
          `${stats.annotated_units} of ${formatCount(stats.ast_units, "unit")} in ${formatCount(stats.files, "file")} annotated, ` +
            `${stats.unannotated_units} not.`
        )
      ]

const overviewLines = (answer: SummaryAnswer): ReadonlyArray<Line> => {
  const nothing = "No annotation describes the current code. ultragit history also covers deleted code."
  const lines = [...(answer.units.length === 0 ? [emptyLine(answer, "unit", nothing)] : []), ...totalLines(answer)]
  return lines.length === 0 ? [] : [blank, ...lines]
}

/** Renders the answer of `summary`: what each unit is for. */
export const renderSummary = (answer: SummaryAnswer): ReadonlyArray<Line> => [
  formatTitle("Summary", answer.query),
  ...warningLines(answer),
  ...overviewLines(answer),
  ...blockLines(answer.units.map(describeUnit)),
  ...explainedLines(answer.evidence),
  ...trimmedLines(answer)
]
