import { Array as Arrays, Effect, Result } from "effect"
import { matchNames } from "../../domain/AnchorName.ts"
import { type Annotation, contextLevelOf, type Region } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import { Notes } from "../../notes/Notes.ts"
import type { TimelineEntry } from "../answering/answers.ts"
import { CommitTimes, formatContact, nameInContact } from "../../lineage/CommitTimes.ts"
import { orderByAge } from "../../lineage/orderByAge.ts"
import { areRelated, inSameFile, shareFlagsOfCopies, withoutCopies } from "../answering/copies.ts"
import { preferPassing, applyFilters, type FilterSet } from "../answering/filters.ts"
import { collectDoubts, describeProvenance, optionalTexts } from "../answering/entries.ts"
import { readCommits, type Question } from "../answering/Question.ts"
import { followRelated, type ReachedRegion, formatRelated } from "../answering/related.ts"
import { takeBefore } from "../../domain/Text.ts"

/** A region in the history of the code, or one that such a region refers to. */
export interface Step {
  readonly annotation: Annotation
  readonly region: Region
  /** Position of the region in its note. */
  readonly position: number
  readonly relation: "direct" | "related"
}

const key = (step: { readonly annotation: { readonly commit: string }; readonly position: number }): string =>
  `${step.annotation.commit} ${step.position}`

/** Reads the regions that direct steps refer to, without direct steps. */
const readRelatedSteps = Effect.fnUntraced(function* (
  question: Question,
  direct: ReadonlyArray<Step>,
  reached: ReadonlyArray<ReadonlyArray<ReachedRegion>>
) {
  const notes = yield* Notes
  const seen = new Set(direct.map(key))
  const pointers = reached.flat()
  const read = yield* notes.read(
    question.snapshot,
    pointers.map((pointer) => pointer.commit)
  )
  return pointers.flatMap((pointer): ReadonlyArray<Step> => {
    const note = read.get(pointer.commit)
    if (note === undefined || Result.isFailure(note)) return []
    const { annotation } = note.success
    const region = annotation.regions[pointer.region]
    const step = region === undefined ? undefined : { annotation, region, position: pointer.region }
    if (step === undefined || seen.has(key(step))) return []
    seen.add(key(step))
    return [{ ...step, relation: "related" }]
  })
})

const subjectOf = (message: string): string => takeBefore(message, "\n")

/** Maps recorded contacts to author names, with `.mailmap` applied. */
const mapAuthorNames = Effect.fnUntraced(function* (contacts: Iterable<string>) {
  const times = yield* CommitTimes
  const mapped = yield* times.mapContacts(contacts)
  return new Map([...mapped].map(([recorded, person]) => [recorded, nameInContact(person)]))
})

/** The data of entries, apart from the steps. */
interface EntryData {
  readonly commits: ReadonlyMap<ObjectId, CommitMetadata>
  /** Author names by recorded contact. */
  readonly names: ReadonlyMap<string, string>
  /** The regions that each direct step refers to, by step. */
  readonly context: ReadonlyMap<string, ReadonlyArray<ReachedRegion>>
}

const entryOf = (question: Question, step: Step, { commits, context, names }: EntryData): TimelineEntry => {
  const { annotation, region, relation } = step
  const commit = commits.get(annotation.commit)
  const message = commit?.message ?? ""
  const related = (context.get(key(step)) ?? []).map(formatRelated)
  const isQueried = question.anchor !== undefined && matchNames(question.anchor, region.ast_anchor.name) !== undefined
  return {
    commit: annotation.commit,
    timestamp: annotation.timestamp,
    commit_message: question.verbose ? message.trimEnd() : subjectOf(message),
    author: (commit === undefined ? undefined : names.get(formatContact(commit))) ?? "",
    ...(isQueried ? {} : { anchor: region.ast_anchor.name }),
    context_level: contextLevelOf(annotation, region),
    provenance: describeProvenance(annotation, question.verbose),
    intent: region.intent,
    ...optionalTexts(region, question.verbose),
    ...collectDoubts(region),
    constraints: region.constraints,
    relation,
    ...(related.length === 0 ? {} : { related_context: related })
  }
}

const sourceOf = ({ annotation, region }: Step) => ({
  commit: annotation.commit,
  anchor: region.ast_anchor.name,
  related: region.related_annotations
})

/** A step with the author time of its commit, in seconds. */
interface TimedStep extends Step {
  readonly written: number
}

const addAuthorTime =
  (written: (commit: ObjectId) => number) =>
  (step: Step): TimedStep => ({ ...step, written: written(step.annotation.commit) })

type Compare = (a: TimedStep, b: TimedStep) => number

/** Returns a function that compares by author time, then by ancestry, and by position in the note. */
const compareAges = Effect.fnUntraced(function* (steps: ReadonlyArray<TimedStep>) {
  const order = yield* orderByAge(new Map(steps.map(({ annotation, written }) => [annotation.commit, written])))
  const oldestFirst: Compare = (a, b) => order(a.annotation.commit, b.annotation.commit) || a.position - b.position
  return oldestFirst
})

const isRelated = ({ relation }: Step): boolean => relation === "related"

/**
 * Removes copies of steps. Keeps the oldest copy that passes the filters, and prefers direct steps. A rebase or cherry-pick
 * keeps the author time, and a carried note names its sources. The same text written again at another time is not a copy.
 */
const removeCopies = (filters: FilterSet, steps: ReadonlyArray<TimedStep>, oldestFirst: Compare) => {
  const flagged = shareFlagsOfCopies(steps)
  const oldest = preferPassing(filters, oldestFirst)
  return withoutCopies(
    steps.map((step) => ({ ...step, region: flagged(step) })),
    (a, b) => Number(isRelated(a)) - Number(isRelated(b)) || oldest(a, b),
    (a, b) => (a.written === b.written && inSameFile(a, b)) || areRelated(a, b)
  )
}

/**
 * Makes the entries of a timeline, oldest first, at most `limit`: the newest direct steps, then the newest related ones.
 * `leftOut`: the filter for each filtered step. `unknown`: number of commits that are missing from this clone.
 */
export const timeline = Effect.fn("Pipeline.timeline")(function* (
  question: Question,
  steps: ReadonlyArray<Step>,
  limit: number
) {
  const times = yield* CommitTimes
  const written = yield* times.authorTimes(steps.map((step) => step.annotation.commit))
  const { filters } = question
  const timed = steps.map(addAuthorTime(written))
  const compareDirect = yield* compareAges(timed)
  const filtered = applyFilters(filters, removeCopies(filters, timed, compareDirect))
  const direct = filtered.passed.toSorted(compareDirect).slice(-limit)
  const { problems, reached } = yield* followRelated(question.snapshot, direct.map(sourceOf), question.depth)
  const context = new Map(Arrays.zipWith(direct, reached, (step, regions) => [key(step), regions] as const))
  const related = yield* readRelatedSteps(question, direct, reached)
  const commits = new Set([...direct, ...related].map((step) => step.annotation.commit))
  const commitsById = yield* readCommits(commits)
  const time = (commit: ObjectId): number => commitsById.get(commit)?.authorTime ?? 0
  const relatedWithTime = related.map(addAuthorTime(time))
  const oldestFirst = yield* compareAges([...direct, ...relatedWithTime])
  const distinct = new Set(removeCopies(filters, [...direct, ...relatedWithTime], oldestFirst).map(key))
  const others = applyFilters(
    filters,
    relatedWithTime.filter((step) => distinct.has(key(step)))
  ).passed.toSorted(oldestFirst)
  const all = [...others.slice(Math.max(0, others.length + direct.length - limit)), ...direct]
  const names = yield* mapAuthorNames([...commitsById.values()].map(formatContact))
  const entries = all
    .toSorted(oldestFirst)
    .map((step) => entryOf(question, step, { commits: commitsById, names, context }))
  return { entries, leftOut: filtered.leftOut, problems, unknown: commits.size - commitsById.size }
})
