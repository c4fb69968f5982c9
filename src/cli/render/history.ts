import type { HistoryAnswer, TimelineEntry } from "../../pipeline/answering/answers.ts"
import { blank, facts, heading, escapeLine, type Line, paragraphs, plain, quote } from "./Line.ts"
import {
  constraintLines,
  count,
  day,
  emptiness,
  flagLines,
  originOf,
  reasoningLines,
  relatedLines,
  riskLines,
  shortId,
  spreadWords,
  titleOf,
  trimmedLines,
  warningLines
} from "./parts.ts"

const subject = (message: string): string => escapeLine(message.split("\n")[0] ?? "")

/** The unit an entry speaks of, where that is not the one asked about. */
const ofAnchor = ({ anchor }: TimelineEntry): string => (anchor === undefined ? "" : ` · ${escapeLine(anchor)}`)

const entryLines = (entry: TimelineEntry): ReadonlyArray<Line> => [
  blank,
  heading(`${day(entry.timestamp)} ${subject(entry.commit_message)}${ofAnchor(entry)}`),
  ...paragraphs([
    quote(entry.intent),
    flagLines(entry.flags),
    reasoningLines(entry.reasoning),
    constraintLines(entry.constraints),
    riskLines(entry.risk_notes),
    relatedLines(entry.related_context)
  ]),
  blank,
  facts([
    shortId(entry.commit),
    escapeLine(entry.author),
    entry.relation,
    originOf(entry.context_level, entry.provenance),
    spreadWords(entry.spread)
  ])
]

const nothing = (answer: HistoryAnswer): ReadonlyArray<Line> => [
  blank,
  emptiness(
    answer,
    "step",
    `No annotated commit speaks of this code (${count(answer.stats.commits_examined, "commit")} examined). ` +
      "git log tells what changed, without the reasons."
  )
]

const unannotated = (answer: HistoryAnswer): ReadonlyArray<Line> =>
  answer.timeline.length === 0 || answer.stats.commits_unannotated === 0
    ? []
    : [blank, plain(`${count(answer.stats.commits_unannotated, "commit")} of this file without an annotation.`)]

/** The answer of `history`: oldest first. */
export const renderHistory = (answer: HistoryAnswer): ReadonlyArray<Line> => [
  titleOf("History", answer.query),
  ...warningLines(answer),
  ...(answer.timeline.length === 0 ? nothing(answer) : answer.timeline.flatMap(entryLines)),
  ...unannotated(answer),
  ...trimmedLines(answer)
]
