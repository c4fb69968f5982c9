import { Effect, Option, Result } from "effect"
import { matchNames, lastSegment } from "../../domain/AnchorName.ts"
import type { Annotation, Region } from "../../domain/Annotation.ts"
import { intersect, type LineRange, overlaps } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { Notes } from "../../notes/Notes.ts"
import type { PlacedRegionRef } from "../../notes/lookup/NotesLookup.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { namesakes } from "./matching.ts"
import type { Question } from "../answering/Question.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import { isNaming, linesOf, textsOfRegions, wordsOf } from "./regionText.ts"
import type { Scope } from "../subject/Scope.ts"

/** A region that names units in scope, and was not found where they are. */
export interface Candidate {
  readonly annotation: Annotation
  readonly region: Region
  /** Position of the region in its note. */
  readonly position: number
  /** Those it may have been written about. */
  readonly units: ReadonlyArray<Unit>
}

/** What the lines of the file say, the first one at 0, and the lines in scope. */
export interface Lines {
  readonly texts: ReadonlyArray<string>
  readonly ranges: ReadonlyArray<LineRange>
}

export const linesIn = ({ subject }: Question, { ranges }: Scope): Lines => ({
  texts: Option.match(subject.content, { onNone: () => [], onSome: linesOf }),
  ranges
})

/** The lines of a unit that are in scope. */
export const rangesIn = ({ lines }: Unit, { ranges }: Lines): ReadonlyArray<LineRange> =>
  ranges.flatMap((range) => Option.toArray(intersect(lines, range)))

/** The lines of a unit that tell it from others: those with words, but where there are more not the one that names it. */
export const tellingLines = (unit: Unit, lines: Lines): ReadonlyArray<number> => {
  const name = lastSegment(unit.name)
  const text = (line: number): string => lines.texts[line - 1] ?? ""
  const worded: Array<number> = []
  for (const { end, start } of rangesIn(unit, lines)) {
    for (let line = start; line <= end; line += 1) if (wordsOf(text(line)) !== "") worded.push(line)
  }
  const others = worded.filter((line) => !isNaming(text(line), name))
  return others.length === 0 ? worded : others
}

const unitsIn = ({ kind, outline, ranges, units }: Scope): ReadonlyArray<Unit> =>
  kind === "anchor" ? units : outline.units.filter(({ lines }) => ranges.some((range) => overlaps(range, lines)))

/** The units that a note's name means: in the file itself as any name does, elsewhere those that it may have been the name of. */
const makeMeant = ({ subject: { path } }: Question, scope: Scope, units: ReadonlyArray<Unit>) => {
  const inScope = new Set(units)
  const byWord = Map.groupBy(units, ({ name }) => lastSegment(name))
  return ({ anchor, file }: PlacedRegionRef): ReadonlyArray<Unit> =>
    file === path
      ? namesakes(anchor, scope.outline.units).filter((unit) => inScope.has(unit))
      : (byWord.get(lastSegment(anchor)) ?? []).filter(({ name }) => matchNames(anchor, name) !== undefined)
}

/** The regions in the history that name units in scope, but for those found already. */
const namingUnits = Effect.fnUntraced(function* (
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
 * For each candidate, the lines of its units that blame gives to no commit or to a newer one. None of a unit that has a line
 * from before the candidate's commit: who moves a unit is named for all of its lines.
 */
const newerLines = Effect.fnUntraced(function* (
  candidates: ReadonlyArray<Candidate>,
  lines: Lines,
  hunks: ReadonlyArray<BlameHunk>
) {
  const times = yield* CommitTimes
  const blamed = commitsByLine(hunks)
  const written = yield* times.authorTimes([
    ...blamed.values(),
    ...candidates.map(({ annotation }) => annotation.commit)
  ])
  const telling = new Map(
    [...new Set(candidates.flatMap(({ units }) => units))].map((unit) => [unit, tellingLines(unit, lines)] as const)
  )
  return candidates.map(({ annotation: { commit }, units }) => {
    const isOlder = (line: number): boolean => {
      const other = blamed.get(line)
      return other !== undefined && written(other) < written(commit)
    }
    const stayed = (unit: Unit): boolean => (telling.get(unit) ?? []).some(isOlder)
    return units
      .filter((unit) => !stayed(unit))
      .flatMap((unit) => telling.get(unit) ?? [])
      .filter((line) => blamed.get(line) !== commit)
  })
})

/**
 * Regions that name units in scope and of whose text a line is there now although blame gives that line to a newer commit:
 * who moved it, or wrote it once more. A reason that was overwritten is none of them, so that there are few.
 */
export const moveCandidates = Effect.fn("Pipeline.moveCandidates")(function* (
  question: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>,
  isFound: (ref: PlacedRegionRef) => boolean
) {
  const units = unitsIn(scope)
  const meant = makeMeant(question, scope, units)
  const refs = [...new Set(units.map(({ name }) => lastSegment(name)))]
    .flatMap((word) => question.snapshot.index.regionsCalled(word))
    .filter((ref) => !isFound(ref))
    .map((ref) => ({ ref, units: meant(ref) }))
    .filter((each) => each.units.length > 0)
  const candidates = refs.length === 0 ? [] : yield* namingUnits(question, refs)
  if (candidates.length === 0) return []
  const lines = linesIn(question, scope)
  const newer = yield* newerLines(candidates, lines, hunks)
  const likely = candidates.flatMap((candidate, at) => {
    const own = newer[at] ?? []
    return own.length === 0 ? [] : [{ candidate, words: own.map((line) => wordsOf(lines.texts[line - 1] ?? "")) }]
  })
  const texts = yield* textsOfRegions(
    likely.map(({ candidate }) => ({ commit: candidate.annotation.commit, region: candidate.region }))
  )
  return likely.flatMap(({ candidate, words }, at) => (words.some((word) => texts[at]?.has(word)) ? [candidate] : []))
})
