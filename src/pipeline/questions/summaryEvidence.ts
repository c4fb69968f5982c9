import { Array as Arrays, Effect, Option } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { explainUnits } from "../../evidence/quotes/explainUnits.ts"
import type { ExplainedUnit } from "../answering/answers.ts"
import type { Question } from "../answering/Question.ts"
import type { Subject } from "../subject/Subject.ts"
import { warnOfCutOff, warnOfMissing } from "./readEvidence.ts"
import type { Entry } from "./summaryEntries.ts"

/** The units of a file, and the entries of those with an annotation. */
interface Units {
  readonly hunks: ReadonlyArray<BlameHunk>
  readonly units: ReadonlyArray<Unit>
  readonly entries: ReadonlyArray<Entry>
}

/** Explains units by history, with `auto` only those without an annotation (spec evidence). */
export const summarizeEvidence = Effect.fn("Pipeline.summarizeEvidence")(function* (
  { settings }: Question,
  { commit, content, dirty, path }: Subject,
  { entries, hunks, units }: Units
) {
  const annotated = new Set(entries.map(({ unit }) => unit.lines.start))
  const open = settings.evidence === "always" ? units : units.filter(({ lines }) => !annotated.has(lines.start))
  if (open.length === 0) return { entries: [], warnings: [] }
  const place = { commit, path, contents: dirty ? content : Option.none<Uint8Array>() }
  const { explained, isCutOff, missing } = yield* explainUnits(
    place,
    hunks,
    open.map(({ lines }) => lines)
  )
  const given = new Set<string>()
  const found = Arrays.zip(open, explained).flatMap(([{ lines, name }, quote]): ReadonlyArray<ExplainedUnit> => {
    if (quote === undefined) return []
    const { reason, subject } = quote
    // Nested units often have the commit of the outer one.
    const isNew = reason !== undefined && reason !== subject && !given.has(quote.commit)
    given.add(quote.commit)
    return [{ file: path, anchor: name, lines, commit: quote.commit, subject, ...(isNew ? { reason } : {}) }]
  })
  return { entries: found, warnings: [...warnOfCutOff(isCutOff), ...warnOfMissing(missing)] }
})
