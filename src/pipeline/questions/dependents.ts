import { Effect, Option, Result } from "effect"
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
import { standing } from "./matching.ts"
import { Outlines } from "../subject/Outlines.ts"
import { type Place, pathsNoted } from "./Place.ts"
import { byConfidence, type Question, scoreRegion } from "../answering/Question.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import { unparsed } from "../subject/unparsed.ts"

/** Dependents looked at together. */
const batchSize = 64
/** Files of dependents parsed at once. */
const concurrentFiles = 4

/** A statement of dependence, and when its commit was written. */
interface Statement {
  readonly ref: DependencyRef
  readonly written: number
}

interface Scored extends Dependent {
  readonly written: number
  readonly line: number
}

/** Of one commit, what its note says first counts. */
const isNewer = ({ ref: a, written }: Statement, { ref: b, written: other }: Statement): boolean => {
  if (written !== other) return written > other
  if (a.commit !== b.commit) return a.commit > b.commit
  return a.region === b.region ? a.dependency < b.dependency : a.region < b.region
}

const dependentOf = ({ ref }: Statement): string => `${ref.dependent.file}\0${ref.dependent.anchor}`

/** The newest statement of each dependent (file, anchor), newest first. */
const newestEach = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
  const newest = new Map<string, Statement>()
  for (const statement of statements) {
    const key = dependentOf(statement)
    const other = newest.get(key)
    if (other === undefined || isNewer(statement, other)) newest.set(key, statement)
  }
  return [...newest.values()].toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
}

/**
 * The newest statement that counts of each dependent, and what left out those without one. Notes are read only where a
 * filter looks at them; one that cannot be read is left for later, when it is told.
 */
const newestThatCount = Effect.fnUntraced(function* (question: Question, statements: ReadonlyArray<Statement>) {
  const { contextLevel, since = Number.NEGATIVE_INFINITY, tags } = question.filters
  const all = newestEach(statements)
  const notes = yield* Notes
  const recent = statements.filter(({ written }) => written >= since)
  const looked = tags === undefined && contextLevel === undefined ? [] : recent
  const read = yield* notes.read(
    question.snapshot,
    looked.map(({ ref }) => ref.commit)
  )
  const left = new Map<DependencyRef, FilterName>()
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
    if (name !== undefined) left.set(ref, name)
  }
  const kept = newestEach(statements.filter(({ ref }) => !left.has(ref)))
  const counting = new Set(kept.map(dependentOf))
  const leftOut = all.filter((each) => !counting.has(dependentOf(each))).flatMap(({ ref }) => left.get(ref) ?? [])
  return { statements: kept, leftOut }
})

const shown = (scored: Scored): Dependent => {
  const { line: _, written: __, ...dependent } = scored
  return dependent
}

const unseen = (file: string, id: string): string =>
  `${escapeControls(file)} cannot be read (object ${id} is missing or damaged): what its anchors are now is not known, and their confidence is too low.`

const unparsedAt = (file: string, outline: Option.Option<Outline> = Option.none()): ReadonlyArray<string> =>
  Option.match(outline, { onNone: () => [], onSome: (found) => unparsed(file, found) })

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
        warnings.push(unseen(file, id))
        return Effect.succeedNone
      })
    )
  const found = yield* Effect.forEach(files, outlineOf, { concurrency: concurrentFiles })
  warnings.push(...files.flatMap((file, index) => unparsedAt(file, found[index])))
  const units = new Map(
    files.map((file, index) => [file, Option.getOrUndefined(found[index] ?? Option.none())?.units ?? []])
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
    const state = standing(region, units.get(region.file) ?? [], []).anchor
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
 * The `limit` best of the statements, most confident first: the rest is not looked at once it cannot matter. Where a
 * confidence is asked for, `enough` counts those that have it.
 */
const bestOf = Effect.fnUntraced(function* (question: Question, statements: ReadonlyArray<Statement>, limit: number) {
  const { minConfidence } = question.filters
  const problems: Array<NoteProblem> = []
  const warnings: Array<string> = []
  let best: ReadonlyArray<Scored> = []
  let enough = 0
  for (let start = 0; start < statements.length; start += batchSize) {
    const next = statements[start]
    const weights = question.settings.confidence
    const bound = next === undefined ? 0 : maxConfidence(question.now, next.written, weights)
    const needed = minConfidence ?? best[limit - 1]?.confidence ?? 0
    if (needed > bound) break
    const batch = yield* scoreAll(question, statements.slice(start, start + batchSize))
    const confident = batch.scored.filter(({ confidence }) => confidence >= (minConfidence ?? 0))
    problems.push(...batch.problems)
    warnings.push(...batch.warnings)
    enough += confident.length
    best = [...best, ...confident].toSorted(byConfidence).slice(0, limit)
  }
  return { dependents: best.map(shown), problems, warnings, enough }
})

/**
 * Regions whose semantic dependencies name a place: newest per dependent (file, anchor), most confident first, at most
 * `maxResults`. `found` counts them all, `total` those that no filter leaves out. Every annotated commit reachable from
 * the one asked about counts (spec annotations §3, §5).
 */
export const findDependents = Effect.fn("Pipeline.findDependents")(function* (question: Question, place: Place) {
  const reachability = yield* Reachability
  const times = yield* CommitTimes
  const { index } = question.snapshot
  const paths = yield* pathsNoted(question, place)
  const itself = ({ anchor, dependent }: DependencyRef): boolean =>
    paths.has(dependent.file) && matchNames(dependent.anchor, anchor) === "exact"
  const named = [...paths]
    .flatMap((path) => index.dependenciesOn(path))
    .filter((ref) => place.speaks(ref.anchor) && !itself(ref))
    .filter((ref) => Option.isNone(question.pathFilter(ref.dependent.file)))
  const commits = named.map((ref) => ref.commit)
  const reachable = yield* reachability.reachableFromHead(commits, question.subject.commit, index)
  const written = yield* times.authorTimes(reachable)
  const statements = named
    .filter((ref) => reachable.has(ref.commit))
    .map((ref) => ({ ref, written: written(ref.commit) }))
  const counting = yield* newestThatCount(question, statements)
  const best = yield* bestOf(question, counting.statements, question.settings.maxResults)
  const unread = best.problems.length
  const total = question.filters.minConfidence === undefined ? counting.statements.length : best.enough
  const unsure = Math.max(0, counting.statements.length - total - unread)
  const leftOut = [...counting.leftOut, ...Array.from({ length: unsure }, () => "min-confidence" as const)]
  return { ...best, total, found: counting.statements.length + counting.leftOut.length, leftOut }
})
