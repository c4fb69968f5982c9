import { Option, Result } from "effect"
import {
  makeNameResolver,
  findSimilarNames,
  normalizeName,
  resolveName,
  selectResolved
} from "../../domain/AnchorName.ts"
import type { Anchor } from "../../domain/Annotation.ts"
import { intersect, type LineRange, size } from "../../domain/LineRange.ts"
import { escapeControls, formatCount } from "../../domain/Text.ts"
import type { Outline, Unit } from "../../adapters/parser/Outline.ts"
import type { DraftRegion } from "./DraftAnnotation.ts"

/** A parsed file of a commit. */
export interface SourceFile {
  readonly path: string
  readonly outline: Outline
  /** Number of its lines. */
  readonly length: number
}

/** The resolved anchor and lines of a region. */
export interface Position {
  readonly ast_anchor: Anchor
  readonly lines: LineRange
}

type PlaceQuery = Pick<DraftRegion, "anchor" | "lines">
type PlaceResult = Result.Result<Position, string>

/** Type of an anchor that names lines instead of a unit. */
const linesType = "lines"
const linesName = /^lines (\d{1,9})-(\d{1,9})$/

const formatLines = ({ end, start }: LineRange): string => (start === end ? `line ${start}` : `lines ${start}-${end}`)
/** Starts a sentence: `Lines 3-9 are`. */
const linesAre = (lines: LineRange): string =>
  `${formatLines(lines).replace("l", "L")} ${lines.start === lines.end ? "is" : "are"}`
const describeUnit = (unit: Unit): string => `${unit.name} (${unit.type}, ${formatLines(unit.lines)})`

/** Makes the anchor of lines outside of all units, or in a file without a grammar. */
export const anchorOfLines = (lines: LineRange): Anchor => ({
  type: linesType,
  name: `lines ${lines.start}-${lines.end}`
})

/** Makes the anchor of a unit. */
export const anchorOfUnit = ({ name, signature, type }: Unit): Anchor => ({
  type,
  name,
  ...(signature === "" ? {} : { signature })
})

const countSharedLines = (unit: Unit, lines: LineRange): number =>
  Option.match(intersect(unit.lines, lines), { onNone: () => 0, onSome: size })

/** Finds the unit that shares most lines with a range; of several the smallest, then the innermost. */
const findUnitOfLines = (units: ReadonlyArray<Unit>, lines: LineRange): Unit | undefined => {
  let best: { readonly unit: Unit; readonly shared: number } | undefined
  for (const unit of units) {
    const shared = countSharedLines(unit, lines)
    if (shared === 0 || (best !== undefined && shared < best.shared)) continue
    if (best === undefined || shared > best.shared || size(unit.lines) <= size(best.unit.lines)) best = { unit, shared }
  }
  return best?.unit
}

/** Returns the units that pass a test, or all if none does. */
const prefer = (units: ReadonlyArray<Unit>, holds: (unit: Unit) => boolean): ReadonlyArray<Unit> => {
  const kept = units.filter(holds)
  return kept.length === 0 ? units : kept
}

const findUnitsByName = (
  anchor: NonNullable<PlaceQuery["anchor"]>,
  units: ReadonlyArray<Unit>
): ReadonlyArray<Unit> => {
  const resolved = makeNameResolver(units.map((unit) => unit.name))(anchor.name)
  if (resolved === undefined) return []
  const named = units.filter((unit) => resolved.names.has(normalizeName(unit.name)))
  const typed = prefer(named, (unit) => unit.type === anchor.type)
  return prefer(typed, (unit) => unit.signature === anchor.signature)
}

/** Returns up to three names of units similar to an unknown one. */
export const suggestNames = (name: string, units: ReadonlyArray<Unit>): ReadonlyArray<string> => {
  const all = [...new Set(units.map((unit) => unit.name))]
  const found = resolveName(name, all)
  const guessed = found === undefined ? [] : selectResolved(all, found)
  return [...new Set([...guessed, ...findSimilarNames(name, all, 3)])].slice(0, 3)
}

/** Describes an unknown name, with similar names. */
export const describeUnknownName = (name: string, file: SourceFile): string => {
  const names = suggestNames(name, file.outline.units)
  const hint = names.length === 0 ? "" : ` Did you mean ${names.map(escapeControls).join(", ")}?`
  return `There is no '${escapeControls(name)}' in it at this commit.${hint}`
}

const ambiguous = (name: string, candidates: ReadonlyArray<Unit>): string =>
  `'${escapeControls(name)}' is ambiguous: ${candidates.map(describeUnit).map(escapeControls).join(", ")}. Give its lines, or the whole name.`

const placeByName = (
  anchor: NonNullable<PlaceQuery["anchor"]>,
  lines: LineRange | undefined,
  file: SourceFile
): PlaceResult => {
  const named = findUnitsByName(anchor, file.outline.units)
  const [only, ...others] = named
  if (only === undefined) return Result.fail(describeUnknownName(anchor.name, file))
  if (lines === undefined) {
    return others.length === 0
      ? Result.succeed({ ast_anchor: anchorOfUnit(only), lines: only.lines })
      : Result.fail(ambiguous(anchor.name, named))
  }
  const unit = findUnitOfLines(named, lines)
  if (unit !== undefined) return Result.succeed({ ast_anchor: anchorOfUnit(unit), lines })
  return Result.fail(`${linesAre(lines)} outside of ${named.map(describeUnit).map(escapeControls).join(", ")}.`)
}

const outsideFile = (lines: LineRange, file: SourceFile): string | undefined => {
  if (lines.start > lines.end) return `The end of ${formatLines(lines)} is before the start.`
  if (lines.end <= file.length) return undefined
  return `${linesAre(lines)} not in it: it has ${formatCount(file.length, "line")} at this commit.`
}

/** Parses an anchor that names lines. */
const parseLinesAnchor = (anchor: PlaceQuery["anchor"]): LineRange | undefined => {
  const found = anchor === undefined ? null : linesName.exec(anchor.name)
  return found === null ? undefined : { start: Number(found[1]), end: Number(found[2]) }
}

/** Resolves a region in a file without an outline: takes its lines and name as given. */
const placeByLines = (anchor: PlaceQuery["anchor"], lines: LineRange | undefined, file: SourceFile): PlaceResult => {
  if (lines === undefined) {
    const isOver = file.outline.failure !== undefined
    const unparsed = isOver ? "It exceeds a limit of parsing" : "It does not parse"
    const why = Option.isNone(file.outline.language) ? "Its language has no grammar here" : unparsed
    return Result.fail(`${why}: give lines.`)
  }
  if (anchor === undefined) return Result.succeed({ ast_anchor: anchorOfLines(lines), lines })
  return Result.succeed({ ast_anchor: { ...anchor, type: anchor.type ?? "unknown" }, lines })
}

/**
 * Resolves the anchor and lines of a region in a file of the commit. Fails with a sentence for the user. Names match exactly
 * or as the end of a qualified name, never fuzzily. Lines alone belong to the unit that shares most of them.
 */
export const placeRegion = (query: PlaceQuery, file: SourceFile): PlaceResult => {
  const named = parseLinesAnchor(query.anchor)
  const anchor = named === undefined ? query.anchor : undefined
  const lines = query.lines ?? named
  const problem = lines === undefined ? undefined : outsideFile(lines, file)
  if (problem !== undefined) return Result.fail(problem)
  if (anchor === undefined && lines === undefined) return Result.fail("Give an anchor or lines.")
  if (file.outline.units.length === 0 && (Option.isNone(file.outline.language) || file.outline.partial)) {
    return placeByLines(anchor, lines, file)
  }
  if (anchor !== undefined) return placeByName(anchor, lines, file)
  if (lines === undefined) return Result.fail("Give an anchor or lines.")
  const unit = findUnitOfLines(file.outline.units, lines)
  return Result.succeed({ ast_anchor: unit === undefined ? anchorOfLines(lines) : anchorOfUnit(unit), lines })
}
