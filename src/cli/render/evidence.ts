import type { Evidence, EvidenceStep } from "../../domain/Evidence.ts"
import { size } from "../../domain/LineRange.ts"
import { formatCount } from "../../domain/Text.ts"
import { blank, facts, heading, escapeLine, type Line, paragraphs, quote, section } from "./Line.ts"
import { alternativeLines, constraintLines, formatDay, shortId } from "./parts.ts"

const riskLines = ({ risks = [] }: EvidenceStep): ReadonlyArray<Line> =>
  risks.flatMap((risk) => quote(risk, { label: "Risk" }))

const formatLines = ({ lines }: Evidence): string =>
  formatCount(
    lines.reduce((total, range) => total + size(range), 0),
    "line"
  )

/** Renders what a quote says, as paragraphs. */
export const quoteLines = (entry: EvidenceStep): ReadonlyArray<ReadonlyArray<Line>> => [
  entry.reason === undefined || entry.reason === entry.subject ? [] : quote(entry.reason, { label: "Reason" }),
  entry.text === undefined ? [] : quote(entry.text),
  constraintLines(entry.constraints ?? []),
  riskLines(entry),
  alternativeLines(entry.rejected)
]

/** Formats the commit that a quote is from. */
export const commitFact = ({ commit, kind }: EvidenceStep): string => `${kind.replace("_", " ")} ${shortId(commit)}`

/** Formats whose words a quote is, and where they are from. */
export const sourceFacts = (entry: EvidenceStep): ReadonlyArray<string> => [
  `${escapeLine(entry.author)}${entry.by === "person" ? "" : ` (${entry.by})`}`,
  entry.source === "history" ? "" : escapeLine(entry.source),
  entry.path === undefined ? "" : `as ${escapeLine(entry.path)}`
]

/** Formats the first links of a quote. */
export const linksFact = ({ links }: EvidenceStep): string => links.slice(0, 3).map(escapeLine).join(", ")

const entryLines = (entry: Evidence): ReadonlyArray<Line> => [
  blank,
  heading(escapeLine(entry.subject)),
  ...paragraphs(quoteLines(entry)),
  blank,
  facts([commitFact(entry), formatDay(entry.timestamp), ...sourceFacts(entry), formatLines(entry), linksFact(entry)])
]

/** Renders what history says of code that no annotation covers, apart from annotations. */
export const evidenceLines = (entries: ReadonlyArray<Evidence> = []): ReadonlyArray<Line> =>
  entries.length === 0 ? [] : [blank, section("Not noted; from history"), ...entries.flatMap(entryLines)]
