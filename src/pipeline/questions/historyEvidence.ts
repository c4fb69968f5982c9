import { Effect } from "effect"
import { type CodeChange, explainSteps } from "../../evidence/quotes/explainSteps.ts"
import { fitSteps } from "../answering/fitEvidence.ts"
import type { Question } from "../answering/Question.ts"
import { warnOfOmitted, warnOfSkippedNotes } from "./readEvidence.ts"

interface History {
  /** The changes of the code, newest first; a merge has one for each parent. */
  readonly changes: ReadonlyArray<CodeChange>
  /** Commits whose annotations are in the answer. */
  readonly annotated: ReadonlySet<string>
  readonly limit: number
}

/** Quotes the newest steps of a history, with `auto` only those without an annotation; oldest first (spec evidence). */
export const findHistoryEvidence = Effect.fn("Pipeline.historyEvidence")(function* (
  question: Question,
  { annotated, changes, limit }: History
) {
  const { budget, foreignRefs, settings, subject, verbose } = question
  const passed = settings.evidence === "always" ? new Set<string>() : annotated
  const distinct = new Map(changes.toReversed().map((change) => [change.commit, change]))
  const found = yield* explainSteps({
    head: subject.commit,
    path: subject.path,
    changes: [...distinct.values()].toReversed().filter(({ commit }) => !passed.has(commit)),
    refs: foreignRefs,
    limit
  })
  const entries = fitSteps(found.steps, budget, { hasAnnotations: annotated.size > 0, verbose })
  return {
    entries: entries.toReversed(),
    warnings: [...warnOfOmitted(found.steps.length - entries.length), ...warnOfSkippedNotes(found.skippedNotes)]
  }
})
