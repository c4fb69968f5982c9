import { DateTime, Effect } from "effect"
import type { SummaryAnswer, SummaryUnit } from "../../../src/pipeline/answering/answers.ts"
import type { SummaryQuery } from "../../../src/pipeline/answering/queries.ts"
import type { Annotation, Region } from "../../../src/domain/Annotation.ts"
import type { Unit } from "../../../src/adapters/parser/Outline.ts"
import { type BlamedLine, blameOf } from "./blame.ts"
import { type Expected, type Failed } from "./entries.ts"
import { type Facts, timeOf } from "./facts.ts"
import { byRank, chosen, findNamesakes, type Ranked, scoreOf, standing } from "./score.ts"
import { exists, unknownAnchorWarning, type OutlineOf, type Subject, subjectOf, unitsOf } from "./subject.ts"

/** A region of a blamed commit, with the current lines that come from it. */
interface SurvivingRegion {
  readonly commit: string
  readonly annotation: Annotation
  readonly region: Region
  /** Current lines from this commit and file. */
  readonly own: ReadonlyArray<number>
  /** Those of them that come from within the region. */
  readonly surviving: ReadonlyArray<number>
}

const within = (unit: Unit, line: number): boolean => unit.lines.start <= line && line <= unit.lines.end

const toldBy = (facts: Facts, lines: ReadonlyArray<BlamedLine>): ReadonlyArray<SurvivingRegion> =>
  [...new Set(lines.map(({ commit }) => commit))].flatMap((commit) => {
    const annotation = commit === undefined ? undefined : facts.notes.get(commit)
    if (commit === undefined || annotation === undefined) return []
    return annotation.regions.map((region): SurvivingRegion => {
      const own = lines.filter((line) => line.commit === commit && line.path === region.file)
      const inside = own.filter(({ origin }) => region.lines.start <= origin && origin <= region.lines.end)
      return { commit, annotation, region, own: own.map(({ line }) => line), surviving: inside.map(({ line }) => line) }
    })
  })

const innermost = (units: ReadonlyArray<Unit>, line: number): ReadonlyArray<Unit> =>
  units
    .filter((unit) => within(unit, line))
    .toSorted((a, b) => a.lines.end - a.lines.start - (b.lines.end - b.lines.start))
    .slice(0, 1)

/** Finds the units of a region: that with its name if it has lines of the commit, otherwise those with surviving lines. */
const spokenOf = ({ own, region, surviving }: SurvivingRegion, units: ReadonlyArray<Unit>): ReadonlyArray<Unit> => {
  const held = findNamesakes(region, units).filter((unit) => own.some((line) => within(unit, line)))
  const named = chosen(region, held, surviving)
  return named === undefined ? surviving.flatMap((line) => innermost(units, line)) : [named]
}

const newer = (facts: Facts, a: SurvivingRegion, b: SurvivingRegion): boolean => {
  const [first, second] = [timeOf(facts, a.commit), timeOf(facts, b.commit)]
  return first === second ? a.commit > b.commit : first > second
}

const iso = (seconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(seconds * 1000)).replace(".000Z", "Z")

type Entry = Ranked & { readonly unit: SummaryUnit }

const entryOf = (
  facts: Facts,
  file: string,
  source: SurvivingRegion,
  shown: Pick<SummaryUnit, "anchor" | "lines">,
  modified: number,
  stability: number
): Entry => {
  const { annotation, commit, region } = source
  const { confidence } = scoreOf(facts, commit, annotation, stability)
  return {
    unit: {
      file,
      ...shown,
      intent: region.intent,
      constraints: region.constraints,
      ...(region.risk_notes ? { risk_notes: region.risk_notes } : {}),
      last_modified: iso(modified),
      confidence
    },
    confidence,
    written: timeOf(facts, commit),
    file,
    line: shown.lines.start,
    commit
  }
}

const scopeOf = (subject: Subject, anchor: string | undefined) => {
  const whole = [{ start: 1, end: subject.length }]
  const asked = anchor === undefined ? [] : unitsOf(anchor, subject.units).units
  if (asked.length === 0) return { units: subject.units, ranges: whole, asked }
  const units = subject.units.filter((unit) =>
    asked.some(({ lines }) => lines.start <= unit.lines.start && unit.lines.end <= lines.end)
  )
  return { units, ranges: asked.map((unit) => unit.lines), asked }
}

/** Summarizes one file. */
const summaryOf = Effect.fnUntraced(function* (
  facts: Facts,
  path: string,
  anchor: string | undefined,
  outlineOf: OutlineOf
) {
  const subject: Subject = yield* subjectOf(facts, path, outlineOf)
  const { language } = yield* outlineOf(path, subject.content)
  const { asked, ranges, units } = scopeOf(subject, anchor)
  const blamed = subject.length === 0 || subject.content.subarray(0, 8000).includes(0) ? [] : blameOf(facts, path)
  const lines = blamed.filter(({ line }) => ranges.some((range) => range.start <= line && line <= range.end))
  const modified = (range: { readonly start: number; readonly end: number }): number =>
    Math.max(
      0,
      ...lines
        .filter(({ commit, line }) => commit !== undefined && range.start <= line && line <= range.end)
        .map(({ time }) => time)
    )
  const newest = new Map<Unit, SurvivingRegion>()
  const all = toldBy(facts, lines)
  for (const source of all) {
    for (const unit of spokenOf(source, units)) {
      const other = newest.get(unit)
      if (other === undefined || newer(facts, source, other)) newest.set(unit, source)
    }
  }
  const entries = [...newest].map(([unit, source]) => {
    const { stability } = standing(source.region, [unit], source.surviving)
    const { lines: now, name, signature, type } = unit
    return entryOf(facts, path, source, { anchor: { type, name, signature }, lines: now }, modified(now), stability)
  })
  const unparsed = language._tag === "Some" ? [] : all.filter(({ surviving }) => surviving.length > 0)
  const bare = unparsed.map((source) => {
    const { lines: now = { start: 0, end: 0 }, stability } = standing(source.region, [], source.surviving)
    return entryOf(facts, path, source, { anchor: source.region.ast_anchor, lines: now }, modified(now), stability)
  })
  return { entries: [...entries, ...bare], units: units.length, annotated: newest.size, asked, rev: subject.rev }
})

/** Computes the expected answer of `summary` for a file or folder from `git blame --porcelain` and the notes. */
export const expectedSummary = Effect.fnUntraced(function* (facts: Facts, query: SummaryQuery, outlineOf: OutlineOf) {
  const { anchor, path } = query
  const isFile = exists(facts, path) && facts.tracked.has(path)
  const below = isFile ? [path] : [...facts.tracked].filter((file) => file.startsWith(`${path}/`))
  if (below.length === 0) return { failure: "path_not_found" } satisfies Failed
  const files = yield* Effect.forEach(below, (file) => summaryOf(facts, file, anchor, outlineOf))
  const sum = (count: (file: (typeof files)[number]) => number) => files.reduce((total, file) => total + count(file), 0)
  const missing = isFile && anchor !== undefined && files[0]?.asked.length === 0
  return {
    $schema: "ultragit-summary/v1",
    query: {
      path,
      ...(anchor === undefined ? {} : { anchor }),
      rev: isFile ? (files[0]?.rev ?? "") : (facts.rev ?? "HEAD")
    },
    units: files
      .flatMap((file) => file.entries)
      .toSorted(byRank)
      .map(({ unit }) => unit),
    stats: {
      ast_units: sum((file) => file.units),
      annotated_units: sum((file) => file.annotated),
      unannotated_units: sum((file) => file.units - file.annotated),
      files: files.length
    },
    ...(files.some(({ asked }) => asked.length > 1) ? { ambiguous_anchor: true } : {}),
    warned: missing && anchor !== undefined ? [unknownAnchorWarning(anchor, path)] : []
  } satisfies Expected<SummaryAnswer>
})
