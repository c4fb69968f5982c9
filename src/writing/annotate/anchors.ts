import { Option, Result } from "effect"
import { makeNameResolver, findSimilarNames, normalizeName, resolveName } from "../../domain/AnchorName.ts"
import type { Anchor } from "../../domain/Annotation.ts"
import { intersect, type LineRange, overlaps, size } from "../../domain/LineRange.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { Outline, Unit } from "../../adapters/parser/Outline.ts"
import type { DraftRegion } from "./DraftAnnotation.ts"

/** A file of the commit, as far as regions need it. */
export interface SourceFile {
  readonly path: string
  readonly outline: Outline
  /** Number of its lines. */
  readonly length: number
}

/** Where a region is: what its anchor means in the commit, and the lines it speaks of. */
export interface Placement {
  readonly ast_anchor: Anchor
  readonly lines: LineRange
}

type Wanted = Pick<DraftRegion, "anchor" | "lines">
type Placed = Result.Result<Placement, string>

/** Type of an anchor that is no unit: the lines themselves. */
const linesType = "lines"
const linesName = /^lines (\d{1,9})-(\d{1,9})$/

const shown = ({ end, start }: LineRange): string => (start === end ? `line ${start}` : `lines ${start}-${end}`)
/** Begins a sentence. */
const are = (lines: LineRange): string =>
  `${shown(lines).replace("l", "L")} ${lines.start === lines.end ? "is" : "are"}`
const described = (unit: Unit): string => `${unit.name} (${unit.type}, ${shown(unit.lines)})`

/** The anchor of lines that are in no unit, or in a file whose language has no grammar. */
export const anchorOfLines = (lines: LineRange): Anchor => ({
  type: linesType,
  name: `lines ${lines.start}-${lines.end}`
})

/** The anchor of a unit as it is. */
export const anchorOfUnit = ({ name, signature, type }: Unit): Anchor => ({
  type,
  name,
  ...(signature === "" ? {} : { signature })
})

const shared = (unit: Unit, lines: LineRange): number =>
  Option.match(intersect(unit.lines, lines), { onNone: () => 0, onSome: size })

/** The unit that shares most lines with some lines, the smallest of several; of two alike the inner one. */
const unitOf = (units: ReadonlyArray<Unit>, lines: LineRange): Unit | undefined => {
  const found = units.filter((unit) => overlaps(unit.lines, lines))
  const most = Math.max(0, ...found.map((unit) => shared(unit, lines)))
  const best = found.filter((unit) => shared(unit, lines) === most)
  const least = Math.min(...best.map((unit) => size(unit.lines)))
  return best.findLast((unit) => size(unit.lines) === least)
}

/** Those that a test holds for, or all where it holds for none. */
const preferring = (units: ReadonlyArray<Unit>, holds: (unit: Unit) => boolean): ReadonlyArray<Unit> => {
  const kept = units.filter(holds)
  return kept.length === 0 ? units : kept
}

const namesakes = (anchor: NonNullable<Wanted["anchor"]>, units: ReadonlyArray<Unit>): ReadonlyArray<Unit> => {
  const meaning = makeNameResolver(units.map((unit) => unit.name))(anchor.name)
  if (meaning === undefined) return []
  const named = units.filter((unit) => meaning.names.has(normalizeName(unit.name)))
  const typed = preferring(named, (unit) => unit.type === anchor.type)
  return preferring(typed, (unit) => unit.signature === anchor.signature)
}

/** Up to three names that look like one that is none. */
export const nearNames = (name: string, units: ReadonlyArray<Unit>): ReadonlyArray<string> => {
  const all = [...new Set(units.map((unit) => unit.name))]
  const guessed = (resolveName(name, all)?.indexes ?? []).flatMap((index) => all[index] ?? [])
  return [...new Set([...guessed, ...findSimilarNames(name, all, 3)])].slice(0, 3)
}

/** Says that a name is none of a file, with names that look like it. */
export const unknownName = (name: string, file: SourceFile): string => {
  const names = nearNames(name, file.outline.units)
  const hint = names.length === 0 ? "" : ` Did you mean ${names.map(escapeControls).join(", ")}?`
  return `There is no '${escapeControls(name)}' in it at this commit.${hint}`
}

const ambiguous = (name: string, candidates: ReadonlyArray<Unit>): string =>
  `'${escapeControls(name)}' is ambiguous: ${candidates.map(described).map(escapeControls).join(", ")}. Give its lines, or the whole name.`

const placeByName = (anchor: NonNullable<Wanted["anchor"]>, lines: LineRange | undefined, file: SourceFile): Placed => {
  const named = namesakes(anchor, file.outline.units)
  const [only, ...others] = named
  if (only === undefined) return Result.fail(unknownName(anchor.name, file))
  if (lines === undefined) {
    return others.length === 0
      ? Result.succeed({ ast_anchor: anchorOfUnit(only), lines: only.lines })
      : Result.fail(ambiguous(anchor.name, named))
  }
  const unit = unitOf(named, lines)
  if (unit !== undefined) return Result.succeed({ ast_anchor: anchorOfUnit(unit), lines })
  return Result.fail(`${are(lines)} outside of ${named.map(described).map(escapeControls).join(", ")}.`)
}

const outsideFile = (lines: LineRange, file: SourceFile): string | undefined => {
  if (lines.start > lines.end) return `The end of ${shown(lines)} is before the start.`
  if (lines.end <= file.length) return undefined
  return `${are(lines)} not in it: it has ${file.length === 1 ? "1 line" : `${file.length} lines`} at this commit.`
}

/** What an anchor that names lines says instead of a name. */
const linesIn = (anchor: Wanted["anchor"]): LineRange | undefined => {
  const found = anchor === undefined ? null : linesName.exec(anchor.name)
  return found === null ? undefined : { start: Number(found[1]), end: Number(found[2]) }
}

/** In a language without a grammar, or where nothing parses: the lines given, under the name given. */
const placeByLines = (anchor: Wanted["anchor"], lines: LineRange | undefined, file: SourceFile): Placed => {
  if (lines === undefined) {
    const isOver = file.outline.failure !== undefined
    const unparsed = isOver ? "It was not parsed, as that takes more than a file may" : "It does not parse"
    const why = Option.isNone(file.outline.language) ? "Its language has no grammar here" : unparsed
    return Result.fail(`${why}: give lines.`)
  }
  if (anchor === undefined) return Result.succeed({ ast_anchor: anchorOfLines(lines), lines })
  return Result.succeed({ ast_anchor: { ...anchor, type: anchor.type ?? "unknown" }, lines })
}

/**
 * What a region's anchor and lines mean in a file of the commit, or the sentence that says why they mean nothing there.
 * Names are never guessed: exact, or the end of a qualified one. Lines alone belong to the smallest unit around them.
 */
export const placeRegion = (wanted: Wanted, file: SourceFile): Placed => {
  const named = linesIn(wanted.anchor)
  const anchor = named === undefined ? wanted.anchor : undefined
  const lines = wanted.lines ?? named
  const problem = lines === undefined ? undefined : outsideFile(lines, file)
  if (problem !== undefined) return Result.fail(problem)
  if (anchor === undefined && lines === undefined) return Result.fail("Give an anchor or lines.")
  if (file.outline.units.length === 0 && (Option.isNone(file.outline.language) || file.outline.partial)) {
    return placeByLines(anchor, lines, file)
  }
  if (anchor !== undefined) return placeByName(anchor, lines, file)
  if (lines === undefined) return Result.fail("Give an anchor or lines.")
  const unit = unitOf(file.outline.units, lines)
  return Result.succeed({ ast_anchor: unit === undefined ? anchorOfLines(lines) : anchorOfUnit(unit), lines })
}
