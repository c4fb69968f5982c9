import { Array as Arrays, Effect, Option } from "effect"
import { lastSegment } from "../../domain/AnchorName.ts"
import type { Region } from "../../domain/Annotation.ts"
import { textAt } from "../../domain/lines.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { GitError } from "../../adapters/git/GitError.ts"
import type { MovedLines } from "../../adapters/git/MovedLines.ts"
import type { PlacedRegionRef } from "../../notes/lookup/NotesLookup.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { Blame } from "../../lineage/Blame.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { clipHunks, findUnitsByName, chooseUnit, findSurvivingLines } from "./matching.ts"
import {
  type Candidate,
  type ScopeText,
  readScopeText,
  findMoveCandidates,
  clipToScope,
  distinctiveLines
} from "./moveCandidates.ts"
import { Outlines } from "../subject/Outlines.ts"
import type { Question } from "../answering/Question.ts"
import { resolveSubject } from "../subject/resolveSubject.ts"
import {
  splitLines,
  readRegionLines,
  readRegionTexts,
  dropLinesWithName,
  significantLines,
  significantText
} from "./regionText.ts"
import { outlineOf, type Scope } from "../subject/Scope.ts"

/** A region whose unit was moved, in its file or from another one. */
export interface MovedRegion extends Pick<Candidate, "annotation" | "region" | "position"> {
  readonly unit: Unit
}

/** Minimum part of the significant lines of a unit that must come from the other file. */
const minMovedShare = 1 / 3
/** Candidates whose files are in memory at a time. */
const candidatesPerRead = 16
const wholeFile: LineRange = { start: 1, end: Number.POSITIVE_INFINITY }

const holdsLine = (ranges: ReadonlyArray<LineRange>, line: number): boolean =>
  ranges.some(({ end, start }) => start <= line && line <= end)

/** Whether lines of the unit were moved here from the region, and enough of them where it was in another file. */
const isEvident = (
  { annotation, region }: Candidate,
  unit: Unit,
  {
    isOwn,
    lines,
    moved
  }: { readonly isOwn: boolean; readonly lines: ScopeText; readonly moved: ReadonlyArray<BlameHunk> }
): boolean => {
  const hunks = clipHunks(moved, clipToScope(unit, lines)).filter(({ path }) => path === region.file)
  const fromRegion = findSurvivingLines(
    region,
    hunks.filter(({ commit }) => commit === annotation.commit)
  )
  const distinctive = distinctiveLines(unit, lines)
  if (!distinctive.some((line) => holdsLine(fromRegion, line))) return false
  const fromFile = hunks.map((hunk) => hunk.lines)
  return isOwn || distinctive.filter((line) => holdsLine(fromFile, line)).length >= minMovedShare * distinctive.length
}

/** Reads the significant lines of each unit with the name of a region in the current file of the region. */
const readNamesakes = Effect.fnUntraced(function* ({ subject }: Question, { region }: Candidate) {
  const name = region.ast_anchor.name
  if (subject.dirty) {
    const other = yield* resolveSubject(region.file)
    const texts = Option.match(other.content, { onNone: () => [], onSome: splitLines })
    return findUnitsByName(name, (yield* outlineOf(other)).units).map(({ lines }) => significantLines(texts, lines))
  }
  const outlines = yield* Outlines
  const outline = yield* outlines.at(subject.commit, region.file)
  const units = Option.match(outline, { onNone: () => [], onSome: (found) => findUnitsByName(name, found.units) })
  return yield* readRegionTexts(
    units.map(({ lines }) => ({ commit: subject.commit, region: { file: region.file, lines } }))
  )
})

/** Whether the unit is still in the file of the region. Then the unit here is a copy, not a moved one. */
const isStillThere = Effect.fnUntraced(function* (question: Question, candidate: Candidate) {
  const others = yield* readNamesakes(question, candidate)
  if (others.length === 0) return false
  const { annotation, region } = candidate
  const [written = new Set<string>()] = yield* readRegionTexts([{ commit: annotation.commit, region }])
  const distinctive = dropLinesWithName([...written], lastSegment(region.ast_anchor.name))
  return others.some((other) => distinctive.some((line) => other.has(line)))
})

/** Whether enough of the distinctive lines of a unit are among some others, which are trimmed. */
const sharesLines = (unit: Unit, lines: ScopeText, others: ReadonlySet<string>): boolean => {
  const distinctive = distinctiveLines(unit, lines)
  const shared = distinctive.filter((line) => others.has(significantText(textAt(lines.texts, line))))
  return shared.length >= minMovedShare * distinctive.length
}

/** Finds the units of each candidate that share enough lines with some lines of its file as it was annotated. */
const findSharing = Effect.fnUntraced(function* (
  candidates: ReadonlyArray<Candidate>,
  lines: ScopeText,
  linesOf: (region: Region) => LineRange
) {
  const found = yield* Effect.forEach(
    Arrays.chunksOf(candidates, candidatesPerRead),
    Effect.fnUntraced(function* (chunk) {
      const sources = chunk.map(({ annotation, region }) => ({
        commit: annotation.commit,
        region: { file: region.file, lines: linesOf(region) }
      }))
      return Arrays.zipWith(chunk, yield* readRegionLines(sources), ({ units }, read) => {
        const others = new Set(Option.getOrElse(read, () => []).map((line) => line.trim()))
        return units.filter((unit) => sharesLines(unit, lines, others))
      })
    })
  )
  return Arrays.zip(candidates, found.flat())
})

/** Finds the candidates of other files that had enough of the lines when they were annotated, and no longer have the unit. */
const findGone = Effect.fnUntraced(function* (
  question: Question,
  candidates: ReadonlyArray<Candidate>,
  lines: ScopeText
) {
  const sharing = yield* findSharing(candidates, lines, () => wholeFile)
  const likely = sharing.flatMap(([each, units]) => (units.length === 0 ? [] : [{ ...each, units }]))
  return yield* Effect.filter(likely, (each) => Effect.map(isStillThere(question, each), (isThere) => !isThere))
})

/** What is common to the blames that follow moved lines. */
interface Followed extends Pick<MovedLines, "from"> {
  readonly lines: ScopeText
  /** The paths that the file has and had. */
  readonly own: ReadonlySet<string>
}

/** Returns the candidates that a blame which follows the moved lines of their units confirms, each with its unit. */
const follow = Effect.fnUntraced(function* (
  { subject: { commit, content, dirty, path } }: Question,
  candidates: ReadonlyArray<Candidate>,
  { from, lines, own }: Followed
) {
  if (candidates.length === 0) return []
  const ranges = [...new Set(candidates.flatMap(({ units }) => units))].flatMap((unit) => clipToScope(unit, lines))
  const moved = yield* (yield* Blame).movedHunks(
    { commit, path, contents: dirty ? content : Option.none() },
    { lines: ranges.toSorted((a, b) => a.start - b.start || a.end - b.end), from }
  )
  return candidates.flatMap((candidate) => {
    const { annotation, position, region } = candidate
    const isOwn = own.has(region.file)
    const evident = candidate.units.filter((unit) => isEvident(candidate, unit, { isOwn, lines, moved }))
    const unit = chooseUnit(region, evident, [])
    return unit === undefined ? [] : [{ annotation, region, position, unit } satisfies MovedRegion]
  })
})

/**
 * Confirms candidates by blames that follow moved lines. Git takes seconds to look in other files, and names and single lines are
 * in many files by chance. So it looks there only for what is gone from them, and for regions of the file itself that have enough of
 * the lines: those may have been in another file meanwhile, as after the revert of a move.
 */
const confirmMoves = Effect.fnUntraced(function* (
  question: Question,
  scope: Scope,
  candidates: ReadonlyArray<Candidate>
) {
  const lineage = yield* Lineage
  const { commit, path } = question.subject
  const files = new Set(candidates.map(({ region }) => region.file))
  const own = yield* lineage.findPaths(commit, path, files, () => true)
  const lines = readScopeText(question, scope)
  const select = (isSelected: (file: string) => boolean) => candidates.filter(({ region }) => isSelected(region.file))
  const ofFile = yield* findSharing(
    select((file) => file === path),
    lines,
    (region) => region.lines
  )
  const former = select((file) => file !== path && own.has(file))
  const gone = yield* findGone(
    question,
    select((file) => !own.has(file)),
    lines
  )
  const within = ofFile.flatMap(([each, { length }]) => (length === 0 ? [each] : []))
  const across = ofFile.flatMap(([each, { length }]) => (length > 0 ? [each] : []))
  const found = yield* Effect.all(
    [
      follow(question, within, { from: "file", lines, own }),
      follow(question, [...across, ...former, ...gone], { from: gone.length > 0 ? "any" : "changed", lines, own })
    ],
    { concurrency: 2 }
  )
  return found.flat()
})

interface MovedRegions {
  readonly found: ReadonlyArray<MovedRegion>
  readonly warnings: ReadonlyArray<string>
}

const failureWarning = (detail: string): string => `Moved code could not be followed: ${detail}`

/**
 * Finds the regions of units in scope that blame misses because a commit moved the lines. Confirms candidates by a blame that
 * follows moved lines, which runs only where a region with the name of a unit shares a line with it. Returns a warning
 * where git cannot follow the lines.
 */
export const findMoved = Effect.fn("Pipeline.findMoved")(function* (
  question: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>,
  isFound: (ref: PlacedRegionRef) => boolean
) {
  const { committed, dirty } = question.subject
  const findRegions = Effect.gen(function* () {
    if (!committed && !dirty) return []
    const candidates = yield* findMoveCandidates(question, scope, hunks, isFound)
    return candidates.length === 0 ? [] : yield* confirmMoves(question, scope, candidates)
  })
  return yield* findRegions.pipe(
    Effect.map((found): MovedRegions => ({ found, warnings: [] })),
    Effect.catchIf(
      (error) => error instanceof GitError && error.reason._tag !== "HeadMoved",
      ({ message }) => Effect.succeed<MovedRegions>({ found: [], warnings: [failureWarning(message)] })
    )
  )
})
