import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { matchNames } from "../src/domain/AnchorName.ts"
import type { Annotation, Region } from "../src/domain/Annotation.ts"
import type { Parser } from "../src/adapters/parser/Parser.ts"
import type { Unit } from "../src/adapters/parser/Outline.ts"
import { runGitChecked } from "../test/support/runGit.ts"
import { Missing } from "./Slot.ts"
import type { AnnotatedFile, AnnotatedUnit, Subject } from "./Subject.ts"

const maxFiles = 13
const maxUnits = 12
/** Number of files that are parsed, so that choosing stays fast. */
const maxParsedFiles = 80
const longFileLines = 2_000
const maxFileBytes = 2 ** 20
/** Longest range of lines in a question. */
const maxRangeLines = 80

/** A file of HEAD with the regions of its notes. */
interface Candidate extends AnnotatedFile {
  readonly content: Buffer
  readonly regions: ReadonlyArray<Region>
}

/** Counts the commits that changed each path. */
const changesOf = Effect.fnUntraced(function* (directory: string) {
  const log = ["log", "--no-merges", "--no-renames", "--format=", "--name-only", "-z", "HEAD"]
  const counts = new Map<string, number>()
  for (const path of (yield* runGitChecked(directory, log)).split("\0")) counts.set(path, (counts.get(path) ?? 0) + 1)
  return counts
})

/** Reads a file; undefined if it is missing, binary, empty or too large. */
const textOf = (directory: string, path: string): Buffer | undefined => {
  try {
    const content = readFileSync(join(directory, path))
    return content.length === 0 || content.length > maxFileBytes || content.includes(0) ? undefined : content
  } catch {
    return undefined
  }
}

const lengthOf = ({ lines }: { readonly lines: Region["lines"] }): number => lines.end - lines.start + 1

const candidatesIn = Effect.fnUntraced(function* (directory: string, annotations: ReadonlyArray<Annotation>) {
  const counts = yield* changesOf(directory)
  const tracked = new Set((yield* runGitChecked(directory, ["ls-tree", "-r", "-z", "--name-only", "HEAD"])).split("\0"))
  const byFile = Map.groupBy(
    annotations.flatMap(({ regions }) => regions),
    (region) => region.file
  )
  return [...byFile].flatMap(([path, regions]): ReadonlyArray<Candidate> => {
    const content = tracked.has(path) ? textOf(directory, path) : undefined
    if (content === undefined) return []
    const size = content.filter((byte) => byte === 10).length
    if (size === 0) return []
    const fitting = regions.filter((region) => region.lines.end <= size && lengthOf(region) <= maxRangeLines)
    const [longest] = fitting.toSorted((a, b) => lengthOf(b) - lengthOf(a))
    const { end, start } = longest?.lines ?? { start: 1, end: Math.min(size, maxRangeLines) }
    return [{ path, size, commits: counts.get(path) ?? 0, lines: `${start}:${end}`, content, regions }]
  })
})

const byName = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1)

/** Picks `count` items, evenly spread, including the last. */
export const spreadToLast = <A>(items: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  items.filter((_, at) => {
    const before = Math.floor((at * count) / items.length)
    return items.length <= count || Math.floor(((at + 1) * count) / items.length) > before
  })

/** Finds the item whose size has the smallest ratio to the given one, in either direction. */
export const nearestInSize = <A extends { readonly size: number }>(
  items: ReadonlyArray<A>,
  wanted: number
): A | undefined => {
  const logRatio = ({ size }: A): number => Math.abs(Math.log(size / wanted))
  return items.toSorted((a, b) => logRatio(a) - logRatio(b))[0]
}

const notesAbout = ({ regions }: Candidate, unit: Unit): number =>
  regions.filter(({ ast_anchor }) => matchNames(ast_anchor.name, unit.name) !== undefined).length

/** Finds the unit of a file with the most notes, among those with a unique name and a limited length. */
const unitIn = (file: Candidate, units: ReadonlyArray<Unit>): AnnotatedUnit | undefined => {
  const only = units.filter(
    (unit) => units.filter((other) => matchNames(other.name, unit.name) === "exact").length === 1
  )
  const fitting = only.filter((unit) => lengthOf(unit) <= maxRangeLines && notesAbout(file, unit) > 0)
  const [best] = fitting.toSorted((a, b) => notesAbout(file, b) - notesAbout(file, a))
  return best && { path: file.path, anchor: best.name, lines: best.lines, commits: file.commits }
}

const unitsOf = Effect.fnUntraced(function* (candidates: ReadonlyArray<Candidate>, parser: Parser["Service"]) {
  const units: Array<AnnotatedUnit> = []
  for (const file of candidates) {
    const outline = yield* parser.outline(file.path, file.content)
    const found = unitIn(file, outline.units)
    if (found !== undefined) units.push(found)
    if (units.length === maxUnits) break
  }
  return units
})

const hadOtherPaths = Effect.fnUntraced(function* (directory: string, path: string) {
  const log = ["log", "--follow", "--format=", "--name-only", "-z", "HEAD", "--", path]
  const paths = (yield* runGitChecked(directory, log)).split("\0")
  return new Set(paths.map((line) => line.trim()).filter((line) => line !== "")).size > 1
})

const isOfOneName = ({ regions }: Candidate): boolean =>
  regions.every(({ ast_anchor }) => ast_anchor.name === regions[0]?.ast_anchor.name)

/** Finds a unit in a file that was never renamed and whose notes are all about this unit. */
const namedIn = Effect.fnUntraced(function* (
  directory: string,
  candidates: ReadonlyArray<Candidate>,
  parser: Parser["Service"]
) {
  for (const unit of yield* unitsOf(candidates.filter(isOfOneName).slice(0, maxParsedFiles), parser)) {
    if (!(yield* hadOtherPaths(directory, unit.path))) return unit
  }
  return undefined
})

/** Lists the targets of dependencies by number of dependents, one per file. */
const dependedIn = (annotations: ReadonlyArray<Annotation>): Subject["depended"] => {
  const named = annotations.flatMap(({ regions }) => regions.flatMap((region) => region.semantic_dependencies))
  const groups = Map.groupBy(named, ({ anchor, file }) => `${file}\0${anchor}`)
  const places = [...groups].map(([key, found]) => {
    const [path = "", anchor = ""] = key.split("\0")
    return { path, anchor, dependents: found.length }
  })
  const sorted = places.toSorted((a, b) => b.dependents - a.dependents || byName(a, b))
  return sorted.filter(({ path }, at) => sorted.findIndex((other) => other.path === path) === at)
}

/** Filters the targets that are units of HEAD. */
const presentIn = Effect.fnUntraced(function* (
  candidates: ReadonlyArray<Candidate>,
  places: Subject["depended"],
  parser: Parser["Service"]
) {
  const found: Array<Subject["depended"][number]> = []
  for (const place of places.slice(0, maxParsedFiles * 2)) {
    const file = candidates.find(({ path }) => path === place.path)
    const units = file === undefined ? [] : (yield* parser.outline(file.path, file.content)).units
    if (units.some(({ name }) => matchNames(name, place.anchor) !== undefined)) found.push(place)
    if (found.length === maxUnits) break
  }
  return found
})

/** Chooses the files and units for questions, by size and number of commits. Deterministic for a history. */
export const choose = Effect.fnUntraced(function* (
  directory: string,
  annotations: ReadonlyArray<Annotation>,
  parser: Parser["Service"]
) {
  const candidates = yield* candidatesIn(directory, annotations)
  const sized = candidates.toSorted((a, b) => a.size - b.size || byName(a, b))
  const busy = candidates.toSorted((a, b) => b.commits - a.commits || byName(a, b))
  const long = nearestInSize(sized, longFileLines)
  if (long === undefined) return yield* new Missing({ what: "No file of HEAD has a note." })
  return {
    directory,
    notes: annotations.length,
    files: spreadToLast(sized, maxFiles),
    long,
    units: yield* unitsOf(busy.slice(0, maxParsedFiles), parser),
    named: yield* namedIn(directory, busy, parser),
    depended: yield* presentIn(candidates, dependedIn(annotations), parser)
  } satisfies Subject
})
