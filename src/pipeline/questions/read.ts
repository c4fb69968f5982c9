import { Array as Arrays, Effect } from "effect"
import type { ReadQuery } from "../answering/queries.ts"
import type { ReadAnswer } from "../answering/answers.ts"
import { attribute, blameAhead } from "./attribution.ts"
import { findConcerns } from "./concerns.ts"
import { findDependents, warnOfMoreDependents } from "./dependents.ts"
import { findChangesSince } from "./changesSince.ts"
import { formatReadRegion } from "../answering/entries.ts"
import { warnOfFiltered } from "../answering/filters.ts"
import { type FoundRegion, findRegions } from "./foundRegions.ts"
import { countUncommittedLines } from "./matching.ts"
import { warnOfBoundary } from "./warnOfBoundary.ts"
import { warnOfOverwritten } from "./warnOfOverwritten.ts"
import { isEmpty, type Question, describeQuery, collectNotices } from "../answering/Question.ts"
import { type DependencyTarget, makeTarget } from "./DependencyTarget.ts"
import { noEvidence, readEvidence, readRemedy, trimmedEvidence, walkAhead } from "./readEvidence.ts"
import { followRelated } from "../answering/related.ts"
import { omitImpliedFromRead } from "../answering/implied.ts"
import { requireFile } from "../subject/requireFile.ts"
import { resolveScope, type Scope } from "../subject/Scope.ts"
import { fitRead, preferAnnotations } from "../answering/fitAnswer.ts"
import { useSquashSubjects } from "./squashSummaries.ts"
import { isReproducible } from "../subject/parseLimits.ts"

/** Describes the regions over the limit in the format of the budget. */
const describeLimit = (found: ReadonlyArray<FoundRegion>, limit: number): Pick<ReadAnswer, "trimmed"> => {
  if (found.length <= limit) return {}
  const dropped = found.slice(limit, limit + 10).map(({ commit, file, region }) => ({
    commit,
    file,
    anchor: region.ast_anchor.name
  }))
  return {
    trimmed: {
      original_regions: found.length,
      returned_regions: limit,
      dropped,
      strategy: "max_regions",
      estimated_tokens: 0
    }
  }
}

const emptyAnswer = (question: Question): ReadAnswer => ({
  $schema: "ultragit-read/v1",
  query: describeQuery(question),
  regions: [],
  dependencies_on_this: [],
  cross_cutting: [],
  stats: { commits_examined: 0, annotations_found: 0, regions_returned: 0, related_hops: 0, uncommitted_lines: 0 },
  ...collectNotices(question, { warnings: [], problems: [], ambiguous: false, empty: false })
})

const targetOf = ({ subject }: Question, { kind, matchName }: Scope): DependencyTarget =>
  makeTarget(subject.path, (noted) => kind !== "anchor" || matchName(noted) !== undefined)

const blamedRegions = Effect.fnUntraced(function* (question: Question, scope: Scope) {
  const attribution = yield* attribute(question, question.subject, scope.length)
  const { hunks, warnings: unblamed } = attribution
  return { hunks, unblamed, regions: yield* findRegions(question, scope, attribution) }
})

/** Looks up all parts of the answer, concurrently where possible. */
const gather = Effect.fnUntraced(function* (question: Question, scope: Scope) {
  const target = targetOf(question, scope)
  const [{ hunks, regions, unblamed }, dependents, concerns] = yield* Effect.all(
    [blamedRegions(question, scope), findDependents(question, target), findConcerns(question, target)],
    { concurrency: 3 }
  )
  const named = yield* useSquashSubjects(question, regions.found.slice(0, question.maxRegions))
  const { shown, warnings } = yield* findChangesSince(question, scope, hunks, named)
  const { problems, reached } = yield* followRelated(
    question.snapshot,
    shown.map(({ commit, region }) => ({
      commit,
      anchor: region.ast_anchor.name,
      related: region.related_annotations
    })),
    question.depth
  )
  const overwritten = unblamed.length > 0 ? [] : yield* warnOfOverwritten(question, scope, hunks, regions.matched)
  const caveats = [...(yield* warnOfBoundary(shown)), ...overwritten]
  return { hunks, unblamed, regions, dependents, concerns, shown, related: reached, problems, warnings, caveats }
})

type Gathered = Effect.Success<ReturnType<typeof gather>>

interface Complete extends Gathered {
  readonly evidence: Effect.Success<ReturnType<typeof readEvidence>>
}

const isComplete = ({ dependents, evidence, problems, regions, unblamed, warnings }: Complete): boolean =>
  [regions.problems, regions.moveWarnings, dependents.problems, dependents.warnings].flat().length === 0 &&
  [unblamed, problems, warnings, evidence.missing].flat().length === 0

const listWarnings = (
  scope: Scope,
  { dependents, evidence, caveats, regions, unblamed, warnings }: Complete
): ReadonlyArray<string> => [
  ...scope.warnings,
  ...unblamed,
  ...caveats,
  ...regions.warnings,
  ...regions.moveWarnings,
  ...warnings,
  ...dependents.warnings,
  ...warnOfFiltered(regions.leftOut, "region"),
  ...warnOfFiltered(dependents.leftOut, "dependent"),
  ...warnOfMoreDependents(dependents),
  ...evidence.warnings
]

const answerOf = (question: Question, scope: Scope, gathered: Complete): ReadAnswer => {
  const { concerns, dependents, evidence, hunks, problems, regions, related, shown } = gathered
  return {
    $schema: "ultragit-read/v1",
    query: describeQuery(question, scope.lines),
    regions: Arrays.zipWith(shown, related, (each, reached) =>
      formatReadRegion({ ...each, related: reached, verbose: question.verbose })
    ),
    dependencies_on_this: dependents.dependents,
    cross_cutting: concerns,
    ...(evidence.entries.length === 0 ? {} : { evidence: evidence.entries }),
    stats: {
      commits_examined: regions.commits,
      annotations_found: regions.annotated,
      regions_returned: shown.length,
      related_hops: related.reduce((sum, reached) => sum + reached.length, 0),
      uncommitted_lines: countUncommittedLines(hunks, scope.ranges)
    },
    ...collectNotices(question, {
      warnings: listWarnings(scope, gathered),
      problems: [...regions.problems, ...dependents.problems, ...problems],
      ambiguous: scope.ambiguous,
      empty: shown.length === 0
    }),
    ...describeLimit(regions.found, question.maxRegions)
  }
}

/** Answers `ultragit_read` (spec annotations §3–§5). */
export const read = Effect.fn("Pipeline.read")(function* (question: Question, query: ReadQuery) {
  yield* requireFile(question.subject, query.path)
  if (isEmpty(question)) return { answer: yield* fitRead(emptyAnswer(question), question.budget), isComplete: true }
  yield* blameAhead(question.subject)
  const scope = yield* resolveScope(question.subject, {
    anchor: question.anchor,
    lines: query.lines === "" ? undefined : query.lines
  })
  yield* walkAhead(question)
  const gathered = yield* gather(question, scope)
  const evidence = gathered.unblamed.length > 0 ? noEvidence : yield* readEvidence(question, scope, gathered)
  const fit = (quoted: Complete["evidence"]) => {
    const complete = answerOf(question, scope, { ...gathered, evidence: quoted })
    return fitRead(question.implied ? complete : omitImpliedFromRead(complete), question.budget)
  }
  const answer = yield* preferAnnotations(fit(evidence), fit(trimmedEvidence(evidence, readRemedy)), fit(noEvidence))
  return { answer, isComplete: isComplete({ ...gathered, evidence }) && isReproducible(scope.outline) }
}, Effect.scoped)
