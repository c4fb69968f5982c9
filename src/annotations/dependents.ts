import { Effect, Option, Result } from "effect"
import { compare } from "../domain/AnchorName.ts"
import { levelOf } from "../domain/Annotation.ts"
import { bestConfidence } from "../domain/Confidence.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import type { NoteProblem } from "../notes/decode.ts"
import { Notes } from "../notes/Notes.ts"
import type { DependencyRef } from "../notes/NotesIndex.ts"
import type { Dependent } from "./answers.ts"
import { CommitTimes } from "./CommitTimes.ts"
import { standing } from "./matching.ts"
import { Outlines } from "./Outlines.ts"
import { type Place, pathsNoted } from "./Place.ts"
import { byConfidence, type Question, score } from "./Question.ts"
import { Reachability } from "./Reachability.ts"

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

/** The newest statement of each dependent (file, anchor), newest first. */
const newestEach = (
  refs: ReadonlyArray<DependencyRef>,
  written: (commit: ObjectId) => number
): ReadonlyArray<Statement> => {
  const newest = new Map<string, Statement>()
  for (const ref of refs) {
    const statement = { ref, written: written(ref.commit) }
    const key = `${ref.dependent.file}\0${ref.dependent.anchor}`
    const other = newest.get(key)
    if (other === undefined || isNewer(statement, other)) newest.set(key, statement)
  }
  return [...newest.values()].toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
}

const shown = ({ anchor, commit, confidence, context_level, file, nature, timestamp }: Scored): Dependent => ({
  file,
  anchor,
  nature,
  commit,
  timestamp,
  confidence,
  context_level
})

const scoreAll = Effect.fnUntraced(function* (question: Question, statements: ReadonlyArray<Statement>) {
  const notes = yield* Notes
  const outlines = yield* Outlines
  const read = yield* notes.read(
    question.snapshot,
    statements.map(({ ref }) => ref.commit)
  )
  const files = [...new Set(statements.map(({ ref }) => ref.dependent.file))]
  const found = yield* Effect.forEach(files, (file) => outlines.at(question.subject.commit, file), {
    concurrency: concurrentFiles
  })
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
    const { confidence } = score(question, { annotation, region }, written, state)
    const { timestamp } = annotation
    const context_level = levelOf(annotation, region)
    const { nature } = dependency
    return [
      { ...ref.dependent, nature, commit, timestamp, confidence, context_level, written, line: region.lines.start }
    ]
  })
  return { scored, problems }
})

/** The `limit` best of the statements, most confident first: the rest is not looked at once it cannot matter. */
const bestOf = Effect.fnUntraced(function* (question: Question, statements: ReadonlyArray<Statement>, limit: number) {
  const problems: Array<NoteProblem> = []
  let best: ReadonlyArray<Scored> = []
  for (let start = 0; start < statements.length; start += batchSize) {
    const next = statements[start]
    const least = best[limit - 1]
    const weights = question.settings.confidence
    const bound = next === undefined ? 0 : bestConfidence(question.now, next.written, weights)
    if (least !== undefined && least.confidence > bound) break
    const batch = yield* scoreAll(question, statements.slice(start, start + batchSize))
    problems.push(...batch.problems)
    best = [...best, ...batch.scored].toSorted(byConfidence).slice(0, limit)
  }
  return { dependents: best.map(shown), problems }
})

/**
 * Regions whose semantic dependencies name a place: newest per dependent (file, anchor), most confident first, at most
 * `maxResults`; `total` counts them all. Every annotated commit reachable from the one asked about counts (spec
 * annotations §3, §5).
 */
export const findDependents = Effect.fn("Annotations.findDependents")(function* (question: Question, place: Place) {
  const reachability = yield* Reachability
  const times = yield* CommitTimes
  const { index } = question.snapshot
  const paths = yield* pathsNoted(question, place)
  const itself = ({ anchor, dependent }: DependencyRef): boolean =>
    paths.has(dependent.file) && compare(dependent.anchor, anchor) === "exact"
  const named = [...paths]
    .flatMap((path) => index.dependenciesOn(path))
    .filter((ref) => place.speaks(ref.anchor) && !itself(ref))
    .filter((ref) => Option.isNone(question.filter(ref.dependent.file)))
  const commits = named.map((ref) => ref.commit)
  const reachable = yield* reachability.among(commits, question.subject.commit)
  const statements = newestEach(
    named.filter((ref) => reachable.has(ref.commit)),
    yield* times.written(reachable)
  )
  const best = yield* bestOf(question, statements, question.settings.maxResults)
  return { ...best, total: statements.length }
})
