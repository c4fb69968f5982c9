import { Effect } from "effect"
import type { Match, ReadAnswer, ReadRegion } from "../../../src/pipeline/answering/answers.ts"
import type { ReadQuery } from "../../../src/pipeline/answering/queries.ts"
import type { Region } from "../../../src/domain/Annotation.ts"
import type { LineRange } from "../../../src/domain/LineRange.ts"
import { type BlamedLine, blameOf } from "./blame.ts"
import { concernsAbout, dependentsOn } from "./dependents.ts"
import { type Expected, type Failed, provenanceOf, relatedOf, shownRelated, textsOf } from "./entries.ts"
import { type Facts, timeOf } from "./facts.ts"
import { type Kind, matchNotedName } from "./names.ts"
import { byRank, scoreOf, standing } from "./score.ts"
import { exists, unknownAnchorWarning, type OutlineOf, type Subject, subjectOf, unitsOf } from "./subject.ts"

/** The scope of a question: lines, and the names of units for a question about units. */
interface Scope {
  readonly kind: "anchor" | "lines" | "file"
  readonly lines?: LineRange
  readonly names: ReadonlyArray<string>
  /** Whether the lines are of several units of the name. */
  readonly ambiguous: boolean
  readonly found: Kind
  readonly ranges: ReadonlyArray<LineRange>
  readonly warned: ReadonlyArray<string>
}

const overlaps = (a: LineRange, b: LineRange): boolean => a.start <= b.end && b.start <= a.end

const scopeOf = (subject: Subject, query: ReadQuery): Scope => {
  const whole = { start: 1, end: subject.length }
  const file: Scope = { kind: "file", names: [], ambiguous: false, found: "exact", ranges: [whole], warned: [] }
  const [start, end] = query.lines?.split(":").map(Number) ?? []
  const lines = start === undefined || end === undefined ? undefined : { start, end }
  const within: Scope = lines === undefined ? file : { ...file, kind: "lines", lines, ranges: [lines] }
  if (query.anchor === undefined) return within
  const { kind, units } = unitsOf(query.anchor, subject.units)
  if (units.length === 0) return { ...within, warned: [unknownAnchorWarning(query.anchor, subject.path)] }
  const named = { ...within, kind: "anchor" as const, names: units.map((unit) => unit.name), found: kind }
  const places = units.map((unit) => unit.lines)
  if (lines === undefined) return { ...named, ambiguous: units.length > 1, ranges: places }
  const inside = places.filter((place) => overlaps(place, lines))
  if (inside.length > 0) return { ...named, ambiguous: inside.length > 1, ranges: [lines] }
  // The name is elsewhere, so that the lines may be those of another version: both are asked about.
  return { ...named, ambiguous: units.length > 1, ranges: [...places, lines] }
}

const order: ReadonlyArray<Kind> = ["exact", "unqualified", "fuzzy"]

const frames = new Set(["", "begin", "do", "done", "else", "end", "esac", "fi", "then", "try"])

/** Whether a line contains more than the delimiters of blocks. */
const says = ({ content }: Subject, line: number): boolean => {
  const text = content.toString().split("\n")[line - 1] ?? ""
  return !frames.has(text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
}

const matchOf = (
  region: Region,
  subject: Subject,
  scope: Scope,
  lines: ReadonlyArray<BlamedLine>
): Match | undefined => {
  const all = subject.units.map((unit) => unit.name)
  const named = scope.kind === "anchor" ? matchNotedName(region.ast_anchor.name, scope.names, all) : undefined
  if (named !== undefined) return order[Math.max(order.indexOf(named), order.indexOf(scope.found))]
  const surviving = lines.filter(({ origin }) => region.lines.start <= origin && origin <= region.lines.end)
  if (surviving.some(({ line }) => scope.kind !== "anchor" || says(subject, line))) return "lines"
  return scope.kind === "file" ? "file" : undefined
}

const entriesOf = (
  facts: Facts,
  subject: Subject,
  scope: Scope,
  commit: string,
  inScope: ReadonlyArray<BlamedLine>
) => {
  const annotation = facts.notes.get(commit)
  if (annotation === undefined) return []
  return annotation.regions.flatMap((region) => {
    const own = inScope.filter((line) => line.commit === commit && line.path === region.file)
    const match = own.length === 0 ? undefined : matchOf(region, subject, scope, own)
    if (match === undefined) return []
    const surviving = blameOf(facts, subject.path)
      .filter((line) => line.commit === commit && line.path === region.file)
      .filter(({ origin }) => region.lines.start <= origin && origin <= region.lines.end)
      .map((line) => line.line)
    const { lines, stability } = standing(region, subject.units, surviving)
    const related = relatedOf(facts, commit, region).map(shownRelated)
    const scored = scoreOf(facts, commit, annotation, stability)
    const entry: ReadRegion = {
      file: region.file,
      anchor: region.ast_anchor,
      ...(lines === undefined ? {} : { lines }),
      commit,
      timestamp: annotation.timestamp,
      ...(annotation.summary === "" ? {} : { summary: annotation.summary }),
      intent: region.intent,
      ...textsOf(region),
      constraints: region.constraints,
      ...(region.semantic_dependencies.length === 0 ? {} : { semantic_dependencies: region.semantic_dependencies }),
      ...(related.length === 0 ? {} : { related }),
      ...(region.tags.length === 0 ? {} : { tags: region.tags }),
      context_level: annotation.context_level,
      provenance: provenanceOf(annotation),
      match,
      ...scored
    }
    const { confidence } = scored
    return [{ entry, confidence, written: timeOf(facts, commit), file: region.file, line: lines?.start ?? 0, commit }]
  })
}

/** Computes the expected answer of `read` from `git blame --porcelain` and the notes. */
export const expectedRead = Effect.fnUntraced(function* (facts: Facts, query: ReadQuery, outlineOf: OutlineOf) {
  if (!exists(facts, query.path)) return { failure: "path_not_found" } satisfies Failed
  const subject: Subject = yield* subjectOf(facts, query.path, outlineOf)
  const scope = scopeOf(subject, query)
  const inScope = blameOf(facts, query.path).filter(({ line }) =>
    scope.ranges.some((range) => range.start <= line && line <= range.end)
  )
  const commits = new Set(inScope.flatMap(({ commit }) => (commit === undefined ? [] : [commit])))
  const regions = [...commits]
    .flatMap((commit) => entriesOf(facts, subject, scope, commit, inScope))
    .toSorted(byRank)
    .map(({ entry }) => entry)
  const target = { path: query.path, names: scope.names, all: subject.units.map((unit) => unit.name) }
  const { lines: range } = scope
  return {
    $schema: "ultragit-read/v1",
    query: {
      path: query.path,
      ...(query.anchor === undefined ? {} : { anchor: query.anchor }),
      ...(range === undefined ? {} : { lines: range }),
      rev: subject.rev
    },
    regions,
    dependencies_on_this: yield* dependentsOn(facts, target, outlineOf),
    cross_cutting: concernsAbout(facts, target),
    stats: {
      commits_examined: commits.size,
      annotations_found: [...commits].filter((commit) => facts.notes.has(commit)).length,
      regions_returned: regions.length,
      related_hops: regions.reduce((sum, { related }) => sum + (related?.length ?? 0), 0),
      uncommitted_lines: inScope.filter(({ commit }) => commit === undefined).length
    },
    ...(scope.ambiguous ? { ambiguous_anchor: true } : {}),
    warned: scope.warned
  } satisfies Expected<ReadAnswer>
})
