import { Effect, Option } from "effect"
import { type NameMatch, resolveName, makeNameMatcher } from "../../domain/AnchorName.ts"
import { type LineRange, parse } from "../../domain/LineRange.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { Outline, Unit } from "../../adapters/parser/Outline.ts"
import { PipelineError, LinesMalformed, LinesOutside } from "./PipelineError.ts"
import { countLines } from "../../domain/lines.ts"
import { Outlines } from "./Outlines.ts"
import type { Subject } from "./Subject.ts"
import { unparsed } from "./unparsed.ts"

/** The lines a question is about, and how they were found. */
export interface Scope {
  readonly kind: "anchor" | "lines" | "file"
  readonly outline: Outline
  /** Units the anchor means; empty unless `kind` is `anchor`. */
  readonly units: ReadonlyArray<Unit>
  /** How the anchor was found. */
  readonly match: NameMatch
  /** How a name that a note has speaks of these units. */
  readonly speaks: (noted: string) => "exact" | "unqualified" | undefined
  readonly ranges: ReadonlyArray<LineRange>
  /** The lines asked for. */
  readonly lines: LineRange | undefined
  /** Lines of the file. */
  readonly length: number
  readonly ambiguous: boolean
  readonly warnings: ReadonlyArray<string>
}

const emptyOutline: Outline = { language: Option.none(), units: [], partial: false }

/** The text of `lines` as a range inside a file of `length` lines. */
export const checkLines = Effect.fnUntraced(function* (text: string, path: string, length: number) {
  const range = parse(text)
  if (Option.isNone(range)) return yield* new PipelineError({ reason: new LinesMalformed({ lines: text }) })
  const { end, start } = range.value
  if (start < 1 || end < start || end > length) {
    return yield* new PipelineError({ reason: new LinesOutside({ lines: `${start}:${end}`, path, length }) })
  }
  return range.value
})

/** Outline of what the path names; empty where there is nothing to parse. */
export const outlineOf = Effect.fnUntraced(function* (subject: Subject) {
  const outlines = yield* Outlines
  return Option.isSome(subject.content) ? yield* outlines.of(subject.path, subject.content.value) : emptyOutline
})

const named = (units: ReadonlyArray<Unit>): string => [...new Set(units.map((unit) => unit.name))].join(", ")

/** The warning that an anchor means nothing here, worded as the first seed has it. */
export const anchorNotFound = (anchor: string, path: string): string =>
  `Anchor '${escapeControls(anchor)}' not found in ${escapeControls(path)}. Returning file-level annotations.`

const noGrammar = (path: string): string =>
  `No grammar for ${escapeControls(path)}: anchors cannot be resolved, only line ranges.`

const ofNothing = (): undefined => undefined

/** The units an anchor means in an outline, with what must be said about it. */
export const resolveAnchor = (
  anchor: string,
  outline: Outline,
  path: string
): Pick<Scope, "units" | "match" | "speaks" | "ambiguous" | "warnings"> => {
  const names = outline.units.map((unit) => unit.name)
  const found = resolveName(anchor, names)
  if (found === undefined) {
    const missing = [anchorNotFound(anchor, path)]
    const warnings = Option.isNone(outline.language) ? [noGrammar(path), ...missing] : missing
    return { units: [], match: "exact", speaks: ofNothing, ambiguous: false, warnings }
  }
  const units = found.indexes.flatMap((index) => outline.units[index] ?? [])
  const warnings =
    found.match === "fuzzy"
      ? [`Anchor '${escapeControls(anchor)}' not found in ${escapeControls(path)}; answering for ${named(units)}.`]
      : []
  const speaks = makeNameMatcher(
    units.map((unit) => unit.name),
    names
  )
  return { units, match: found.match, speaks, ambiguous: units.length > 1, warnings }
}

/** The lines of a file that a question is about: those of an anchor, a range, or all (spec annotations §2). */
export const resolveScope = Effect.fn("Pipeline.resolveScope")(function* (
  subject: Subject,
  asked: { readonly anchor: string | undefined; readonly lines: string | undefined }
) {
  const length = Option.match(subject.content, { onNone: () => 0, onSome: countLines })
  const outline = yield* outlineOf(subject)
  const limits = unparsed(subject.path, outline)
  const partial =
    outline.partial && limits.length === 0
      ? [`Parts of ${escapeControls(subject.path)} do not parse; units there are not known.`]
      : []
  const whole: ReadonlyArray<LineRange> = length === 0 ? [] : [{ start: 1, end: length }]
  const file: Scope = {
    kind: "file",
    outline,
    units: [],
    match: "exact",
    speaks: ofNothing,
    ranges: whole,
    lines: undefined,
    length,
    ambiguous: false,
    warnings: limits
  }
  if (Option.isNone(subject.content)) return file
  const lines = asked.lines === undefined ? undefined : yield* checkLines(asked.lines, subject.path, length)
  const within: Scope = lines === undefined ? file : { ...file, kind: "lines", lines, ranges: [lines] }
  if (asked.anchor === undefined) return within
  const found = resolveAnchor(asked.anchor, outline, subject.path)
  const warnings = [...limits, ...partial, ...found.warnings]
  if (found.units.length === 0) return { ...within, warnings } satisfies Scope
  const ranges = lines === undefined ? found.units.map((unit) => unit.lines) : within.ranges
  return { ...within, ...found, kind: "anchor", warnings, ranges } satisfies Scope
})
