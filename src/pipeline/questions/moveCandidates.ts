import { Array as Arrays, Effect, Option, Result } from "effect"
import { matchNames, lastSegment } from "../../domain/AnchorName.ts"
import type { Annotation, Region } from "../../domain/Annotation.ts"
import { intersect, type LineRange, overlaps } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { Notes } from "../../notes/Notes.ts"
import type { PlacedRegionRef } from "../../notes/lookup/NotesLookup.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { findUnitsByName } from "./matching.ts"
import type { Question } from "../answering/Question.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import { containsName, splitLines, readRegionTexts, significantText } from "./regionText.ts"
import type { Scope } from "../subject/Scope.ts"
import { textAt } from "../../domain/lines.ts"

/** A region whose name matches units in scope, but which blame did not find. */
export interface Candidate {
  readonly annotation: Annotation
  readonly region: Region
  /** Position of the region in its note. */
  readonly position: number
  /** Units in scope that it may be about. */
  readonly units: ReadonlyArray<Unit>
}

/** The lines of the file, from index 0, and the ranges in scope. */
export interface ScopeText {
  readonly texts: ReadonlyArray<string>
  readonly ranges: ReadonlyArray<LineRange>
}

export const readScopeText = ({ subject }: Question, { ranges }: Scope): ScopeText => ({
  texts: Option.match(subject.content, { onNone: () => [], onSome: splitLines }),
  ranges
})

/** Returns the lines of a unit that are in scope. */
export const clipToScope = ({ lines }: Unit, { ranges }: ScopeText): ReadonlyArray<LineRange> =>
  ranges.flatMap((range) => Option.toArray(intersect(lines, range)))

/** Returns the significant lines of a unit, without the line that names it if there are others. */
export const distinctiveLines = (unit: Unit, lines: ScopeText): ReadonlyArray<number> => {
  const name = lastSegment(unit.name)
  const text = (line: number): string => textAt(lines.texts, line)
  const significant: Array<number> = []
  for (const { end, start } of clipToScope(unit, lines)) {
    for (let line = start; line <= end; line += 1) if (significantText(text(line)) !== "") significant.push(line)
  }
  const others = significant.filter((line) => !containsName(text(line), name))
  return others.length === 0 ? significant : others
}

const unitsIn = ({ kind, outline, ranges, units }: Scope): ReadonlyArray<Unit> =>
  kind === "anchor" ? units : outline.units.filter(({ lines }) => ranges.some((range) => overlaps(range, lines)))

/** Makes a resolver of names in notes to units in scope: exact resolution in the file itself, similar names elsewhere. */
const makeUnitResolver = ({ subject: { path } }: Question, scope: Scope, units: ReadonlyArray<Unit>) => {
  const inScope = new Set(units)
  const byWord = Map.groupBy(units, ({ name }) => lastSegment(name))
  return ({ anchor, file }: PlacedRegionRef): ReadonlyArray<Unit> =>
    file === path
      ? findUnitsByName(anchor, scope.outline.units).filter((unit) => inScope.has(unit))
      : (byWord.get(lastSegment(anchor)) ?? []).filter(({ name }) => matchNames(anchor, name) !== undefined)
}

/** Reads the reachable regions of references. */
const readCandidates = Effect.fnUntraced(function* (
  { snapshot, subject }: Question,
  refs: ReadonlyArray<{ readonly ref: PlacedRegionRef; readonly units: ReadonlyArray<Unit> }>
) {
  const notes = yield* Notes
  const reachability = yield* Reachability
  const commits = refs.map(({ ref }) => ref.commit)
  const reachable = yield* reachability.reachableFromHead(commits, subject.commit, snapshot.index)
  const read = yield* notes.read(snapshot, reachable)
  return refs.flatMap(({ ref, units }): ReadonlyArray<Candidate> => {
    const note = read.get(ref.commit)
    if (note === undefined || Result.isFailure(note)) return []
    const { annotation } = note.success
    const region = annotation.regions[ref.region]
    return region === undefined ? [] : [{ annotation, region, position: ref.region, units }]
  })
})

const commitsByLine = (hunks: ReadonlyArray<BlameHunk>): ReadonlyMap<number, ObjectId> => {
  const commits = new Map<number, ObjectId>()
  for (const { commit, lines } of hunks) {
    if (Option.isNone(commit)) continue
    for (let line = lines.start; line <= lines.end; line += 1) commits.set(line, commit.value)
  }
  return commits
}

/**
 * Returns for each candidate the lines of its units that are uncommitted, or that blame attributes to another commit.
 * Ignores units with a line older than the commit of the candidate: a move changes the blame of all lines of a unit.
 */
const newerLines = Effect.fnUntraced(function* (
  candidates: ReadonlyArray<Candidate>,
  lines: ScopeText,
  hunks: ReadonlyArray<BlameHunk>
) {
  const times = yield* CommitTimes
  const blamed = commitsByLine(hunks)
  const written = yield* times.authorTimes([
    ...blamed.values(),
    ...candidates.map(({ annotation }) => annotation.commit)
  ])
  const distinctive = new Map<Unit, ReadonlyArray<number>>()
  const distinctiveOf = (unit: Unit): ReadonlyArray<number> => {
    const found = distinctive.get(unit) ?? distinctiveLines(unit, lines)
    distinctive.set(unit, found)
    return found
  }
  return candidates.map(({ annotation: { commit }, units }) => {
    const isOlder = (line: number): boolean => {
      const other = blamed.get(line)
      return other !== undefined && written(other) < written(commit)
    }
    const hasOlderLine = (unit: Unit): boolean => distinctiveOf(unit).some(isOlder)
    return units
      .filter((unit) => !hasOlderLine(unit))
      .flatMap(distinctiveOf)
      .filter((line) => blamed.get(line) !== commit)
  })
})

/**
 * Finds regions whose name matches units in scope, and one of whose lines is in such a unit although blame attributes that
 * line to another commit: one that moved or copied it. Overwritten regions are not among them, so there are few.
 */
export const findMoveCandidates = Effect.fn("Pipeline.findMoveCandidates")(function* (
  question: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>,
  isFound: (ref: PlacedRegionRef) => boolean
) {
  const units = unitsIn(scope)
  const resolveUnits = makeUnitResolver(question, scope, units)
  const refs = [...new Set(units.map(({ name }) => lastSegment(name)))]
    .flatMap((word) => question.snapshot.index.regionsCalled(word))
    .filter((ref) => !isFound(ref))
    .map((ref) => ({ ref, units: resolveUnits(ref) }))
    .filter((each) => each.units.length > 0)
  const candidates = refs.length === 0 ? [] : yield* readCandidates(question, refs)
  if (candidates.length === 0) return []
  const lines = readScopeText(question, scope)
  const newer = yield* newerLines(candidates, lines, hunks)
  const likely = Arrays.zip(candidates, newer).flatMap(([candidate, own]) => {
    return own.length === 0 ? [] : [{ candidate, words: own.map((line) => significantText(textAt(lines.texts, line))) }]
  })
  const texts = yield* readRegionTexts(
    likely.map(({ candidate }) => ({ commit: candidate.annotation.commit, region: candidate.region }))
  )
  return likely.flatMap(({ candidate, words }, at) => (words.some((word) => texts[at]?.has(word)) ? [candidate] : []))
})
