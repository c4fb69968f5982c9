import type { Evidence, EvidenceStep } from "../../domain/Evidence.ts"
import { withoutRequest } from "../../evidence/messages/references.ts"
import { totalSize } from "../../domain/LineRange.ts"
import { formatCount } from "../../domain/Text.ts"
import { blank, facts, heading, escapeLine, type Line, paragraphs, quote, section } from "./Line.ts"
import { alternativeLines, constraintLines, formatDay, shortId } from "./parts.ts"

const riskLines = ({ risks = [] }: EvidenceStep): ReadonlyArray<Line> =>
  risks.flatMap((risk) => quote(risk, { label: "Risk" }))

const formatLines = ({ lines, more_lines = 0 }: Evidence): string => formatCount(totalSize(lines) + more_lines, "line")

/** A text as far as it distinguishes it from others: without its case, its marks and the pull request that hosts append. */
const essence = (text: string): string =>
  withoutRequest(text.trim())
    .replaceAll(/[`*_]|\.$/g, "")
    .replaceAll(/\s+/g, " ")
    .toLowerCase()

/** Removes the first paragraph if it says the same as the title above. */
const withoutTitle = (text: string, title: string): string => {
  const [first = "", ...rest] = text.split(/\n[ \t]*\n/)
  return essence(first) === essence(title) ? rest.join("\n\n").trim() : text
}

/** Removes the reason, which is quoted above, from the text that it is part of. */
const withoutReason = (text: string, reason: string): string => {
  const words = [...text.matchAll(/\S+/g)]
  const sought = reason.split(/\s+/)
  const start = words.findIndex((_, at) => sought.every((word, offset) => words[at + offset]?.[0] === word))
  if (start === -1) return text
  const [before, last] = [text.slice(0, words[start]?.index).trimEnd(), words[start + sought.length - 1]]
  const after = text.slice((last?.index ?? 0) + (last?.[0].length ?? 0)).trimStart()
  const isBullet = /^(?:[-*+•]|\d+[.)])?$/.test(before)
  if (isBullet) return after
  return after === "" ? before : `${before} … ${after}`
}

const textOf = ({ reason, subject, text = "" }: EvidenceStep): string => {
  const body = withoutTitle(text, subject)
  return reason === undefined ? body : withoutReason(body, reason)
}

/** Renders what a quote says, as paragraphs. What its title says is not repeated. */
export const quoteLines = (entry: EvidenceStep): ReadonlyArray<ReadonlyArray<Line>> => {
  const { reason, subject } = entry
  const text = textOf(entry)
  return [
    reason === undefined || essence(reason) === essence(subject) ? [] : quote(reason, { label: "Reason" }),
    text === "" ? [] : quote(text),
    constraintLines(entry.constraints ?? []),
    riskLines(entry),
    alternativeLines(entry.rejected)
  ]
}

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

/** Renders what else is quoted for the same commit: only what differs from the entry above. */
const furtherLines = (entry: Evidence): ReadonlyArray<Line> => {
  const quoted = paragraphs(quoteLines(entry))
  if (quoted.length === 0) return []
  const source = entry.source === "history" ? "" : escapeLine(entry.source)
  return [blank, ...quoted, blank, facts([commitFact(entry), source])]
}

/** Renders the entries with one commit and one title. */
const commitLines = (entries: ReadonlyArray<Evidence>): ReadonlyArray<Line> => {
  const said = entries.filter((entry) => quoteLines(entry).some((lines) => lines.length > 0))
  const [first = entries[0], ...others] = said
  return first === undefined ? [] : [...entryLines(first), ...others.flatMap(furtherLines)]
}

/** Renders what history says of code that no annotation covers, apart from annotations. */
export const evidenceLines = (entries: ReadonlyArray<Evidence> = []): ReadonlyArray<Line> => {
  const groups = Map.groupBy(entries, ({ commit, subject }) => `${commit} ${subject}`)
  return entries.length === 0
    ? []
    : [blank, section("Not noted; from history"), ...Array.from(groups.values(), commitLines).flat()]
}
