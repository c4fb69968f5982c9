import type { ConcernEntry, ReadAnswer, ReadRegion } from "../../pipeline/answering/answers.ts"
import { blank, facts, heading, escapeLine, item, type Line, paragraphs, plain, quote, section } from "./Line.ts"
import {
  confidenceOf,
  constraintLines,
  count,
  day,
  dependentLines,
  emptiness,
  flagLines,
  originOf,
  place,
  reasoningLines,
  relatedLines,
  riskLines,
  shortId,
  spreadWords,
  titleOf,
  trimmedLines,
  warningLines
} from "./parts.ts"

const reliesOn = (region: ReadRegion): ReadonlyArray<Line> =>
  region.semantic_dependencies === undefined || region.semantic_dependencies.length === 0
    ? []
    : [
        ...quote("", { label: "Relies on" }),
        ...region.semantic_dependencies.flatMap(({ anchor, file, nature }) =>
          quote(`${escapeLine(file)}:${escapeLine(anchor)}: ${escapeLine(nature)}`, { bullet: true })
        )
      ]

const tags = (region: ReadRegion): ReadonlyArray<Line> =>
  region.tags === undefined || region.tags.length === 0
    ? []
    : quote(region.tags.map(escapeLine).join(", "), { label: "Tags" })

const summary = (region: ReadRegion): ReadonlyArray<Line> =>
  region.summary === undefined || region.summary.trim() === "" ? [] : quote(region.summary, { label: "Commit" })

const matchOf = ({ match, origin }: ReadRegion): string =>
  origin === undefined ? match : `${match} from ${place(origin.file, origin.lines)}`

const regionLines = (region: ReadRegion, path: string): ReadonlyArray<Line> => [
  blank,
  heading(
    `${escapeLine(region.anchor.name)} (${place(region.origin === undefined ? region.file : path, region.lines)})`
  ),
  ...paragraphs([
    quote(region.intent),
    flagLines(region.flags),
    reasoningLines(region.reasoning),
    constraintLines(region.constraints),
    riskLines(region.risk_notes),
    reliesOn(region),
    relatedLines(region.related),
    tags(region),
    summary(region)
  ]),
  blank,
  facts([
    shortId(region.commit),
    day(region.timestamp),
    confidenceOf(region.confidence),
    matchOf(region),
    originOf(region.context_level, region.provenance),
    spreadWords(region.spread)
  ])
]

const concernLines = (concern: ConcernEntry): ReadonlyArray<Line> => [
  item(`${shortId(concern.commit)}: ${concern.regions.map(escapeLine).join(", ")}`),
  ...quote(concern.description, { margin: "  " }),
  ...(concern.nature.trim() === "" ? [] : quote(concern.nature, { margin: "  " }))
]

const listed = (name: string, lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.length === 0 ? [] : [blank, section(name), ...lines]

const nothing = (answer: ReadAnswer): ReadonlyArray<Line> =>
  answer.regions.length > 0
    ? []
    : [
        blank,
        emptiness(
          answer,
          "region",
          `No annotation speaks of this code (${count(answer.stats.commits_examined, "commit")} examined). ` +
            "Nothing was noted; that does not mean that nothing matters."
        )
      ]

const uncommitted = (lines: number): ReadonlyArray<Line> =>
  lines === 0
    ? []
    : [
        blank,
        plain(`${count(lines, "line")} not committed yet, ${lines === 1 ? "it has" : "they have"} no annotation.`)
      ]

/** The answer of `read`: regions, what depends on the code, concerns it shares. */
export const renderRead = (answer: ReadAnswer): ReadonlyArray<Line> => [
  titleOf("Why", answer.query),
  ...warningLines(answer),
  ...nothing(answer),
  ...answer.regions.flatMap((region) => regionLines(region, answer.query.path)),
  ...listed("What relies on this", answer.dependencies_on_this.flatMap(dependentLines)),
  ...listed("Shared concerns", answer.cross_cutting.flatMap(concernLines)),
  ...uncommitted(answer.stats.uncommitted_lines),
  ...trimmedLines(answer)
]
