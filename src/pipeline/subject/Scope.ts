import { Effect, Option } from "effect"
import {
  findRelatedNames,
  type NameMatch,
  resolveName,
  makeNameMatcher,
  selectResolved
} from "../../domain/AnchorName.ts"
import { type LineRange, overlaps, parse } from "../../domain/LineRange.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { Outline, Unit } from "../../adapters/parser/Outline.ts"
import { PipelineError, LinesMalformed, LinesOutside } from "./PipelineError.ts"
import { countLines } from "../../domain/lines.ts"
import { Outlines } from "./Outlines.ts"
import type { Subject } from "./Subject.ts"
import { explainUnparsed } from "./parseLimits.ts"

/** The lines that a question is about, and how they were found. */
export interface Scope {
  readonly kind: "anchor" | "lines" | "file"
  readonly outline: Outline
  /** Units that the anchor resolves to; empty unless `kind` is `anchor`. */
  readonly units: ReadonlyArray<Unit>
  /** How the anchor matched these units. */
  readonly match: NameMatch
  /** How a name in a note matches these units. */
  readonly matchName: (notedName: string) => "exact" | "unqualified" | undefined
  readonly ranges: ReadonlyArray<LineRange>
  /** The line range of the query. */
  readonly lines: LineRange | undefined
  /** Number of lines in the file. */
  readonly length: number
  readonly ambiguous: boolean
  readonly warnings: ReadonlyArray<string>
}

const emptyOutline: Outline = { language: Option.none(), units: [], partial: false }

/** Parses `text` as a line range in a file of `length` lines. Fails with `LinesMalformed` and `LinesOutside`. */
const parseLines = Effect.fnUntraced(function* (text: string, path: string, length: number) {
  const range = parse(text)
  if (Option.isNone(range)) return yield* new PipelineError({ reason: new LinesMalformed({ lines: text }) })
  const { end, start } = range.value
  if (start < 1 || end < start || end > length) {
    return yield* new PipelineError({ reason: new LinesOutside({ lines: `${start}:${end}`, path, length }) })
  }
  return range.value
})

/** Parses the file of a subject. The outline is empty where there is nothing to parse. */
export const outlineOf = Effect.fnUntraced(function* (subject: Subject) {
  const outlines = yield* Outlines
  return Option.isSome(subject.content) ? yield* outlines.of(subject.path, subject.content.value) : emptyOutline
})

const joinNames = (units: ReadonlyArray<Unit>): string => [...new Set(units.map((unit) => unit.name))].join(", ")

const maxSimilarNames = 5

const noGrammar = (path: string): string =>
  `No grammar for ${escapeControls(path)}: code in it is not found by name. For a part of the file, give lines, such as 10:20.`

/**
 * Warns that the file has no such anchor, and lists similar names. The wording is that of the first seed. `notedNames`:
 * names that only notes have, where the question answers for them too. `isGone`: the file was deleted, so that nothing is said
 * of its language.
 */
export const warnOfMissingAnchor = (
  anchor: string,
  { language, units }: Outline,
  {
    isGone = false,
    notedNames = [],
    path
  }: { readonly path: string; readonly notedNames?: ReadonlyArray<string>; readonly isGone?: boolean }
): ReadonlyArray<string> => {
  const names = new Set([...units.map((unit) => unit.name), ...notedNames])
  const similar = findRelatedNames(anchor, names, maxSimilarNames).map(escapeControls)
  const missing = `Anchor '${escapeControls(anchor)}' not found in ${escapeControls(path)}. Returning file-level annotations.`
  return [
    ...(Option.isNone(language) && !isGone ? [noGrammar(path)] : []),
    similar.length === 0 ? missing : `${missing} Similar names: ${similar.join(", ")}.`
  ]
}

const matchNothing = (): undefined => undefined

/** Resolves an anchor to units of an outline, with warnings for a fuzzy match or none. */
export const resolveAnchor = (
  anchor: string,
  outline: Outline,
  path: string
): Pick<Scope, "units" | "match" | "matchName" | "ambiguous" | "warnings"> => {
  const names = outline.units.map((unit) => unit.name)
  const found = resolveName(anchor, names)
  if (found === undefined) {
    const warnings = warnOfMissingAnchor(anchor, outline, { path })
    return { units: [], match: "exact", matchName: matchNothing, ambiguous: false, warnings }
  }
  const units = selectResolved(outline.units, found)
  const warnings =
    found.match === "fuzzy"
      ? [`Anchor '${escapeControls(anchor)}' not found in ${escapeControls(path)}; answering for ${joinNames(units)}.`]
      : []
  const matchName = makeNameMatcher(
    units.map((unit) => unit.name),
    names
  )
  return { units, match: found.match, matchName, ambiguous: units.length > 1, warnings }
}

/** Says where lines belong that were given as an anchor. */
const explainLines = (anchor: string, found: ReadonlyArray<Unit>): ReadonlyArray<string> =>
  found.length === 0 && Option.isSome(parse(anchor))
    ? [`To ask about lines, give ${anchor} as lines, not as anchor.`]
    : []

const formatRange = ({ end, start }: LineRange): string => (start === end ? `line ${start}` : `lines ${start}-${end}`)

/**
 * Selects among the units of an anchor those that lines overlap. Where they overlap none, the lines may be those of another
 * version of the file, so the scope is both, with a warning.
 */
const selectByLines = (
  units: ReadonlyArray<Unit>,
  lines: LineRange | undefined,
  path: string
): Pick<Scope, "units" | "ranges" | "ambiguous" | "warnings"> => {
  const places = units.map((unit) => unit.lines)
  const ambiguous = units.length > 1
  if (lines === undefined) return { units, ranges: places, ambiguous, warnings: [] }
  const within = units.filter((unit) => overlaps(unit.lines, lines))
  if (within.length > 0) return { units: within, ranges: [lines], ambiguous: within.length > 1, warnings: [] }
  const at = places.map(formatRange).join(", ")
  const warning = `${escapeControls(joinNames(units))} is not in ${formatRange(lines)} of ${escapeControls(path)} but in ${at}; answering for both.`
  const ranges = [...places, lines].toSorted((a, b) => a.start - b.start)
  return { units, ranges, ambiguous, warnings: [warning] }
}

/** Resolves the scope of a question in a file: an anchor, a line range, or all lines (spec annotations §2). */
export const resolveScope = Effect.fn("Pipeline.resolveScope")(function* (
  subject: Subject,
  query: { readonly anchor: string | undefined; readonly lines: string | undefined }
) {
  const length = Option.match(subject.content, { onNone: () => 0, onSome: countLines })
  const outline = yield* outlineOf(subject)
  const limits = explainUnparsed(subject.path, outline)
  const partial =
    outline.partial && limits.length === 0
      ? [`Parts of ${escapeControls(subject.path)} do not parse; units there are unknown.`]
      : []
  const whole: ReadonlyArray<LineRange> = length === 0 ? [] : [{ start: 1, end: length }]
  const file: Scope = {
    kind: "file",
    outline,
    units: [],
    match: "exact",
    matchName: matchNothing,
    ranges: whole,
    lines: undefined,
    length,
    ambiguous: false,
    warnings: limits
  }
  if (Option.isNone(subject.content)) return file
  const lines = query.lines === undefined ? undefined : yield* parseLines(query.lines, subject.path, length)
  const within: Scope = lines === undefined ? file : { ...file, kind: "lines", lines, ranges: [lines] }
  if (query.anchor === undefined) return within
  const found = resolveAnchor(query.anchor, outline, subject.path)
  const warnings = [...limits, ...partial, ...found.warnings, ...explainLines(query.anchor, found.units)]
  if (found.units.length === 0) return { ...within, warnings } satisfies Scope
  const chosen = selectByLines(found.units, lines, subject.path)
  return { ...within, ...found, ...chosen, kind: "anchor", warnings: [...warnings, ...chosen.warnings] } satisfies Scope
})
