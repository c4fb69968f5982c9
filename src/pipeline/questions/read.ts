import { Array as Arrays, Effect, Option, Result } from "effect"
import type { Annotation, Region } from "../../domain/Annotation.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { Notes } from "../../notes/Notes.ts"
import type { ReadQuery } from "../answering/queries.ts"
import type { Match, ReadAnswer } from "../answering/answers.ts"
import { blameFile } from "../../lineage/Blame.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { findConcerns } from "./concerns.ts"
import { shareFlagsOfCopies, withoutCopies, withoutEchoes } from "../answering/copies.ts"
import { findDependents, warnOfMoreDependents } from "./dependents.ts"
import { findChangesSince } from "./changesSince.ts"
import { formatReadRegion } from "../answering/entries.ts"
import { preferPassing, warnOfFiltered, applyFilters } from "../answering/filters.ts"
import {
  groupByCommit,
  clipHunks,
  matchRegion,
  type OriginHunk,
  locateRegion,
  findSurvivingLines,
  matchRank,
  countUncommittedLines
} from "./matching.ts"
import { warnOfOverwritten } from "./warnOfOverwritten.ts"
import { readScopeText } from "./moveCandidates.ts"
import { findMoved, type MovedRegion } from "./moved.ts"
import { describeNoteWarnings } from "./noteWarnings.ts"
import {
  byConfidence,
  isEmpty,
  type Question,
  describeQuery,
  collectNotices,
  scoreRegion
} from "../answering/Question.ts"
import { type DependencyTarget, makeTarget } from "./DependencyTarget.ts"
import { noEvidence, readEvidence, readRemedy, trimmedEvidence, walkAhead } from "./readEvidence.ts"
import { hasSignificantLine } from "./regionText.ts"
import { followRelated } from "../answering/related.ts"
import { omitImpliedFromRead } from "../answering/implied.ts"
import { requireFile } from "../subject/requireFile.ts"
import { resolveScope, type Scope } from "../subject/Scope.ts"
import { fitRead, preferAnnotations } from "../answering/fitAnswer.ts"
import { useSquashSubjects } from "./squashSummaries.ts"
import { isReproducible } from "../subject/parseLimits.ts"

/** A region about the code in scope, with its rank. */
interface FoundRegion {
  readonly annotation: Annotation
  readonly region: Region
  /** Position of the region in its note. */
  readonly position: number
  readonly match: Match
  readonly lines: Option.Option<LineRange>
  readonly score: ReturnType<typeof scoreRegion>
  readonly confidence: number
  readonly written: number
  readonly file: string
  readonly line: number
  readonly commit: ObjectId
}

/** Blame of the file: the lines of each annotated commit in scope, and in the whole file. */
interface BlameData {
  readonly inScope: ReadonlyMap<ObjectId, ReadonlyArray<OriginHunk>>
  readonly everywhere: ReadonlyMap<ObjectId, ReadonlyArray<OriginHunk>>
  /** Adds the flags of its copies to a region. */
  readonly flagged: ReturnType<typeof shareFlagsOfCopies>
  /** The lines of the file, from index 0. */
  readonly texts: ReadonlyArray<string>
}

/** Compares by match, then by confidence. */
const compareMatches = (a: FoundRegion, b: FoundRegion): number =>
  matchRank(a.match) - matchRank(b.match) || byConfidence(a, b)

const matchRegions = (
  question: Question,
  scope: Scope,
  { annotation, written }: { readonly annotation: Annotation; readonly written: number },
  { everywhere, flagged, inScope, texts }: BlameData
): ReadonlyArray<FoundRegion> =>
  annotation.regions.flatMap((recorded, position) => {
    const region = flagged({ annotation, region: recorded, written })
    const { commit } = annotation
    const own = inScope.get(commit) ?? []
    const match = matchRegion(region, scope, own)
    if (match === undefined) return []
    // Git may attribute the end of a function to another function that it replaced.
    if (match === "lines" && scope.kind === "anchor" && !hasSignificantLine(texts, findSurvivingLines(region, own)))
      return []
    const surviving = findSurvivingLines(region, everywhere.get(commit) ?? [])
    const location = locateRegion(region, scope.outline.units, surviving)
    const scored = scoreRegion(question, { annotation, region }, written, location.anchor)
    const line = Option.match(location.lines, { onNone: () => 0, onSome: (lines) => lines.start })
    const order = { confidence: scored.confidence, written, file: region.file, line, commit }
    return [{ annotation, region, position, match, lines: location.lines, score: scored, ...order }]
  })

const toFoundRegion = (
  question: Question,
  { annotation, position, region, unit }: MovedRegion,
  written: number
): FoundRegion => {
  const { commit } = annotation
  const scored = scoreRegion(question, { annotation, region }, written, "moved")
  const order = { confidence: scored.confidence, written, file: region.file, line: unit.lines.start, commit }
  return { annotation, region, position, match: "moved", lines: Option.some(unit.lines), score: scored, ...order }
}

/** Adds the regions of moved code to those found by blame. */
const addMoved = Effect.fnUntraced(function* (
  question: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>,
  { flagged, found }: { readonly found: ReadonlyArray<FoundRegion>; readonly flagged: BlameData["flagged"] }
) {
  const times = yield* CommitTimes
  const known = new Set(found.map(({ commit, position }) => `${commit} ${position}`))
  const moved = yield* findMoved(question, scope, hunks, (ref) => known.has(`${ref.commit} ${ref.region}`))
  const written = yield* times.authorTimes(moved.found.map(({ annotation }) => annotation.commit))
  const others = moved.found.map((each) => {
    const time = written(each.annotation.commit)
    return toFoundRegion(question, { ...each, region: flagged({ ...each, written: time }) }, time)
  })
  return { all: [...found, ...others], moved: others, warnings: moved.warnings }
})

const findRegions = Effect.fnUntraced(function* (question: Question, scope: Scope, hunks: ReadonlyArray<BlameHunk>) {
  const notes = yield* Notes
  const times = yield* CommitTimes
  const inScope = groupByCommit(clipHunks(hunks, scope.ranges))
  const whole = [{ start: 1, end: Math.max(1, scope.length) }]
  const isInScope = ({ commit }: BlameHunk): boolean => Option.isSome(commit) && inScope.has(commit.value)
  const everywhere = scope.kind === "file" ? inScope : groupByCommit(clipHunks(hunks.filter(isInScope), whole))
  const read = yield* notes.read(question.snapshot, inScope.keys())
  const written = yield* times.authorTimes(read.keys())
  const readable = [...read.values()].filter(Result.isSuccess).map(({ success }) => success)
  const flagged = shareFlagsOfCopies(
    readable.flatMap(({ annotation, commit }) =>
      annotation.regions.map((region) => ({ annotation, region, written: written(commit) }))
    )
  )
  const { texts } = readScopeText(question, scope)
  const blamed: BlameData = { inScope, everywhere, flagged, texts }
  const found = readable.flatMap(({ annotation, commit }) =>
    matchRegions(question, scope, { annotation, written: written(commit) }, blamed)
  )
  const { all, moved, warnings } = yield* addMoved(question, scope, hunks, { found, flagged })
  const elsewhere = new Set(moved.map(({ commit }) => commit).filter((commit) => !inScope.has(commit)))
  const candidates = withoutCopies(all, preferPassing(question.filters, compareMatches))
  return {
    found: withoutEchoes(applyFilters(question.filters, candidates).passed).toSorted(byConfidence),
    leftOut: applyFilters(question.filters, withoutEchoes(candidates)).leftOut,
    problems: [...read.values()].filter(Result.isFailure).map(({ failure }) => failure),
    warnings: describeNoteWarnings(question.snapshot, readable),
    moveWarnings: warnings,
    commits: inScope.size + elsewhere.size,
    annotated: readable.length + elsewhere.size
  }
})

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
  const hunks = yield* blameFile(question.subject, scope.length)
  return { hunks, regions: yield* findRegions(question, scope, hunks) }
})

/** Looks up all parts of the answer, concurrently where possible. */
const gather = Effect.fnUntraced(function* (question: Question, scope: Scope) {
  const target = targetOf(question, scope)
  const [{ hunks, regions }, dependents, concerns] = yield* Effect.all(
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
  const isUnknown = regions.found.length + regions.leftOut.length === 0
  const overwritten = isUnknown ? yield* warnOfOverwritten(question, scope, hunks) : []
  return { hunks, regions, dependents, concerns, shown, related: reached, problems, warnings, overwritten }
})

type Gathered = Effect.Success<ReturnType<typeof gather>>

interface Complete extends Gathered {
  readonly evidence: Effect.Success<ReturnType<typeof readEvidence>>
}

const isComplete = ({ dependents, evidence, problems, regions, warnings }: Complete): boolean =>
  [regions.problems, regions.moveWarnings, dependents.problems, dependents.warnings].flat().length === 0 &&
  [problems, warnings, evidence.missing].flat().length === 0

const listWarnings = (
  scope: Scope,
  { dependents, evidence, overwritten, regions, warnings }: Complete
): ReadonlyArray<string> => [
  ...scope.warnings,
  ...overwritten,
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
  const scope = yield* resolveScope(question.subject, {
    anchor: question.anchor,
    lines: query.lines === "" ? undefined : query.lines
  })
  yield* walkAhead(question)
  const gathered = yield* gather(question, scope)
  const evidence = yield* readEvidence(question, scope, gathered)
  const fit = (quoted: Complete["evidence"]) => {
    const complete = answerOf(question, scope, { ...gathered, evidence: quoted })
    return fitRead(question.implied ? complete : omitImpliedFromRead(complete), question.budget)
  }
  const answer = yield* preferAnnotations(fit(evidence), fit(trimmedEvidence(evidence, readRemedy)), fit(noEvidence))
  return { answer, isComplete: isComplete({ ...gathered, evidence }) && isReproducible(scope.outline) }
}, Effect.scoped)
