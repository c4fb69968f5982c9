import { Array as Arrays, Effect, Option, Result } from "effect"
import { matchNames } from "../../domain/AnchorName.ts"
import { contextLevelOf } from "../../domain/Annotation.ts"
import { maxConfidence } from "../../domain/Confidence.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { NoteProblem } from "../../notes/format/decode.ts"
import { GitError } from "../../adapters/git/GitError.ts"
import { Notes } from "../../notes/Notes.ts"
import type { DependencyRef } from "../../notes/lookup/NotesLookup.ts"
import type { Outline } from "../../adapters/parser/Outline.ts"
import type { Dependent } from "../answering/answers.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { collectDoubts } from "../answering/entries.ts"
import { type FilterName, findFailedFilter } from "../answering/filters.ts"
import { locateRegion } from "./matching.ts"
import { Outlines } from "../subject/Outlines.ts"
import { type DependencyTarget, findNotedPaths } from "./DependencyTarget.ts"
import { byConfidence, type Question, scoreRegion } from "../answering/Question.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import { explainUnparsed } from "../subject/parseLimits.ts"

/** Number of dependents scored at a time. */
const batchSize = 64
/** Number of files parsed concurrently. */
const maxConcurrentFiles = 4

/** A dependency in a note, with the author time of its commit in seconds. */
interface Statement {
  readonly ref: DependencyRef
  readonly written: number
}

interface Scored extends Dependent {
  readonly written: number
  readonly line: number
}

/** Compares statements. In the note of one commit, the first statement wins. */
const isNewer = ({ ref: a, written }: Statement, { ref: b, written: other }: Statement): boolean => {
  if (written !== other) return written > other
  if (a.commit !== b.commit) return a.commit > b.commit
  return a.region === b.region ? a.dependency < b.dependency : a.region < b.region
}

const dependentKey = ({ ref }: Statement): string => `${ref.dependent.file}\0${ref.dependent.anchor}`

/** Returns the newest statement of each dependent (file and anchor), newest first. */
const newestOfEach = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
  const newest = new Map<string, Statement>()
  for (const statement of statements) {
    const key = dependentKey(statement)
    const other = newest.get(key)
    if (other === undefined || isNewer(statement, other)) newest.set(key, statement)
  }
  return [...newest.values()].toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
}

/**
 * Returns the newest statement of each dependent that passes the filters, and for each other dependent the filter that it
 * fails. Reads notes only where a filter needs them. Scoring reports the unreadable ones.
 */
const newestThatPass = Effect.fnUntraced(function* (question: Question, statements: ReadonlyArray<Statement>) {
  const { contextLevel, since = Number.NEGATIVE_INFINITY, tags } = question.filters
  const all = newestOfEach(statements)
  const notes = yield* Notes
  const recent = statements.filter(({ written }) => written >= since)
  const toRead = tags === undefined && contextLevel === undefined ? [] : recent
  const read = yield* notes.read(
    question.snapshot,
    toRead.map(({ ref }) => ref.commit)
  )
  const failed = new Map<DependencyRef, FilterName>()
  for (const { ref, written } of statements) {
    const note = read.get(ref.commit)
    const annotation = note === undefined || Result.isFailure(note) ? undefined : note.success.annotation
    const region = annotation?.regions[ref.region]
    const known = annotation !== undefined && region !== undefined
    const name = known
      ? findFailedFilter(question.filters, { annotation, region, written })
      : written < since
        ? "since"
        : undefined
    if (name !== undefined) failed.set(ref, name)
  }
  const passed = newestOfEach(statements.filter(({ ref }) => !failed.has(ref)))
  const passing = new Set(passed.map(dependentKey))
  const leftOut = all
    .filter((statement) => !passing.has(dependentKey(statement)))
    .flatMap(({ ref }) => failed.get(ref) ?? [])
  return { statements: passed, leftOut }
})

const toDependent = (scored: Scored): Dependent => {
  const { line: _, written: __, ...dependent } = scored
  return dependent
}

const missingWarning = (file: string, id: string | undefined): string =>
  `${escapeControls(file)} cannot be read (${id === undefined ? "an object" : `object ${id}`} is missing or damaged): its current anchors are unknown, so their confidence is too low.`

const warnIfUnparsed = (file: string, outline: Option.Option<Outline>): ReadonlyArray<string> =>
  Option.match(outline, { onNone: () => [], onSome: (found) => explainUnparsed(file, found) })

const scoreAll = Effect.fnUntraced(function* (question: Question, statements: ReadonlyArray<Statement>) {
  const notes = yield* Notes
  const outlines = yield* Outlines
  const read = yield* notes.read(
    question.snapshot,
    statements.map(({ ref }) => ref.commit)
  )
  const files = [...new Set(statements.map(({ ref }) => ref.dependent.file))]
  const warnings: Array<string> = []
  const outlineOf = (file: string) =>
    outlines.at(question.subject.commit, file).pipe(
      Effect.catchReason("GitError", "ObjectMissing", (reason): Effect.Effect<Option.Option<Outline>, GitError> => {
        const { id } = reason
        if (id === question.subject.commit) return Effect.fail(new GitError({ reason }))
        warnings.push(missingWarning(file, id))
        return Effect.succeedNone
      })
    )
  const found = Arrays.zip(files, yield* Effect.forEach(files, outlineOf, { concurrency: maxConcurrentFiles }))
  warnings.push(...found.flatMap(([file, outline]) => warnIfUnparsed(file, outline)))
  const units = new Map(
    found.flatMap(([file, outline]) => Option.toArray(Option.map(outline, (parsed) => [file, parsed.units] as const)))
  )
  const problems: Array<NoteProblem> = []
  const scored = statements.flatMap(({ ref, written }): ReadonlyArray<Scored> => {
    const note = read.get(ref.commit)
    if (note !== undefined && Result.isFailure(note)) problems.push(note.failure)
    if (note === undefined || Result.isFailure(note)) return []
    const { annotation } = note.success
    const region = annotation.regions[ref.region]
    const dependency = region?.semantic_dependencies[ref.dependency]
    if (region === undefined || dependency === undefined) return []
    const state = locateRegion(region, units.get(region.file) ?? [], []).anchor
    const { commit } = ref
    const { confidence } = scoreRegion(question, { annotation, region }, written, state)
    const { timestamp } = annotation
    const context_level = contextLevelOf(annotation, region)
    const { nature } = dependency
    const doubts = collectDoubts(region)
    const line = region.lines.start
    return [{ ...ref.dependent, nature, commit, timestamp, confidence, context_level, ...doubts, written, line }]
  })
  return { scored, problems, warnings: warnings.toSorted() }
})

/**
 * Returns the `limit` most confident dependents. Stops as soon as no further statement can be among them. With a filter by
 * confidence, `confidentCount` counts those that pass it.
 */
const bestOf = Effect.fnUntraced(function* (question: Question, statements: ReadonlyArray<Statement>, limit: number) {
  const { minConfidence } = question.filters
  const problems: Array<NoteProblem> = []
  const warnings: Array<string> = []
  let best: ReadonlyArray<Scored> = []
  let confidentCount = 0
  for (const some of Arrays.chunksOf(statements, batchSize)) {
    const bound = maxConfidence(question.now, some[0].written, question.settings.confidence)
    const needed = minConfidence ?? best[limit - 1]?.confidence ?? 0
    if (needed > bound) break
    const batch = yield* scoreAll(question, some)
    const confident = batch.scored.filter(({ confidence }) => confidence >= (minConfidence ?? 0))
    problems.push(...batch.problems)
    warnings.push(...batch.warnings)
    confidentCount += confident.length
    best = [...best, ...confident].toSorted(byConfidence).slice(0, limit)
  }
  return { dependents: best.map(toDependent), problems, warnings, confidentCount }
})

/**
 * Finds regions whose semantic dependencies name a target: the newest per dependent (file and anchor), most confident
 * first, at most `maxResults`. `found` counts all, `total` those that pass the filters. Includes every annotated commit
 * reachable from the queried one (spec annotations §3, §5).
 */
export const findDependents = Effect.fn("Pipeline.findDependents")(function* (
  question: Question,
  target: DependencyTarget
) {
  const reachability = yield* Reachability
  const times = yield* CommitTimes
  const { index } = question.snapshot
  const paths = yield* findNotedPaths(question, target)
  const isSelf = ({ anchor, dependent }: DependencyRef): boolean =>
    paths.has(dependent.file) && matchNames(dependent.anchor, anchor) === "exact"
  const named = [...paths]
    .flatMap((path) => index.dependenciesOn(path))
    .filter((ref) => target.matches(ref.anchor) && !isSelf(ref))
    .filter((ref) => Option.isNone(question.pathFilter(ref.dependent.file)))
  const commits = named.map((ref) => ref.commit)
  const reachable = yield* reachability.reachableFromHead(commits, question.subject.commit, index)
  const written = yield* times.authorTimes(reachable)
  const statements = named
    .filter((ref) => reachable.has(ref.commit))
    .map((ref) => ({ ref, written: written(ref.commit) }))
  const passing = yield* newestThatPass(question, statements)
  const best = yield* bestOf(question, passing.statements, question.settings.maxResults)
  const unreadable = best.problems.length
  const total = question.filters.minConfidence === undefined ? passing.statements.length : best.confidentCount
  const unconfident = Math.max(0, passing.statements.length - total - unreadable)
  const leftOut = [...passing.leftOut, ...Array.from({ length: unconfident }, () => "min-confidence" as const)]
  return { ...best, total, found: passing.statements.length + passing.leftOut.length, leftOut }
})

/** Warns where the answer does not have all dependents. */
export const warnOfMoreDependents = (found: { readonly dependents: ReadonlyArray<unknown>; readonly total: number }) =>
  found.total > found.dependents.length
    ? [`${found.total} regions depend on this; the ${found.dependents.length} most confident are shown.`]
    : []
