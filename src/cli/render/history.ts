import type { HistoryAnswer, TimelineEntry } from "../../pipeline/answering/answers.ts"
import { blank, facts, heading, escapeLine, type Line, paragraphs, plain, quote } from "./Line.ts"
import {
  alternativeLines,
  constraintLines,
  formatDay,
  emptyLine,
  flagLines,
  formatOrigin,
  reasoningLines,
  relatedLines,
  riskLines,
  shortId,
  formatSpread,
  formatTitle,
  trimmedLines,
  warningLines
} from "./parts.ts"
import type { EvidenceStep } from "../../domain/Evidence.ts"
import { compareTimestamps } from "../../domain/Instant.ts"
import { takeBefore, formatCount } from "../../domain/Text.ts"
import { commitFact, linksFact, quoteLines, sourceFacts } from "./evidence.ts"

const formatSubject = (message: string): string => escapeLine(takeBefore(message, "\n"))

/** Formats the unit of an entry, if it differs from the queried one. */
const formatAnchor = ({ anchor }: TimelineEntry): string => (anchor === undefined ? "" : ` · ${escapeLine(anchor)}`)

const entryLines = (entry: TimelineEntry): ReadonlyArray<Line> => [
  blank,
  heading(`${formatDay(entry.timestamp)} ${formatSubject(entry.commit_message)}${formatAnchor(entry)}`),
  ...paragraphs([
    quote(entry.intent),
    flagLines(entry.flags),
    reasoningLines(entry.reasoning),
    constraintLines(entry.constraints),
    alternativeLines(entry.alternatives),
    riskLines(entry.risk_notes),
    relatedLines(entry.related_context)
  ]),
  blank,
  facts([
    shortId(entry.commit),
    escapeLine(entry.author),
    entry.relation,
    formatOrigin(entry.context_level, entry.provenance),
    formatSpread(entry.spread)
  ])
]

/** Renders a step that no annotation describes, from history. */
const evidenceLines = (step: EvidenceStep): ReadonlyArray<Line> => [
  blank,
  heading(`${formatDay(step.timestamp)} ${escapeLine(step.subject)}`),
  ...paragraphs(quoteLines(step)),
  blank,
  facts([
    step.about === undefined ? "not noted" : "of the file",
    commitFact(step),
    ...sourceFacts(step),
    linksFact(step)
  ])
]

const emptyLines = (answer: HistoryAnswer): ReadonlyArray<Line> => [
  blank,
  emptyLine(
    answer,
    "step",
    `No annotation describes this code (${formatCount(answer.stats.commits_examined, "commit")} examined).` +
      (answer.evidence !== undefined
        ? " Not noted; from history:"
        : answer.stats.commits_examined === 0
          ? ""
          : " git log shows what changed, without the reasons.")
  )
]

const unannotatedLines = (answer: HistoryAnswer): ReadonlyArray<Line> =>
  answer.timeline.length === 0 || answer.stats.commits_unannotated === 0
    ? []
    : [blank, plain(`${formatCount(answer.stats.commits_unannotated, "commit")} of this file without an annotation.`)]

/** Renders annotated and other steps, oldest first. */
const stepLines = ({ evidence = [], timeline }: HistoryAnswer): ReadonlyArray<Line> =>
  [
    ...timeline.map((entry) => ({ timestamp: entry.timestamp, lines: entryLines(entry) })),
    ...evidence.map((step) => ({ timestamp: step.timestamp, lines: evidenceLines(step) }))
  ]
    .toSorted((a, b) => compareTimestamps(a.timestamp, b.timestamp))
    .flatMap(({ lines }) => lines)

/** Renders the answer of `history`, oldest first. */
export const renderHistory = (answer: HistoryAnswer): ReadonlyArray<Line> => [
  formatTitle("History", answer.query),
  ...warningLines(answer),
  ...(answer.timeline.length === 0 ? emptyLines(answer) : []),
  ...stepLines(answer),
  ...unannotatedLines(answer),
  ...trimmedLines(answer)
]
