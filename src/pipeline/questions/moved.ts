import { Effect, Option } from "effect"
import { lastSegment } from "../../domain/AnchorName.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { GitError } from "../../adapters/git/GitError.ts"
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
import { splitLines, readRegionTexts, dropLinesWithName, significantLines } from "./regionText.ts"
import { outlineOf, type Scope } from "../subject/Scope.ts"

/** A region whose unit was moved, in its file or from another one. */
export interface MovedRegion extends Pick<Candidate, "annotation" | "region" | "position"> {
  readonly unit: Unit
}

/** Minimum part of the significant lines of a unit that must come from the other file. */
const minMovedShare = 1 / 3

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

const confirmMoves = Effect.fnUntraced(function* (
  question: Question,
  scope: Scope,
  candidates: ReadonlyArray<Candidate>
) {
  const blame = yield* Blame
  const lineage = yield* Lineage
  const { commit, content, dirty, path } = question.subject
  const files = new Set(candidates.map(({ region }) => region.file))
  const own = yield* lineage.findPaths(commit, path, files, () => true)
  const lines = readScopeText(question, scope)
  const units = new Set(candidates.flatMap((candidate) => candidate.units))
  const moved = yield* blame.movedHunks(
    { commit, path, contents: dirty ? content : Option.none() },
    {
      lines: [...units]
        .flatMap((unit) => clipToScope(unit, lines))
        .toSorted((a, b) => a.start - b.start || a.end - b.end),
      fromAnyFile: [...files].some((file) => !own.has(file))
    }
  )
  return yield* Effect.forEach(
    candidates,
    Effect.fnUntraced(function* (candidate) {
      const { annotation, position, region } = candidate
      const isOwn = own.has(region.file)
      const evident = candidate.units.filter((unit) => isEvident(candidate, unit, { isOwn, lines, moved }))
      const unit = chooseUnit(region, evident, [])
      if (unit === undefined || (!isOwn && (yield* isStillThere(question, candidate)))) return []
      return [{ annotation, region, position, unit } satisfies MovedRegion]
    })
  ).pipe(Effect.map((found) => found.flat()))
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
