import { Effect } from "effect"
import { toEpochMillis } from "../../domain/Instant.ts"
import { type CodeChange, explainSteps } from "../../evidence/quotes/explainSteps.ts"
import { orderByAge } from "../../lineage/orderByAge.ts"
import { fitSteps } from "../answering/fitEvidence.ts"
import type { Question } from "../answering/Question.ts"
import { warnOfCutOff, warnOfMissing, warnOfOmitted, warnOfSkippedNotes } from "./readEvidence.ts"

interface History {
  /** The changes of the code, in the order of git's walks; a merge has one for each parent. */
  readonly changes: ReadonlyArray<CodeChange>
  /** All changes of the file. */
  readonly fileChanges: ReadonlyArray<CodeChange>
  /** Commits whose annotations are in the answer. */
  readonly annotated: ReadonlySet<string>
  /** Maximum entries. */
  readonly limit: number
}

/** What shows more quotes of `history`. */
export const historyRemedy = "a larger budget shows"

const removeDuplicates = (changes: ReadonlyArray<CodeChange>): ReadonlyArray<CodeChange> =>
  [...new Map(changes.toReversed().map((change) => [change.commit, change])).values()].toReversed()

/**
 * Quotes the newest steps of a history, with `auto` only those without an annotation; oldest first (spec evidence). Where
 * steps are fewer than the limit, names other commits of the file.
 */
export const findHistoryEvidence = Effect.fn("Pipeline.historyEvidence")(function* (
  question: Question,
  { annotated, changes, fileChanges, limit }: History
) {
  const { budget, foreignRefs, settings, subject, verbose } = question
  const passed = settings.evidence === "always" ? new Set<string>() : annotated
  const own = new Set<string>(changes.map(({ commit }) => commit))
  const found = yield* explainSteps({
    head: subject.commit,
    path: subject.path,
    changes: removeDuplicates(changes).filter(({ commit }) => !passed.has(commit)),
    others: removeDuplicates(fileChanges).filter(({ commit }) => !own.has(commit) && !annotated.has(commit)),
    refs: foreignRefs,
    limit
  })
  const entries = fitSteps(found.steps, budget, { hasAnnotations: annotated.size > 0, verbose })
  const order = yield* orderByAge(new Map(entries.map((step) => [step.commit, toEpochMillis(step.timestamp)])))
  return {
    entries: entries.toSorted((a, b) => order(a.commit, b.commit)),
    warnings: [
      ...warnOfOmitted(found.steps.length - entries.length, historyRemedy),
      ...warnOfSkippedNotes(found.skippedNotes),
      ...warnOfCutOff(found.isCutOff)
    ],
    missing: warnOfMissing(found.missing)
  }
})
