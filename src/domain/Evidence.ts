import { Schema, Struct } from "effect"
import { Alternative } from "./Alternative.ts"
import { Constraint } from "./Annotation.ts"
import { compareTimestamps } from "./Instant.ts"
import { LineRange } from "./LineRange.ts"
import { ObjectId } from "./ObjectId.ts"

/** Where a quote is from (spec evidence, "What it is"). */
export const EvidenceKind = Schema.Literals([
  "commit",
  "merge",
  "pull_request",
  "changeset",
  "revert",
  "decision",
  "trailer",
  "session",
  "review"
])
export type EvidenceKind = typeof EvidenceKind.Type

/** Whose words a quote is. */
export const Speaker = Schema.Literals(["person", "agent", "tool"])
export type Speaker = typeof Speaker.Type

/** What a quote is worth, best first: it gives a reason, it describes the change, it only names it. */
const EvidenceQuality = Schema.Literals(["states_reason", "describes", "names_only"])
type EvidenceQuality = typeof EvidenceQuality.Type

/** A verbatim quote of something in the repository about code in scope. Optional fields are absent when empty. */
export const Evidence = Schema.Struct({
  kind: EvidenceKind,
  /** `history`, the path of a file, or a ref. */
  source: Schema.String,
  commit: ObjectId,
  /** The file's path in that commit, if it was another one. */
  path: Schema.optionalKey(Schema.String),
  author: Schema.String,
  timestamp: Schema.String,
  by: Speaker,
  subject: Schema.String,
  /** The sentence or bullet that gives a reason. */
  reason: Schema.optionalKey(Schema.String),
  text: Schema.optionalKey(Schema.String),
  rejected: Schema.optionalKey(Schema.Array(Alternative)),
  constraints: Schema.optionalKey(Schema.Array(Constraint)),
  risks: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Issues, pull requests (`#12`, `owner/name#12`, `!12`) and addresses. */
  links: Schema.Array(Schema.String),
  /** Current line numbers. */
  lines: Schema.Array(LineRange),
  /** How many lines are in shorter ranges that are not listed. */
  more_lines: Schema.optionalKey(Schema.Int),
  /** Part of the lines in scope, from 0 to 1. */
  share: Schema.Finite,
  quality: EvidenceQuality
})
export type Evidence = typeof Evidence.Type

/**
 * A quote about a step in the history of code, whose lines may be gone. `about`: `file` where the commit is not
 * known to have changed the code asked about, only its file.
 */
export const EvidenceStep = Schema.Struct({
  ...Struct.omit(Evidence.fields, ["lines", "more_lines", "share"]),
  about: Schema.optionalKey(Schema.Literal("file"))
})
export type EvidenceStep = typeof EvidenceStep.Type

/** What a quote says, without its place. */
export type EvidenceContent = Pick<Evidence, "reason" | "text" | "rejected" | "constraints" | "risks">

/** Rates a quote. A rule, a risk and a rejected alternative with its reason are reasons, too. */
export const rateQuality = (content: EvidenceContent): EvidenceQuality => {
  const gives = [content.constraints, content.risks, content.rejected?.filter(({ reason }) => reason !== undefined)]
  if (content.reason !== undefined || gives.some((list) => list !== undefined && list.length > 0)) {
    return "states_reason"
  }
  return content.text !== undefined || content.rejected !== undefined ? "describes" : "names_only"
}

const rank = (quality: EvidenceQuality): number => EvidenceQuality.literals.indexOf(quality)

/** Whether a quote of one quality is worth more than one of another. */
export const isBetterQuality = (quality: EvidenceQuality, other: EvidenceQuality): boolean =>
  rank(quality) < rank(other)

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Orders evidence by quality, share of lines, newest; then by what makes the order the same every time. */
export const compareEvidence = (a: Evidence, b: Evidence): number =>
  rank(a.quality) - rank(b.quality) ||
  b.share - a.share ||
  compareTimestamps(b.timestamp, a.timestamp) ||
  compareText(a.commit, b.commit) ||
  EvidenceKind.literals.indexOf(a.kind) - EvidenceKind.literals.indexOf(b.kind) ||
  compareText(a.source, b.source)
