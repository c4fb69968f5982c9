import { Effect, Option, Result } from "effect"
import type { Annotation, Region } from "../../domain/Annotation.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { Notes } from "../../notes/Notes.ts"
import type { ReadQuery } from "../answering/queries.ts"
import { PipelineError, PathIsDirectory } from "../subject/PipelineError.ts"
import type { Match, ReadAnswer } from "../answering/answers.ts"
import { blameFile } from "../../lineage/Blame.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { findConcerns } from "./concerns.ts"
import { shareFlagsOfCopies, withoutCopies, withoutEchoes } from "../answering/copies.ts"
import { findDependents } from "./dependents.ts"
import { formatReadRegion } from "../answering/entries.ts"
import { preferPassing, warnOfFiltered, applyFilters } from "../answering/filters.ts"
import {
  byCommit,
  clip,
  matchRegion,
  type OriginHunk,
  standing,
  survivingLines,
  trust,
  uncommittedLines
} from "./matching.ts"
import { linesIn } from "./moveCandidates.ts"
import { findMoved, type Moved } from "./moved.ts"
import { oddities } from "./oddities.ts"
import {
  byConfidence,
  isEmpty,
  type Question,
  describeQuery,
  collectNotices,
  scoreRegion
} from "../answering/Question.ts"
import { type Place, placeAt } from "./Place.ts"
import { haveWords } from "./regionText.ts"
import { followRelated } from "../answering/related.ts"
import { notFound } from "../subject/resolveSubject.ts"
import { resolveScope, type Scope } from "../subject/Scope.ts"
import { fitRead } from "../answering/fitAnswer.ts"
import { summedUp } from "./squashed.ts"
import type { Subject } from "../subject/Subject.ts"
import { isSettled } from "../subject/unparsed.ts"

/** A region that speaks of the code in scope. */
interface Found {
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

/** What the lines in scope say: for each annotated commit its lines there, and all that survive of it. */
interface Blamed {
  readonly inScope: ReadonlyMap<ObjectId, ReadonlyArray<OriginHunk>>
  readonly everywhere: ReadonlyMap<ObjectId, ReadonlyArray<OriginHunk>>
  /** Gives a region the flags of its copies. */
  readonly flagged: (region: Region) => Region
  /** The lines of the file, the first one at 0. */
  readonly texts: ReadonlyArray<string>
}

/** The best match first, then the most confident. */
const best = (a: Found, b: Found): number => trust(a.match) - trust(b.match) || byConfidence(a, b)

const foundIn = (
  question: Question,
  scope: Scope,
  { annotation, written }: { readonly annotation: Annotation; readonly written: number },
  { everywhere, flagged, inScope, texts }: Blamed
): ReadonlyArray<Found> =>
  annotation.regions.map(flagged).flatMap((region, position) => {
    const { commit } = annotation
    const own = inScope.get(commit) ?? []
    const match = matchRegion(region, scope, own)
    if (match === undefined) return []
    // Git may take the end of one function for that of another that took its place.
    if (match === "lines" && scope.kind === "anchor" && !haveWords(texts, survivingLines(region, own))) return []
    const surviving = survivingLines(region, everywhere.get(commit) ?? [])
    const stands = standing(region, scope.outline.units, surviving)
    const scored = scoreRegion(question, { annotation, region }, written, stands.anchor)
    const line = Option.match(stands.lines, { onNone: () => 0, onSome: (lines) => lines.start })
    const order = { confidence: scored.confidence, written, file: region.file, line, commit }
    return [{ annotation, region, position, match, lines: stands.lines, score: scored, ...order }]
  })

const movedIn = (question: Question, { annotation, position, region, unit }: Moved, written: number): Found => {
  const { commit } = annotation
  const scored = scoreRegion(question, { annotation, region }, written, "moved")
  const order = { confidence: scored.confidence, written, file: region.file, line: unit.lines.start, commit }
  return { annotation, region, position, match: "moved", lines: Option.some(unit.lines), score: scored, ...order }
}

/** What was found by blame, and what was moved from where blame would lead to it. */
const withMoved = Effect.fnUntraced(function* (
  question: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>,
  { flagged, found }: { readonly found: ReadonlyArray<Found>; readonly flagged: Blamed["flagged"] }
) {
  const times = yield* CommitTimes
  const known = new Set(found.map(({ commit, position }) => `${commit} ${position}`))
  const moved = yield* findMoved(question, scope, hunks, (ref) => known.has(`${ref.commit} ${ref.region}`))
  const written = yield* times.authorTimes(moved.found.map(({ annotation }) => annotation.commit))
  const others = moved.found.map((each) => {
    const region = flagged(each.region)
    return movedIn(question, { ...each, region }, written(each.annotation.commit))
  })
  return { all: [...found, ...others], moved: others, warnings: moved.warnings }
})

const regionsOf = Effect.fnUntraced(function* (question: Question, scope: Scope, hunks: ReadonlyArray<BlameHunk>) {
  const notes = yield* Notes
  const times = yield* CommitTimes
  const inScope = byCommit(clip(hunks, scope.ranges))
  const whole = [{ start: 1, end: Math.max(1, scope.length) }]
  const isInScope = ({ commit }: BlameHunk): boolean => Option.isSome(commit) && inScope.has(commit.value)
  const everywhere = scope.kind === "file" ? inScope : byCommit(clip(hunks.filter(isInScope), whole))
  const read = yield* notes.read(question.snapshot, inScope.keys())
  const written = yield* times.authorTimes(read.keys())
  const readable = [...read.values()].filter(Result.isSuccess).map(({ success }) => success)
  const flagged = shareFlagsOfCopies(readable.flatMap(({ annotation }) => annotation.regions))
  const { texts } = linesIn(question, scope)
  const blamed: Blamed = { inScope, everywhere, flagged, texts }
  const found = readable.flatMap(({ annotation, commit }) =>
    foundIn(question, scope, { annotation, written: written(commit) }, blamed)
  )
  const { all, moved, warnings } = yield* withMoved(question, scope, hunks, { found, flagged })
  const elsewhere = new Set(moved.map(({ commit }) => commit).filter((commit) => !inScope.has(commit)))
  const told = withoutCopies(all, preferPassing(question.filters, best))
  return {
    found: withoutEchoes(applyFilters(question.filters, told).passed).toSorted(byConfidence),
    leftOut: applyFilters(question.filters, withoutEchoes(told)).leftOut,
    problems: [...read.values()].filter(Result.isFailure).map(({ failure }) => failure),
    warnings: oddities(question.snapshot, readable),
    unfollowed: warnings,
    commits: inScope.size + elsewhere.size,
    annotated: readable.length + elsewhere.size
  }
})

/** What the limit on regions leaves out, said as the budget says it. */
const limited = (found: ReadonlyArray<Found>, limit: number): Pick<ReadAnswer, "trimmed"> => {
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

/** Said where more code depends on this than is shown. */
const moreDependents = (found: { readonly dependents: ReadonlyArray<unknown>; readonly total: number }) =>
  found.total > found.dependents.length
    ? [`${found.total} regions depend on this; the ${found.dependents.length} most confident are shown.`]
    : []

const requireFile = Effect.fnUntraced(function* (subject: Subject, asked: string) {
  if (subject.kind === "absent") return yield* notFound(asked, subject.commit)
  if (subject.kind === "directory") {
    return yield* new PipelineError({ reason: new PathIsDirectory({ path: asked }) })
  }
})

const emptyAnswer = (question: Question): ReadAnswer => ({
  $schema: "ultragit-read/v1",
  query: describeQuery(question),
  regions: [],
  dependencies_on_this: [],
  cross_cutting: [],
  stats: { commits_examined: 0, annotations_found: 0, regions_returned: 0, related_hops: 0, uncommitted_lines: 0 },
  ...collectNotices(question, { warnings: [], problems: [], ambiguous: false, empty: false })
})

const placeOf = ({ subject }: Question, { kind, speaks }: Scope): Place =>
  placeAt(subject.path, (noted) => kind !== "anchor" || speaks(noted) !== undefined)

const blamedRegions = Effect.fnUntraced(function* (question: Question, scope: Scope) {
  const hunks = yield* blameFile(question.subject, scope.length)
  return { hunks, regions: yield* regionsOf(question, scope, hunks) }
})

/** Everything the answer is made of, looked up side by side where it can be. */
const gather = Effect.fnUntraced(function* (question: Question, scope: Scope) {
  const place = placeOf(question, scope)
  const [{ hunks, regions }, dependents, concerns] = yield* Effect.all(
    [blamedRegions(question, scope), findDependents(question, place), findConcerns(question, place)],
    { concurrency: 3 }
  )
  const kept = yield* summedUp(question, regions.found.slice(0, question.maxRegions))
  const { problems, reached } = yield* followRelated(
    question.snapshot,
    kept.map(({ commit, region }) => ({
      commit,
      anchor: region.ast_anchor.name,
      related: region.related_annotations
    })),
    question.depth
  )
  return { hunks, regions, dependents, concerns, kept, related: reached, problems }
})

type Gathered = Effect.Success<ReturnType<typeof gather>>

const isComplete = ({ dependents, problems, regions }: Gathered): boolean =>
  [...regions.problems, ...regions.unfollowed, ...dependents.problems, ...dependents.warnings, ...problems].length === 0

const answerOf = (question: Question, scope: Scope, gathered: Gathered): ReadAnswer => {
  const { concerns, dependents, hunks, kept, problems, regions, related } = gathered
  return {
    $schema: "ultragit-read/v1",
    query: describeQuery(question, scope.lines),
    regions: kept.map((each, index) =>
      formatReadRegion({ ...each, related: related[index] ?? [], verbose: question.verbose })
    ),
    dependencies_on_this: dependents.dependents,
    cross_cutting: concerns,
    stats: {
      commits_examined: regions.commits,
      annotations_found: regions.annotated,
      regions_returned: kept.length,
      related_hops: related.reduce((sum, reached) => sum + reached.length, 0),
      uncommitted_lines: uncommittedLines(hunks, scope.ranges)
    },
    ...collectNotices(question, {
      warnings: [
        ...scope.warnings,
        ...regions.warnings,
        ...regions.unfollowed,
        ...dependents.warnings,
        ...warnOfFiltered(regions.leftOut, "region"),
        ...warnOfFiltered(dependents.leftOut, "dependent"),
        ...moreDependents(dependents)
      ],
      problems: [...regions.problems, ...dependents.problems, ...problems],
      ambiguous: scope.ambiguous,
      empty: kept.length === 0
    }),
    ...limited(regions.found, question.maxRegions)
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
  const gathered = yield* gather(question, scope)
  const answer = yield* fitRead(answerOf(question, scope, gathered), question.budget)
  return { answer, isComplete: isComplete(gathered) && isSettled(scope.outline) }
})
