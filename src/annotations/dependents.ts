import { Effect, Option, Result } from "effect"
import { compare } from "../domain/AnchorName.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import type { NoteProblem } from "../notes/decode.ts"
import { Notes } from "../notes/Notes.ts"
import type { DependencyRef } from "../notes/NotesIndex.ts"
import type { ConcernEntry, Dependent } from "./answers.ts"
import { Lineage } from "./Lineage.ts"
import { standing } from "./matching.ts"
import { Outlines } from "./Outlines.ts"
import { byConfidence, factsOf, type Question, score } from "./Question.ts"
import { Reachability } from "./Reachability.ts"

/** What is depended on: a file, or some names in it. */
export interface Place {
  readonly path: string
  /** Names of the units asked about; empty means the whole file. */
  readonly names: ReadonlyArray<string>
}

const speaksOf = (anchor: string, names: ReadonlyArray<string>): boolean =>
  names.length === 0 || names.some((name) => compare(anchor, name) !== undefined)

/** The paths under which notes may speak of a place: its own, and past ones where notes name such. */
const pathsNoted = Effect.fnUntraced(function* (question: Question, place: Place) {
  const lineage = yield* Lineage
  const { index } = question.snapshot
  return yield* lineage.pathsOf(
    question.subject.commit,
    place.path,
    index.namedFiles(),
    (file) =>
      index.dependenciesOn(file).some((ref) => speaksOf(ref.anchor, place.names)) ||
      index.concernsAbout(file).some((ref) => speaksOf(ref.anchor, place.names))
  )
})

interface Candidate extends Dependent {
  readonly written: number
  readonly line: number
}

const isNewer = (a: Candidate, b: Candidate): boolean =>
  a.written === b.written ? a.commit > b.commit : a.written > b.written

const newestEach = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const newest = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const key = JSON.stringify([candidate.file, candidate.anchor])
    const other = newest.get(key)
    if (other === undefined || isNewer(candidate, other)) newest.set(key, candidate)
  }
  return [...newest.values()]
}

const shown = ({ anchor, commit, confidence, context_level, file, nature, timestamp }: Candidate): Dependent => ({
  file,
  anchor,
  nature,
  commit,
  timestamp,
  confidence,
  context_level
})

const candidatesOf = Effect.fnUntraced(function* (
  question: Question,
  paths: ReadonlySet<string>,
  refs: ReadonlyArray<DependencyRef>
) {
  const notes = yield* Notes
  const outlines = yield* Outlines
  const read = yield* notes.read(question.snapshot, refs.map((ref) => ref.commit))
  const facts = yield* factsOf(refs.map((ref) => ref.commit))
  const problems: Array<NoteProblem> = []
  const candidates: Array<Candidate> = []
  for (const ref of refs) {
    const note = read.get(ref.commit)
    if (note !== undefined && Result.isFailure(note)) problems.push(note.failure)
    if (note === undefined || Result.isFailure(note)) continue
    const { annotation } = note.success
    const region = annotation.regions[ref.region]
    const dependency = region?.semantic_dependencies[ref.dependency]
    if (region === undefined || dependency === undefined || Option.isSome(question.filter(region.file))) continue
    const anchor = region.ast_anchor.name
    const itself = paths.has(region.file) && compare(anchor, dependency.anchor) === "exact"
    if (itself) continue
    const outline = yield* outlines.at(question.subject.commit, region.file)
    const units = Option.match(outline, { onNone: () => [], onSome: (found) => found.units })
    const written = facts.get(ref.commit)?.authorTime ?? 0
    const state = standing(region, units, Option.none()).anchor
    candidates.push({
      file: region.file,
      anchor,
      nature: dependency.nature,
      commit: ref.commit,
      timestamp: annotation.timestamp,
      confidence: score(question, annotation, written, state).confidence,
      context_level: annotation.context_level,
      written,
      line: region.lines.start
    })
  }
  return { candidates, problems }
})

/**
 * Regions whose semantic dependencies name a place: newest per dependent (file, anchor), most confident first. Every
 * annotated commit reachable from the one asked about counts (spec annotations §3, §5).
 */
export const findDependents = Effect.fn("Annotations.findDependents")(function* (question: Question, place: Place) {
  const reachability = yield* Reachability
  const { index } = question.snapshot
  const paths = yield* pathsNoted(question, place)
  const named = [...paths].flatMap((path) => index.dependenciesOn(path)).filter((ref) => speaksOf(ref.anchor, place.names))
  const reachable = yield* reachability.among(named.map((ref) => ref.commit), question.subject.commit)
  const refs = named.filter((ref) => reachable.has(ref.commit))
  const { candidates, problems } = yield* candidatesOf(question, paths, refs)
  const dependents = newestEach(candidates).toSorted(byConfidence).map(shown)
  return { dependents, problems }
})

/** Cross-cutting concerns that list a place, newest first, each once. */
export const findConcerns = Effect.fn("Annotations.findConcerns")(function* (question: Question, place: Place) {
  const reachability = yield* Reachability
  const notes = yield* Notes
  const { index } = question.snapshot
  const paths = yield* pathsNoted(question, place)
  const listed = [...paths]
    .flatMap((path) => index.concernsAbout(path))
    .filter((ref) => ref.anchor === "" || speaksOf(ref.anchor, place.names))
  const reachable = yield* reachability.among(listed.map((ref) => ref.commit), question.subject.commit)
  const refs = new Map(
    listed.filter((ref) => reachable.has(ref.commit)).map((ref) => [`${ref.commit} ${ref.concern}`, ref])
  )
  const commits = [...refs.values()].map((ref) => ref.commit)
  const read = yield* notes.read(question.snapshot, commits)
  const facts = yield* factsOf(commits)
  const age = (commit: ObjectId): number => facts.get(commit)?.authorTime ?? 0
  return [...refs.values()]
    .toSorted((a, b) => age(b.commit) - age(a.commit) || (a.commit < b.commit ? -1 : 1) || a.concern - b.concern)
    .flatMap((ref): ReadonlyArray<ConcernEntry> => {
      const note = read.get(ref.commit)
      const concern =
        note !== undefined && Result.isSuccess(note) ? note.success.annotation.cross_cutting[ref.concern] : undefined
      return concern === undefined ? [] : [{ ...concern, commit: ref.commit }]
    })
})
