import { Struct } from "effect"
import { countTokens } from "../../domain/Budget.ts"
import type { Evidence, EvidenceStep } from "../../domain/Evidence.ts"
import { size, totalSize } from "../../domain/LineRange.ts"
import { jsonText } from "../../domain/Text.ts"
import { type AnswerBudget, limitOf } from "./AnswerBudget.ts"
import type { Caller, CoChanged, ExplainedUnit } from "./answers.ts"

/** Maximum part of the budget for evidence in an answer with annotations. */
const maxShare = 0.3
/** Maximum tokens of evidence in an answer without annotations, if the query sets no budget. */
const maxTokens = 2_000

/** Ranges of lines that a quote lists. A commit that changed words all over a file has hundreds, which say no more. */
const maxRanges = 8

/** Keeps the entries that fit the part of the budget for evidence, the first first, in the first form that fits. */
const fitForms = <A>(
  entries: ReadonlyArray<A>,
  formsOf: (entry: A) => ReadonlyArray<A>,
  budget: AnswerBudget,
  hasAnnotations: boolean
): ReadonlyArray<A> => {
  let left = hasAnnotations ? maxShare * limitOf(budget) : (budget.maxTokens ?? maxTokens)
  return entries.flatMap((entry) => {
    const fitting = formsOf(entry).find((one) => countTokens(jsonText(one)) <= left)
    if (fitting === undefined) return []
    left -= countTokens(jsonText(fitting))
    return [fitting]
  })
}

interface Detail {
  readonly hasAnnotations: boolean
  /** Whether entries have the text around a reason, which the reason makes unnecessary. */
  readonly verbose: boolean
}

/** Leaves out what the reason makes unnecessary: the text around it, and the reason itself where the subject is that. */
const shorten = (entry: Evidence): Evidence =>
  Struct.omit(entry, entry.reason === entry.subject ? ["reason", "text"] : ["text"])
const shortenStep = (step: EvidenceStep): EvidenceStep =>
  Struct.omit(step, step.reason === step.subject ? ["reason", "text"] : ["text"])
const shortenUnit = (unit: ExplainedUnit): ExplainedUnit =>
  unit.reason === unit.subject ? Struct.omit(unit, ["reason"]) : unit

const formsOf =
  <E extends EvidenceStep>(verbose: boolean, shortened: (entry: E) => E) =>
  (entry: E): ReadonlyArray<E> =>
    verbose || entry.reason === undefined ? [entry, shortened(entry)] : [shortened(entry)]

/** Leaves out the shortest of many ranges, and counts their lines. */
const listFewRanges = (entry: Evidence): Evidence => {
  if (entry.lines.length <= maxRanges) return entry
  const longest = new Set(entry.lines.toSorted((a, b) => size(b) - size(a)).slice(0, maxRanges))
  const lines = entry.lines.filter((range) => longest.has(range))
  return { ...entry, lines, more_lines: totalSize(entry.lines) - totalSize(lines) }
}

/**
 * Keeps the entries of evidence that fit their part of the budget, the first first, without their text if only so. Each lists
 * its longest ranges of lines, with `verbose` all.
 */
export const fitEvidence = (
  entries: ReadonlyArray<Evidence>,
  budget: AnswerBudget,
  { hasAnnotations, verbose }: Detail
): ReadonlyArray<Evidence> => {
  const listed = verbose ? entries : entries.map(listFewRanges)
  return fitForms(listed, formsOf(verbose, shorten), budget, hasAnnotations)
}

/** {@link fitEvidence} for the steps of a history. */
export const fitSteps = (
  steps: ReadonlyArray<EvidenceStep>,
  budget: AnswerBudget,
  { hasAnnotations, verbose }: Detail
): ReadonlyArray<EvidenceStep> => {
  return fitForms(steps, formsOf(verbose, shortenStep), budget, hasAnnotations)
}

/** Keeps the files that fit the part of the budget for evidence, the most likely first. */
export const fitCoChanged = (
  entries: ReadonlyArray<CoChanged>,
  budget: AnswerBudget,
  hasDependents: boolean
): ReadonlyArray<CoChanged> => fitForms(entries, (entry) => [entry], budget, hasDependents)

/** Keeps the callers that fit the part of the budget for evidence, in their order. */
export const fitCallers = (
  entries: ReadonlyArray<Caller>,
  budget: AnswerBudget,
  hasDependents: boolean
): ReadonlyArray<Caller> => fitForms(entries, (entry) => [entry], budget, hasDependents)

interface RankedUnit {
  readonly unit: ExplainedUnit
  /** 0 with a reason that none before has, 1 with a commit that none before has, 2 otherwise. */
  readonly rank: number
}

/** Ranks explained units, and leaves out reasons that were given before, as copies of a file have the same. */
const rankUnits = (units: ReadonlyArray<ExplainedUnit>): ReadonlyArray<RankedUnit> => {
  const commits = new Set<string>()
  const reasons = new Set<string>()
  return units.map((unit) => {
    const reason = `${unit.commit} ${unit.reason}`
    const isReasoned = unit.reason !== undefined && !reasons.has(reason)
    const isFirst = !commits.has(unit.commit)
    reasons.add(reason)
    commits.add(unit.commit)
    return {
      unit: isReasoned ? shortenUnit(unit) : Struct.omit(unit, ["reason"]),
      rank: isReasoned ? 0 : isFirst ? 1 : 2
    }
  })
}

/** Orders ranked units: of one rank the largest unit of each file, then the second largest. */
const takeTurns = (ranked: ReadonlyArray<RankedUnit>): ReadonlyArray<ExplainedUnit> => {
  const turns = new Map<string, number>()
  return ranked
    .toSorted((a, b) => size(b.unit.lines) - size(a.unit.lines))
    .map(({ rank, unit }) => {
      const place = `${rank} ${unit.file}`
      const turn = turns.get(place) ?? 0
      turns.set(place, turn + 1)
      return { unit, rank, turn }
    })
    .toSorted((a, b) => a.rank - b.rank || a.turn - b.turn)
    .map(({ unit }) => unit)
}

/**
 * Keeps the explained units that fit the part of the budget for evidence, in their order: first those with a reason, then one of
 * each commit, because neighbours and nested units often have the same one; of these the largest of each file first.
 */
export const fitUnits = (
  units: ReadonlyArray<ExplainedUnit>,
  budget: AnswerBudget,
  hasAnnotations: boolean
): ReadonlyArray<ExplainedUnit> => {
  const ranked = rankUnits(units)
  const kept = new Set(fitForms(takeTurns(ranked), (unit) => [unit], budget, hasAnnotations))
  return ranked.flatMap(({ unit }) => (kept.has(unit) ? [unit] : []))
}
