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

/** A committed hunk, clipped to the queried lines. */
export interface OriginHunk {
  readonly commit: ObjectId
  readonly path: string
  /** Current lines. */
  readonly lines: LineRange
  /** The same lines in the commit (origin lines). */
  readonly origin: LineRange
}

const originOf = (hunk: BlameHunk, lines: LineRange): LineRange => shift(lines, hunk.originStart - hunk.lines.start)

/** Clips the committed hunks to ranges. */
export const clipHunks = (
  hunks: ReadonlyArray<BlameHunk>,
  ranges: ReadonlyArray<LineRange>
): ReadonlyArray<OriginHunk> => {
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

/** Groups hunks by commit. */
export const groupByCommit = (hunks: ReadonlyArray<OriginHunk>): ReadonlyMap<ObjectId, ReadonlyArray<OriginHunk>> => {
  const groups = new Map<ObjectId, Array<OriginHunk>>()
  for (const hunk of hunks) {
    const group = groups.get(hunk.commit)
    if (group === undefined) groups.set(hunk.commit, [hunk])
    else group.push(hunk)
  }
  return groups
}

/** Counts the uncommitted lines in ranges. */
export const countUncommittedLines = (hunks: ReadonlyArray<BlameHunk>, ranges: ReadonlyArray<LineRange>): number => {
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

/** Rank of a match; 0 is the most trusted. */
export const matchRank = (match: Match): number => matches.indexOf(match)

/** Returns the less trusted of two name matches. */
const worseMatch = (a: NameMatch, b: NameMatch): NameMatch => (rank[a] >= rank[b] ? a : b)

/** Matches the anchor of a region with the units in scope. Not better than the match of the queried anchor itself. */
const nameMatch = (region: Region, scope: Scope): NameMatch | undefined => {
  const match = scope.matchName(region.ast_anchor.name)
  return match === undefined ? undefined : worseMatch(match, scope.match)
}

/** Whether lines of the region survive (spec annotations §3). */
const hasSurvivingLines = (region: Region, hunks: ReadonlyArray<OriginHunk>): boolean =>
  hunks.some((hunk) => hunk.path === region.file && overlaps(hunk.origin, region.lines))

/**
 * Matches a region with a scope, and returns the most trusted match; undefined when the region is about other code.
 * `hunks`: the lines in scope that blame attributes to the commit of the region.
 */
export const matchRegion = (region: Region, scope: Scope, hunks: ReadonlyArray<OriginHunk>): Match | undefined => {
  if (!hunks.some((hunk) => hunk.path === region.file)) return undefined
  const named = nameMatch(region, scope)
  if (named !== undefined) return named
  if (hasSurvivingLines(region, hunks)) return "lines"
  return scope.kind === "file" ? "file" : undefined
}

/** Matches a region of the file with a scope by its name alone, where it is not known which lines its commit wrote. */
export const matchByName = (region: Region, scope: Scope): Match | undefined => {
  const named = nameMatch(region, scope)
  if (named !== undefined) return named
  if (scope.kind === "file") return "file"
  const units = scope.kind === "lines" ? findUnitsByName(region.ast_anchor.name, scope.outline.units) : []
  return units.some((unit) => containsLines(unit, scope.ranges)) ? "lines" : undefined
}

/**
 * Matches a region, whose lines were replaced by uncommitted ones in scope, with that scope; undefined when its name is that
 * of a unit elsewhere in the file.
 */
export const matchReplaced = (region: Region, scope: Scope): Match | undefined => {
  const named = nameMatch(region, scope)
  if (named !== undefined) return named
  const units = findUnitsByName(region.ast_anchor.name, scope.outline.units)
  return units.length === 0 || units.some((unit) => containsLines(unit, scope.ranges)) ? "lines" : undefined
}

/** Returns the current lines that come from the lines of a region. */
export const findSurvivingLines = (region: Region, hunks: ReadonlyArray<OriginHunk>): ReadonlyArray<LineRange> =>
  hunks.flatMap((hunk) => {
    const shared = hunk.path === region.file ? intersect(hunk.origin, region.lines) : Option.none()
    return Option.isSome(shared) ? [shift(shared.value, hunk.lines.start - hunk.origin.start)] : []
  })

/** Returns the range from the first line to the last; none for no lines. */
export const enclosingRange = (lines: ReadonlyArray<LineRange>): Option.Option<LineRange> =>
  lines.length === 0
    ? Option.none()
    : Option.some({
        start: lines.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY),
        end: lines.reduce((most, { end }) => Math.max(most, end), 0)
      })

/** Makes a lookup of units by name that resolves each name once. */
const makeUnitLookup = (units: ReadonlyArray<Unit>): ((name: string) => ReadonlyArray<Unit>) => {
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

const lookups = new WeakMap<ReadonlyArray<Unit>, ReturnType<typeof makeUnitLookup>>()

/** Finds the units that a name in a note resolves to, in source order. */
export const findUnitsByName = (name: string, units: ReadonlyArray<Unit>): ReadonlyArray<Unit> => {
  const lookup = lookups.get(units) ?? makeUnitLookup(units)
  lookups.set(units, lookup)
  return lookup(name)
}

const sameSignature = (region: Region, unit: Unit): boolean =>
  region.ast_anchor.signature !== undefined &&
  normalizeSignature(region.ast_anchor.signature) === normalizeSignature(unit.signature)

/** Whether lines overlap a unit. */
export const containsLines = (unit: Unit, lines: ReadonlyArray<LineRange>): boolean =>
  lines.some((part) => overlaps(unit.lines, part))

/**
 * Chooses the unit of a region from candidates with its name (overloads): those with surviving lines and those with the
 * same signature first, then the first one.
 */
export const chooseUnit = (
  region: Region,
  candidates: ReadonlyArray<Unit>,
  surviving: ReadonlyArray<LineRange>
): Unit | undefined => {
  const withLines = candidates.filter((unit) => containsLines(unit, surviving))
  return (
    withLines.find((unit) => sameSignature(region, unit)) ??
    candidates.find((unit) => sameSignature(region, unit)) ??
    withLines[0] ??
    candidates[0]
  )
}

/** The current lines of a region, and the state of its anchor. */
interface RegionLocation {
  readonly lines: Option.Option<LineRange>
  readonly anchor: AnchorState
}

/** Locates a region in the current file: its unit, or else its surviving lines. */
export const locateRegion = (
  region: Region,
  units: ReadonlyArray<Unit>,
  surviving: ReadonlyArray<LineRange>
): RegionLocation => {
  const unit = chooseUnit(region, findUnitsByName(region.ast_anchor.name, units), surviving)
  if (unit !== undefined) {
    return { lines: Option.some(unit.lines), anchor: sameSignature(region, unit) ? "signature" : "name" }
  }
  return { lines: enclosingRange(surviving), anchor: surviving.length > 0 ? "lines" : "gone" }
}
