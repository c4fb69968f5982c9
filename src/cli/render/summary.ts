import type { SummaryAnswer, SummaryUnit } from "../../pipeline/answering/answers.ts"
import { blank, facts, heading, escapeLine, type Line, paragraphs, plain, quote } from "./Line.ts"
import {
  confidenceOf,
  constraintLines,
  count,
  day,
  emptiness,
  flagLines,
  place,
  riskLines,
  spreadWords,
  titleOf,
  trimmedLines,
  warningLines
} from "./parts.ts"

const unitLines = (unit: SummaryUnit): ReadonlyArray<Line> => [
  blank,
  heading(`${escapeLine(unit.anchor.name)} (${place(unit.file, unit.lines)})`),
  ...paragraphs([
    quote(unit.intent),
    flagLines(unit.flags),
    constraintLines(unit.constraints),
    riskLines(unit.risk_notes)
  ]),
  blank,
  facts([`last modified ${day(unit.last_modified)}`, confidenceOf(unit.confidence), spreadWords(unit.spread)])
]

const totals = ({ stats }: SummaryAnswer): Line =>
  plain(
    `${stats.annotated_units} of ${count(stats.ast_units, "unit")} in ${count(stats.files, "file")} annotated, ` +
      `${stats.unannotated_units} not.`
  )

/** The answer of `summary`: what each unit is for. */
export const renderSummary = (answer: SummaryAnswer): ReadonlyArray<Line> => [
  titleOf("Summary", answer.query),
  ...warningLines(answer),
  blank,
  ...(answer.units.length === 0
    ? [emptiness(answer, "unit", "No annotation speaks of the code here. ultragit history may know code that is gone.")]
    : []),
  totals(answer),
  ...answer.units.flatMap(unitLines),
  ...trimmedLines(answer)
]
