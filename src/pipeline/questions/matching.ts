import { Option } from "effect"
import { makeNameResolver, type NameMatch, normalizeName } from "../../domain/AnchorName.ts"
import type { Region } from "../../domain/Annotation.ts"
import type { AnchorState } from "../../domain/Confidence.ts"
import { intersect, type LineRange, overlaps, shift } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { normalizeSignature } from "../../domain/Signature.ts"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import type { Match } from "../answering/answers.ts"
import type { Scope } from "../subject/Scope.ts"

/** A hunk that is committed, cut to what is asked about. */
export interface OriginHunk {
  readonly commit: ObjectId
  readonly path: string
  /** Lines now. */
  readonly lines: LineRange
  /** The same lines in the commit. */
  readonly origin: LineRange
}

const originOf = (hunk: BlameHunk, lines: LineRange): LineRange => shift(lines, hunk.originStart - hunk.lines.start)

/** The committed parts of hunks inside some ranges. */
export const clip = (hunks: ReadonlyArray<BlameHunk>, ranges: ReadonlyArray<LineRange>): ReadonlyArray<OriginHunk> => {
  const clipped: Array<OriginHunk> = []
  for (const hunk of hunks) {
    if (Option.isNone(hunk.commit)) continue
    for (const range of ranges) {
      const lines = intersect(hunk.lines, range)
      if (Option.isNone(lines)) continue
      clipped.push({
        commit: hunk.commit.value,
        path: hunk.path,
        lines: lines.value,
        origin: originOf(hunk, lines.value)
      })
    }
  }
  return clipped
}

/** Hunks by the commit they come from. */
export const byCommit = (hunks: ReadonlyArray<OriginHunk>): ReadonlyMap<ObjectId, ReadonlyArray<OriginHunk>> => {
  const groups = new Map<ObjectId, Array<OriginHunk>>()
  for (const hunk of hunks) {
    const group = groups.get(hunk.commit)
    if (group === undefined) groups.set(hunk.commit, [hunk])
    else group.push(hunk)
  }
  return groups
}

/** Lines in ranges that no commit has. */
export const uncommittedLines = (hunks: ReadonlyArray<BlameHunk>, ranges: ReadonlyArray<LineRange>): number => {
  const lines = new Set<number>()
  for (const hunk of hunks) {
    if (Option.isSome(hunk.commit)) continue
    for (const range of ranges) {
      const shared = intersect(hunk.lines, range)
      if (Option.isNone(shared)) continue
      for (let line = shared.value.start; line <= shared.value.end; line += 1) lines.add(line)
    }
  }
  return lines.size
}

const rank: Record<NameMatch, number> = { exact: 0, unqualified: 1, fuzzy: 2 }

const matches: ReadonlyArray<Match> = ["exact", "unqualified", "fuzzy", "moved", "lines", "file"]

/** How little a match is trusted: 0 for the most trusted. */
export const trust = (match: Match): number => matches.indexOf(match)

/** The worse of two ways in which names agree. */
const worse = (a: NameMatch, b: NameMatch): NameMatch => (rank[a] >= rank[b] ? a : b)

/** How a region's anchor agrees with the units asked about, and how those were found. */
const nameMatch = (region: Region, scope: Scope): NameMatch | undefined => {
  const agreed = scope.speaks(region.ast_anchor.name)
  return agreed === undefined ? undefined : worse(agreed, scope.match)
}

/** Whether lines that survive from the region's commit were within the region (spec annotations §3). */
export const survives = (region: Region, hunks: ReadonlyArray<OriginHunk>): boolean =>
  hunks.some((hunk) => hunk.path === region.file && overlaps(hunk.origin, region.lines))

/**
 * How a region of a commit in scope was found, most trusted way first. `hunks` are that commit's lines in scope.
 * Undefined: the region speaks of something else.
 */
export const matchRegion = (region: Region, scope: Scope, hunks: ReadonlyArray<OriginHunk>): Match | undefined => {
  if (!hunks.some((hunk) => hunk.path === region.file)) return undefined
  const named = nameMatch(region, scope)
  if (named !== undefined) return named
  if (survives(region, hunks)) return "lines"
  return scope.kind === "file" ? "file" : undefined
}

/** The lines now that come from within the region; none when nothing survives. */
export const survivingLines = (region: Region, hunks: ReadonlyArray<OriginHunk>): ReadonlyArray<LineRange> =>
  hunks.flatMap((hunk) => {
    const shared = hunk.path === region.file ? intersect(hunk.origin, region.lines) : Option.none()
    return Option.isSome(shared) ? [shift(shared.value, hunk.lines.start - hunk.origin.start)] : []
  })

/** From the first of some lines to the last. */
export const span = (lines: ReadonlyArray<LineRange>): Option.Option<LineRange> =>
  lines.length === 0
    ? Option.none()
    : Option.some({
        start: Math.min(...lines.map((part) => part.start)),
        end: Math.max(...lines.map((part) => part.end))
      })

/** What names mean among the units of an outline: which each one means is found once. */
const makeDirectory = (units: ReadonlyArray<Unit>): ((name: string) => ReadonlyArray<Unit>) => {
  const find = makeNameResolver(units.map((unit) => unit.name))
  const positions = new Map<string, Array<number>>()
  for (const [position, unit] of units.entries()) {
    const normal = normalizeName(unit.name)
    const others = positions.get(normal)
    if (others === undefined) positions.set(normal, [position])
    else others.push(position)
  }
  const known = new Map<string, ReadonlyArray<Unit>>()
  const lookUp = (name: string): ReadonlyArray<Unit> => {
    const found = [...(find(name)?.names ?? [])].flatMap((normal) => positions.get(normal) ?? [])
    return found.toSorted((a, b) => a - b).flatMap((position) => units[position] ?? [])
  }
  return (name) => {
    const found = known.get(name) ?? lookUp(name)
    known.set(name, found)
    return found
  }
}

const directories = new WeakMap<ReadonlyArray<Unit>, ReturnType<typeof makeDirectory>>()

/** The units that a note's name means, in source order. */
export const namesakes = (name: string, units: ReadonlyArray<Unit>): ReadonlyArray<Unit> => {
  const directory = directories.get(units) ?? makeDirectory(units)
  directories.set(units, directory)
  return directory(name)
}

const sameSignature = (region: Region, unit: Unit): boolean =>
  region.ast_anchor.signature !== undefined &&
  normalizeSignature(region.ast_anchor.signature) === normalizeSignature(unit.signature)

/** Whether some of the lines are within a unit. */
export const holds = (unit: Unit, lines: ReadonlyArray<LineRange>): boolean =>
  lines.some((part) => overlaps(unit.lines, part))

/**
 * Which of a region's namesakes (overloads) it speaks of: the one with the same signature, then the one that holds
 * surviving lines, then the first.
 */
export const ownUnit = (
  region: Region,
  candidates: ReadonlyArray<Unit>,
  surviving: ReadonlyArray<LineRange>
): Unit | undefined => {
  const holding = candidates.filter((unit) => holds(unit, surviving))
  return (
    holding.find((unit) => sameSignature(region, unit)) ??
    candidates.find((unit) => sameSignature(region, unit)) ??
    holding[0] ??
    candidates[0]
  )
}

/** Where a region's code is now, and what is left of its anchor. */
export interface Standing {
  readonly lines: Option.Option<LineRange>
  readonly anchor: AnchorState
}

/** Finds a region's unit among those of the file today; without one, what survives of its lines stands for it. */
export const standing = (region: Region, units: ReadonlyArray<Unit>, surviving: ReadonlyArray<LineRange>): Standing => {
  const unit = ownUnit(region, namesakes(region.ast_anchor.name, units), surviving)
  if (unit !== undefined) {
    return { lines: Option.some(unit.lines), anchor: sameSignature(region, unit) ? "signature" : "name" }
  }
  return { lines: span(surviving), anchor: surviving.length > 0 ? "lines" : "gone" }
}
