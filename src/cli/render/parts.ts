import type {
  Answer,
  Dependent,
  Flagged,
  ProvenanceNote,
  Query,
  Related,
  Trimmed
} from "../../pipeline/answering/answers.ts"
import { type Alternative, formatAlternative } from "../../domain/Alternative.ts"
import type { Constraint, ContextLevel } from "../../domain/Annotation.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import { blank, escapeLine, item, joinFacts, type Line, plain, quote, title, warning } from "./Line.ts"
import { formatCount } from "../../domain/Text.ts"

/** Shortens an object id to digits that are unique even in large repositories. */
export const shortId = (id: string): string => escapeLine(id).slice(0, 10)

/** Formats the day of a timestamp. */
export const formatDay = (timestamp: string): string => escapeLine(timestamp).slice(0, 10)

export const formatConfidence = (confidence: number): string => `confidence ${confidence.toFixed(2)}`

const formatRange = (lines: LineRange): string =>
  lines.start === lines.end ? `${lines.start}` : `${lines.start}-${lines.end}`

/** Formats `line 10` or `lines 10-42`. */
const formatLines = (lines: LineRange): string =>
  `${lines.start === lines.end ? "line" : "lines"} ${formatRange(lines)}`

/** Formats `src/pool.ts:10-42`. */
export const formatPlace = (file: string, lines: LineRange | undefined): string =>
  lines === undefined ? escapeLine(file) : `${escapeLine(file)}:${formatRange(lines)}`

/** Formats the subject of the answer as its title. */
export const formatTitle = (subject: string, query: Query): Line =>
  title(
    [
      `${subject}: ${escapeLine(query.path)}`,
      query.anchor === undefined ? "" : escapeLine(query.anchor),
      query.lines === undefined ? "" : formatLines(query.lines),
      query.rev === "HEAD" || query.rev === "worktree" ? "" : `at ${escapeLine(query.rev).slice(0, 40)}`
    ]
      .filter((part) => part !== "")
      .join(" · ")
  )

/** Lists the constraints, marking inferred ones. */
export const constraintLines = (constraints: ReadonlyArray<Constraint>): ReadonlyArray<Line> =>
  constraints.length === 0
    ? []
    : [
        ...quote("", { label: "Constraints" }),
        ...constraints.flatMap(({ source, text }) =>
          quote(source === "inferred" ? `${text} (inferred)` : text, { bullet: true })
        )
      ]

/** Lists what was considered or tried, and not taken. */
export const alternativeLines = (alternatives: ReadonlyArray<Alternative> | undefined): ReadonlyArray<Line> =>
  alternatives === undefined || alternatives.length === 0
    ? []
    : [
        ...quote("", { label: "Rejected" }),
        ...alternatives.flatMap((alternative) => quote(formatAlternative(alternative), { bullet: true }))
      ]

export const riskLines = (risk: string | undefined): ReadonlyArray<Line> =>
  risk === undefined || risk.trim() === "" ? [] : quote(risk, { label: "Risk", role: "risk" })

/** Lists who flagged an entry as not trustworthy, when and why. */
export const flagLines = (flags: ReadonlyArray<Flagged> | undefined): ReadonlyArray<Line> =>
  flags === undefined || flags.length === 0
    ? []
    : [
        ...quote("", { label: "Flagged", role: "risk" }),
        ...flags.flatMap(({ author, reason, timestamp }) =>
          quote(`${reason.trim()} (${escapeLine(author)}, ${formatDay(timestamp)})`, { bullet: true, role: "risk" })
        )
      ]

/** A remark on a reason that was given for several units at once. */
export const formatSpread = (spread: boolean | undefined): string =>
  spread === true ? "given for several units at once" : ""

export const reasoningLines = (reasoning: string | undefined): ReadonlyArray<Line> =>
  reasoning === undefined || reasoning.trim() === "" ? [] : quote(reasoning, { label: "Why" })

export const relatedLines = (related: ReadonlyArray<Related> | undefined): ReadonlyArray<Line> =>
  related === undefined || related.length === 0
    ? []
    : [
        ...quote("", { label: "Related" }),
        ...related.flatMap(({ anchor, commit, intent, relationship }) =>
          quote(`${shortId(commit)} ${escapeLine(anchor)} (${escapeLine(relationship)}): ${escapeLine(intent)}`, {
            bullet: true
          })
        )
      ]

/** Squashed commits listed individually; the rest become an ellipsis. */
const maxSourcesShown = 3

const formatSquash = (sources: ReadonlyArray<string>): string => {
  const named = sources.slice(0, maxSourcesShown).map(shortId).join(", ")
  return sources.length === 0 ? "squash" : `squash of ${named}${sources.length > maxSourcesShown ? ", …" : ""}`
}

const formatOperation = ({ derived_from = [], operation }: ProvenanceNote): string =>
  operation === "initial" ? "" : operation === "squash" ? formatSquash(derived_from) : operation

/** The provenance of an answer that leaves it out. */
const initial: ProvenanceNote = { operation: "initial" }

const formatDerivation = (level: ContextLevel, provenance: ProvenanceNote): string =>
  [level === "inferred" ? "inferred from the diff" : "", formatOperation(provenance)]
    .filter((part) => part !== "")
    .join(", ")

/** Formats how the note was made, unless an author wrote it for that very commit. */
export const formatOrigin = (level: ContextLevel, provenance = initial): string =>
  provenance.operation === "session" ? "quoted from an agent's session" : formatDerivation(level, provenance)

/** Formats a region elsewhere that relies on the queried code. */
export const dependentLines = (dependent: Dependent): ReadonlyArray<Line> => [
  item(
    joinFacts([
      `${escapeLine(dependent.file)}:${escapeLine(dependent.anchor)}`,
      shortId(dependent.commit),
      formatDay(dependent.timestamp),
      formatConfidence(dependent.confidence),
      dependent.context_level === "inferred" ? "inferred from the diff" : "",
      formatSpread(dependent.spread)
    ])
  ),
  ...quote(dependent.nature, { margin: "  " }),
  ...(dependent.flags ?? []).flatMap(({ author, reason, timestamp }) =>
    quote(`${reason.trim()} (${escapeLine(author)}, ${formatDay(timestamp)})`, {
      label: "Flagged",
      role: "risk",
      margin: "  "
    })
  )
]

/** Names the flags that show more, from the names of the stages that trimmed the answer. */
const formatMoreFlags = (strategy: string): string => {
  const stages = strategy.split(", ")
  const flags = [
    ...(stages.includes("max_regions") ? ["--max-regions"] : []),
    ...(stages.some((stage) => stage !== "max_regions") ? ["--max-tokens"] : [])
  ]
  return flags.length > 1 ? `${flags.join(" and ")} allow more.` : `${flags.join("")} allows more.`
}

const formatTrimmed = (trimmed: Trimmed): Line => {
  const missing = trimmed.original_regions - trimmed.returned_regions
  const what =
    missing > 0 ? `${missing} of ${formatCount(trimmed.original_regions, "entry", "entries")}` : "parts of entries"
  const named = trimmed.dropped.map(
    ({ anchor, commit, file }) => `${escapeLine(file)}:${escapeLine(anchor)} (${shortId(commit)})`
  )
  const first = named.slice(0, 3).join(", ")
  const names = named.length === 0 ? "" : `: ${first}${named.length > 3 ? ", …" : ""}`
  return plain(`Left out: ${what} (${escapeLine(trimmed.strategy)})${names}. ${formatMoreFlags(trimmed.strategy)}`)
}

/** Warnings, which precede the answer so that readers see them. */
export const warningLines = (answer: Answer): ReadonlyArray<Line> => {
  const ambiguous =
    answer.ambiguous_anchor === true ? [warning("The name matches several units; all of them follow.")] : []
  const lines = [...ambiguous, ...(answer.warnings ?? []).map(warning)]
  return lines.length === 0 ? [] : [blank, ...lines]
}

/** The text of an empty list: that filters emptied it, else `nothing`. `one` is the filters' word for an entry. */
export const emptyLine = (answer: Answer, one: string, nothing: string): Line => {
  const filtered = new RegExp(`^\\d+ ${one}s? left out by `)
  const isFiltered = (answer.warnings ?? []).some((text) => filtered.test(text))
  return plain(isFiltered ? "The filters excluded everything." : nothing)
}

/** What was trimmed, at the end of the answer. */
export const trimmedLines = (answer: Answer): ReadonlyArray<Line> =>
  answer.trimmed === undefined ? [] : [blank, formatTrimmed(answer.trimmed)]
