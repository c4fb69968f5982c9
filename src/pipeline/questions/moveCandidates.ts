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
import { hashLine, KeptLineHashes } from "./KeptLineHashes.ts"
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

/** A region by its place in a note, with the units in scope that it may be about. */
interface Reference {
  readonly ref: PlacedRegionRef
  readonly units: ReadonlyArray<Unit>
}

/** Finds the regions whose name matches units in scope, without reading their notes. */
const findReferences = Effect.fnUntraced(function* (
  question: Question,
  scope: Scope,
  isFound: (ref: PlacedRegionRef) => boolean
) {
  const { snapshot, subject } = question
  const units = unitsIn(scope)
  const resolveUnits = makeUnitResolver(question, scope, units)
  const references = [...new Set(units.map(({ name }) => lastSegment(name)))]
    .flatMap((word) => snapshot.index.regionsCalled(word))
    .filter((ref) => !isFound(ref))
    .map((ref): Reference => ({ ref, units: resolveUnits(ref) }))
    .filter((each) => each.units.length > 0)
  if (references.length === 0) return []
  const commits = references.map(({ ref }) => ref.commit)
  const reachable = yield* (yield* Reachability).reachableFromHead(commits, subject.commit, snapshot.index)
  const known = new Set<string>(reachable)
  return references.filter(({ ref }) => known.has(ref.commit))
})

/** Reads the regions of references, in the given order. None where the note cannot be read. */
const readCandidates = Effect.fnUntraced(function* ({ snapshot }: Question, references: ReadonlyArray<Reference>) {
  const read = yield* (yield* Notes).read(
    snapshot,
    references.map(({ ref }) => ref.commit)
  )
  return references.map(({ ref, units }): Option.Option<Candidate> => {
    const note = read.get(ref.commit)
    if (note === undefined || Result.isFailure(note)) return Option.none()
    const { annotation } = note.success
    const region = annotation.regions[ref.region]
    return region === undefined ? Option.none() : Option.some({ annotation, region, position: ref.region, units })
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
 * Returns for each reference the lines of its units that are uncommitted, or that blame attributes to another commit.
 * Ignores units with a line older than the annotated commit: a move changes the blame of all lines of a unit.
 */
const newerLines = Effect.fnUntraced(function* (
  references: ReadonlyArray<Reference>,
  lines: ScopeText,
  hunks: ReadonlyArray<BlameHunk>
) {
  const times = yield* CommitTimes
  const blamed = commitsByLine(hunks)
  const written = yield* times.authorTimes([...blamed.values(), ...references.map(({ ref }) => ref.commit)])
  const measure = (unit: Unit) => {
    const distinctive = distinctiveLines(unit, lines)
    const commits = distinctive.flatMap((line) => blamed.get(line) ?? [])
    return {
      distinctive,
      oldest: commits.reduce((least, id) => Math.min(least, written(id)), Number.POSITIVE_INFINITY)
    }
  }
  const measured = new Map([...new Set(references.flatMap(({ units }) => units))].map((unit) => [unit, measure(unit)]))
  return references.map(({ ref: { commit }, units }) =>
    units
      .flatMap((unit) => measured.get(unit) ?? [])
      .filter(({ oldest }) => oldest >= written(commit))
      .flatMap(({ distinctive }) => distinctive)
      .filter((line) => blamed.get(line) !== commit)
  )
})

/** Finds the hashes of the lines of regions as they were in their commits. */
const findHashes = Effect.fnUntraced(function* (question: Question, references: ReadonlyArray<Reference>) {
  const keys = references.map(({ ref }) => `${ref.commit} ${question.snapshot.index.blob(ref.commit)} ${ref.region}`)
  return yield* (yield* KeptLineHashes).find(question.subject.path, keys, (positions) =>
    Effect.gen(function* () {
      const wanted = positions.flatMap((at) => references[at] ?? [])
      const candidates = yield* readCandidates(question, wanted)
      const sources = candidates.map(Option.map(({ annotation, region }) => ({ commit: annotation.commit, region })))
      const readable = sources.flatMap(Option.toArray)
      const texts = new Map(Arrays.zip(readable, yield* readRegionTexts(readable)))
      return sources.map(Option.flatMap((source) => Option.fromUndefinedOr(texts.get(source))))
    })
  )
})

/**
 * Finds regions whose name matches units in scope, and one of whose lines is in such a unit although blame attributes that
 * line to another commit: one that moved or copied it. Overwritten regions are not among them, so there are few. Lines are
 * compared by hash, so that some may be there by chance.
 */
export const findMoveCandidates = Effect.fn("Pipeline.findMoveCandidates")(function* (
  question: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>,
  isFound: (ref: PlacedRegionRef) => boolean
) {
  const references = yield* findReferences(question, scope, isFound)
  if (references.length === 0) return []
  const lines = readScopeText(question, scope)
  const newer = yield* newerLines(references, lines, hunks)
  const likely = Arrays.zip(references, newer).filter(([, own]) => own.length > 0)
  const hashes = yield* findHashes(
    question,
    likely.map(([reference]) => reference)
  )
  const hashOf = new Map<number, number>()
  for (const line of likely.flatMap(([, own]) => own)) {
    if (!hashOf.has(line)) hashOf.set(line, hashLine(significantText(textAt(lines.texts, line))))
  }
  const matching = likely.filter(([, own], at) => own.some((line) => hashes[at]?.has(hashOf.get(line) ?? -1)))
  const candidates = yield* readCandidates(
    question,
    matching.map(([reference]) => reference)
  )
  return candidates.flatMap(Option.toArray)
})
