import { Effect, Option } from "effect"
import { lastSegment } from "../../domain/AnchorName.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { GitError } from "../../adapters/git/GitError.ts"
import type { PlacedRegionRef } from "../../notes/lookup/NotesLookup.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { Blame } from "../../lineage/Blame.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { clip, namesakes, ownUnit, survivingLines } from "./matching.ts"
import { type Candidate, type Lines, linesIn, moveCandidates, rangesIn, tellingLines } from "./moveCandidates.ts"
import { Outlines } from "../subject/Outlines.ts"
import type { Question } from "../answering/Question.ts"
import { resolveSubject } from "../subject/resolveSubject.ts"
import { linesOf, textsOfRegions, withoutName, wordsIn } from "./regionText.ts"
import { outlineOf, type Scope } from "../subject/Scope.ts"

/** A region whose unit was moved to where it is now, in its file or from another. */
export interface Moved extends Pick<Candidate, "annotation" | "region" | "position"> {
  readonly unit: Unit
}

/** The part of a unit's lines that must come from another file for the unit to be the one that was there. */
const leastShare = 1 / 3

const holdsLine = (ranges: ReadonlyArray<LineRange>, line: number): boolean =>
  ranges.some(({ end, start }) => start <= line && line <= end)

/** Whether lines of the unit were moved here from within the region, and where it was in another file enough of them. */
const isEvident = (
  { annotation, region }: Candidate,
  unit: Unit,
  { isOwn, lines, moved }: { readonly isOwn: boolean; readonly lines: Lines; readonly moved: ReadonlyArray<BlameHunk> }
): boolean => {
  const hunks = clip(moved, rangesIn(unit, lines)).filter(({ path }) => path === region.file)
  const fromRegion = survivingLines(
    region,
    hunks.filter(({ commit }) => commit === annotation.commit)
  )
  const telling = tellingLines(unit, lines)
  if (!telling.some((line) => holdsLine(fromRegion, line))) return false
  const fromFile = hunks.map((hunk) => hunk.lines)
  return isOwn || telling.filter((line) => holdsLine(fromFile, line)).length >= leastShare * telling.length
}

/** The units by a region's name in the file that it speaks of, as whoever asks sees it, with their words. */
const namesakesThere = Effect.fnUntraced(function* ({ subject }: Question, { region }: Candidate) {
  const name = region.ast_anchor.name
  if (subject.dirty) {
    const other = yield* resolveSubject(region.file)
    const texts = Option.match(other.content, { onNone: () => [], onSome: linesOf })
    return namesakes(name, (yield* outlineOf(other)).units).map(({ lines }) => wordsIn(texts, lines))
  }
  const outlines = yield* Outlines
  const outline = yield* outlines.at(subject.commit, region.file)
  const units = Option.match(outline, { onNone: () => [], onSome: (found) => namesakes(name, found.units) })
  return yield* textsOfRegions(
    units.map(({ lines }) => ({ commit: subject.commit, region: { file: region.file, lines } }))
  )
})

/** Whether the unit is still in the file that a region speaks of, and not another by its name: what is here is a copy then. */
const isStillThere = Effect.fnUntraced(function* (question: Question, candidate: Candidate) {
  const others = yield* namesakesThere(question, candidate)
  if (others.length === 0) return false
  const { annotation, region } = candidate
  const [written = new Set<string>()] = yield* textsOfRegions([{ commit: annotation.commit, region }])
  const telling = withoutName([...written], lastSegment(region.ast_anchor.name))
  return others.some((other) => telling.some((line) => other.has(line)))
})

const moves = Effect.fnUntraced(function* (question: Question, scope: Scope, candidates: ReadonlyArray<Candidate>) {
  const blame = yield* Blame
  const lineage = yield* Lineage
  const { commit, content, dirty, path } = question.subject
  const files = new Set(candidates.map(({ region }) => region.file))
  const own = yield* lineage.findPaths(commit, path, files, () => true)
  const lines = linesIn(question, scope)
  const units = new Set(candidates.flatMap((candidate) => candidate.units))
  const moved = yield* blame.movedHunks(
    { commit, path, contents: dirty ? content : Option.none() },
    {
      lines: [...units].flatMap((unit) => rangesIn(unit, lines)).toSorted((a, b) => a.start - b.start || a.end - b.end),
      fromAnyFile: [...files].some((file) => !own.has(file))
    }
  )
  return yield* Effect.forEach(
    candidates,
    Effect.fnUntraced(function* (candidate) {
      const { annotation, position, region } = candidate
      const isOwn = own.has(region.file)
      const evident = candidate.units.filter((unit) => isEvident(candidate, unit, { isOwn, lines, moved }))
      const unit = ownUnit(region, evident, [])
      if (unit === undefined || (!isOwn && (yield* isStillThere(question, candidate)))) return []
      return [{ annotation, region, position, unit } satisfies Moved]
    })
  ).pipe(Effect.map((found) => found.flat()))
})

interface Followed {
  readonly found: ReadonlyArray<Moved>
  readonly warnings: ReadonlyArray<string>
}

const unfollowed = (detail: string): string => `Code that was moved could not be followed: ${detail}`

/**
 * The regions of units in scope that blame does not lead to because a commit moved the lines. Which they are, a blame that
 * follows moved lines says; it is only asked where a region by the unit's name has text that is in the unit now. A unit
 * that merely has the name of another is none. Where git cannot follow the lines, `warnings` say why.
 */
export const findMoved = Effect.fn("Pipeline.findMoved")(function* (
  question: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>,
  isFound: (ref: PlacedRegionRef) => boolean
) {
  const { committed, dirty } = question.subject
  const following = Effect.gen(function* () {
    if (!committed && !dirty) return []
    const candidates = yield* moveCandidates(question, scope, hunks, isFound)
    return candidates.length === 0 ? [] : yield* moves(question, scope, candidates)
  })
  return yield* following.pipe(
    Effect.map((found): Followed => ({ found, warnings: [] })),
    Effect.catchIf(
      (error) => error instanceof GitError && error.reason._tag !== "HeadMoved",
      ({ message }) => Effect.succeed<Followed>({ found: [], warnings: [unfollowed(message)] })
    )
  )
})
