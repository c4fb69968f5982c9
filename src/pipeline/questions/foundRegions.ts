import { Effect, Option, Result } from "effect"
import type { Annotation, Region } from "../../domain/Annotation.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { Notes } from "../../notes/Notes.ts"
import type { Match } from "../answering/answers.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { shareFlagsOfCopies, withoutCopies, withoutEchoes } from "../answering/copies.ts"
import { preferPassing, applyFilters } from "../answering/filters.ts"
import {
  groupByCommit,
  clipHunks,
  matchByName,
  matchRegion,
  matchReplaced,
  type OriginHunk,
  locateRegion,
  findSurvivingLines,
  matchRank
} from "./matching.ts"
import { readScopeText } from "./moveCandidates.ts"
import { findMoved, type MovedRegion } from "./moved.ts"
import type { Attribution } from "./attribution.ts"
import { describeNoteWarnings } from "./noteWarnings.ts"
import { byConfidence, type Question, scoreRegion } from "../answering/Question.ts"
import { hasSignificantLine } from "./regionText.ts"
import { findRemovals, regionKey } from "./findRemovals.ts"
import { findReplacedLines, linesInPlaceOf } from "./replacedLines.ts"
import type { Scope } from "../subject/Scope.ts"

/** A region about the code in scope, with its rank. */
export interface FoundRegion {
  readonly annotation: Annotation
  readonly region: Region
  /** Position of the region in its note. */
  readonly position: number
  readonly match: Match
  /** Whether uncommitted lines in scope replace its lines. */
  readonly isReplaced: boolean
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
  /** Lines of HEAD that uncommitted lines in scope replace. */
  readonly replaced: ReadonlyMap<ObjectId, ReadonlyArray<OriginHunk>>
  /** Annotated commits of notes that name the file, where there is no blame. */
  readonly named: ReadonlySet<ObjectId>
  /** Keys of the regions of which their commits only removed lines. */
  readonly removals: ReadonlySet<string>
  /** Adds the flags of its copies to a region. */
  readonly flagged: ReturnType<typeof shareFlagsOfCopies>
  /** The lines of the file, from index 0. */
  readonly texts: ReadonlyArray<string>
}

/** Compares by match, then by confidence. */
const compareMatches = (a: FoundRegion, b: FoundRegion): number =>
  matchRank(a.match) - matchRank(b.match) || byConfidence(a, b)

/** Matches a region by its lines in scope, or else by those that uncommitted lines in scope replace. */
const findMatch = (region: Region, scope: Scope, own: ReadonlyArray<OriginHunk>, texts: ReadonlyArray<string>) => {
  const match = matchRegion(region, scope, own)
  // Git may attribute the end of a function to another function that it replaced.
  const isByChance =
    match === "lines" && scope.kind === "anchor" && !hasSignificantLine(texts, findSurvivingLines(region, own))
  return isByChance ? undefined : match
}

const matchRegions = (
  question: Question,
  scope: Scope,
  { annotation, written }: { readonly annotation: Annotation; readonly written: number },
  { everywhere, flagged, inScope, named, removals, replaced, texts }: BlameData
): ReadonlyArray<FoundRegion> =>
  annotation.regions.flatMap((recorded, position) => {
    const region = flagged({ annotation, region: recorded, written })
    const { commit } = annotation
    const isNamed = named.has(commit) && region.file === question.subject.path
    const isByName = isNamed || removals.has(regionKey(commit, position))
    const own = isByName ? matchByName(region, scope) : findMatch(region, scope, inScope.get(commit) ?? [], texts)
    const instead = linesInPlaceOf(region, replaced.get(commit) ?? [])
    const isNear = own !== undefined && own !== "file"
    const edited = isNear || instead.length === 0 ? undefined : matchReplaced(region, scope)
    const match = edited ?? own
    if (match === undefined) return []
    const surviving = findSurvivingLines(region, everywhere.get(commit) ?? [])
    const location = locateRegion(region, scope.outline.units, surviving.length === 0 ? instead : surviving)
    const scored = scoreRegion(question, { annotation, region }, written, location.anchor)
    const line = Option.match(location.lines, { onNone: () => 0, onSome: (lines) => lines.start })
    const order = { confidence: scored.confidence, written, file: region.file, line, commit }
    return [
      {
        annotation,
        region,
        position,
        match,
        isReplaced: edited !== undefined,
        lines: location.lines,
        score: scored,
        ...order
      }
    ]
  })

const toFoundRegion = (
  question: Question,
  { annotation, position, region, unit }: MovedRegion,
  written: number
): FoundRegion => {
  const { commit } = annotation
  const scored = scoreRegion(question, { annotation, region }, written, "moved")
  const order = { confidence: scored.confidence, written, file: region.file, line: unit.lines.start, commit }
  return {
    annotation,
    region,
    position,
    match: "moved",
    isReplaced: false,
    lines: Option.some(unit.lines),
    score: scored,
    ...order
  }
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

const maxNames = 3

/** Warns of regions whose lines are being edited: they describe the code before the edit. */
const warnOfReplaced = (found: ReadonlyArray<FoundRegion>): ReadonlyArray<string> => {
  const names = [...new Set(found.flatMap(({ isReplaced, region }) => (isReplaced ? [region.ast_anchor.name] : [])))]
  if (names.length === 0) return []
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ""
  const shown = `${names.slice(0, maxNames).map(escapeControls).join(", ")}${more}`
  return [`Lines here are changed and not committed; what is said of ${shown} was written about the lines before that.`]
}

/** Groups the lines in scope, those that uncommitted ones replace, and those around them by commit. */
const groupLines = Effect.fnUntraced(function* (question: Question, scope: Scope, { hunks, named }: Attribution) {
  const inScope = groupByCommit(clipHunks(hunks, scope.ranges))
  const edited = yield* findReplacedLines(question.subject, question.snapshot.index, hunks, scope.ranges)
  const replaced = groupByCommit(edited)
  const removals = yield* findRemovals(question, scope, hunks)
  const commits = new Set([...inScope.keys(), ...replaced.keys(), ...named, ...removals.commits])
  const whole = [{ start: 1, end: Math.max(1, scope.length) }]
  const isInScope = ({ commit }: BlameHunk): boolean => Option.isSome(commit) && commits.has(commit.value)
  const everywhere = scope.kind === "file" ? inScope : groupByCommit(clipHunks(hunks.filter(isInScope), whole))
  return { inScope, everywhere, replaced, named, removals: removals.keys, commits }
})

/** Finds the regions about the code in scope, most confident first, those with their copies in any order, and what filters leave out. */
export const findRegions = Effect.fnUntraced(function* (question: Question, scope: Scope, attribution: Attribution) {
  const notes = yield* Notes
  const times = yield* CommitTimes
  const { commits, ...lines } = yield* groupLines(question, scope, attribution)
  const read = yield* notes.read(question.snapshot, commits)
  const written = yield* times.authorTimes(read.keys())
  const readable = [...read.values()].filter(Result.isSuccess).map(({ success }) => success)
  const flagged = shareFlagsOfCopies(
    readable.flatMap(({ annotation, commit }) =>
      annotation.regions.map((region) => ({ annotation, region, written: written(commit) }))
    )
  )
  const blamed: BlameData = { ...lines, flagged, texts: readScopeText(question, scope).texts }
  const found = readable.flatMap(({ annotation, commit }) =>
    matchRegions(question, scope, { annotation, written: written(commit) }, blamed)
  )
  const { all, moved, warnings } = yield* addMoved(question, scope, attribution.hunks, { found, flagged })
  const elsewhere = new Set(moved.map(({ commit }) => commit).filter((commit) => !commits.has(commit)))
  const candidates = withoutCopies(all, preferPassing(question.filters, compareMatches))
  const shown = withoutEchoes(applyFilters(question.filters, candidates).passed).toSorted(byConfidence)
  return {
    found: shown,
    matched: all,
    leftOut: applyFilters(question.filters, withoutEchoes(candidates)).leftOut,
    problems: [...read.values()].filter(Result.isFailure).map(({ failure }) => failure),
    warnings: [...describeNoteWarnings(question.snapshot, readable), ...warnOfReplaced(shown)],
    moveWarnings: warnings,
    commits: commits.size + elsewhere.size,
    annotated: readable.length + elsewhere.size
  }
})
