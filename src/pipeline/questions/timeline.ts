import { Effect, Result } from "effect"
import { matchNames } from "../../domain/AnchorName.ts"
import { type Annotation, contextLevelOf, type Region } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import { Notes } from "../../notes/Notes.ts"
import type { TimelineEntry } from "../answering/answers.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { shareFlagsOfCopies, inSameFile, withoutCopies } from "../answering/copies.ts"
import { preferPassing, applyFilters, type FilterSet } from "../answering/filters.ts"
import { collectDoubts, describeProvenance, optionalTexts } from "../answering/entries.ts"
import { readCommits, type Question } from "../answering/Question.ts"
import { followRelated, type ReachedRegion, formatRelated } from "../answering/related.ts"

/** A region that is part of the story, or that such a region points at. */
export interface Step {
  readonly annotation: Annotation
  readonly region: Region
  /** Position of the region in its note. */
  readonly position: number
  readonly relation: "direct" | "related"
}

const key = (step: { readonly annotation: { readonly commit: string }; readonly position: number }): string =>
  `${step.annotation.commit} ${step.position}`

/** The steps that other steps point at and that are none themselves. */
const relatedSteps = Effect.fnUntraced(function* (
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

const subject = (message: string): string => message.split("\n", 1)[0] ?? ""
const contact = (author: { readonly name: string; readonly email: string }): string =>
  `${author.name} <${author.email}>`
const nameOf = (mapped: string): string => mapped.replace(/\s*<[^>]*>\s*$/, "")

/** Author names after `.mailmap`, by contact as recorded. */
const authorNames = Effect.fnUntraced(function* (contacts: Iterable<string>) {
  const times = yield* CommitTimes
  const mapped = yield* times.mapContacts(contacts)
  return new Map([...mapped].map(([recorded, person]) => [recorded, nameOf(person)]))
})

/** What the entries are made of beside the steps. */
interface Looked {
  readonly facts: ReadonlyMap<ObjectId, CommitMetadata>
  /** Author names by contact as recorded. */
  readonly names: ReadonlyMap<string, string>
  /** What each direct step points at. */
  readonly context: ReadonlyMap<string, ReadonlyArray<ReachedRegion>>
}

const entryOf = (question: Question, step: Step, { context, facts, names }: Looked): TimelineEntry => {
  const { annotation, region, relation } = step
  const fact = facts.get(annotation.commit)
  const message = fact?.message ?? ""
  const related = (context.get(key(step)) ?? []).map(formatRelated)
  const asked = question.anchor !== undefined && matchNames(question.anchor, region.ast_anchor.name) !== undefined
  return {
    commit: annotation.commit,
    timestamp: annotation.timestamp,
    commit_message: question.verbose ? message.trimEnd() : subject(message),
    author: (fact === undefined ? undefined : names.get(contact(fact.author))) ?? "",
    ...(asked ? {} : { anchor: region.ast_anchor.name }),
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

const derives = (from: Annotation, to: Annotation): boolean =>
  to.provenance.derived_from.some((source) => from.commit.startsWith(source))

/** When somebody said what a region intends: copies keep it, whatever commit they are on. */
const saidAt = ({ annotation, region }: Step): string => region.field_times?.["intent"] ?? annotation.timestamp

const isCarried = ({ annotation }: Step): boolean => annotation.provenance.derived_from.length > 0

/** Whether one step comes from the other, both from a third, or one was carried from where the other was said. */
const areRelated = (a: Step, b: Step): boolean =>
  derives(a.annotation, b.annotation) ||
  derives(b.annotation, a.annotation) ||
  a.annotation.provenance.derived_from.some((source) => b.annotation.provenance.derived_from.includes(source)) ||
  (saidAt(a) === saidAt(b) && (isCarried(a) || isCarried(b)))

/** A step with the author time of its commit, in seconds. */
interface Timed extends Step {
  readonly written: number
}

const timed =
  (written: (commit: ObjectId) => number) =>
  (step: Step): Timed => ({ ...step, written: written(step.annotation.commit) })

/** By author time, then by commit and position in the note, so that the order is always the same. */
const oldestFirst = (a: Timed, b: Timed): number => {
  const [first, second] = [a.annotation.commit, b.annotation.commit]
  return a.written - b.written || (first === second ? a.position - b.position : first < second ? -1 : 1)
}

const isOnlyPointedAt = ({ relation }: Step): boolean => relation === "related"

/**
 * Each step once, the oldest of its copies that counts, before those that are only pointed at. A rebase or cherry-pick
 * keeps the author's time, and a carried note names its sources; who says the same again at another time means it.
 */
const once = (filters: FilterSet, steps: ReadonlyArray<Timed>): ReadonlyArray<Timed> => {
  const flagged = shareFlagsOfCopies(steps.map(({ region }) => region))
  const oldest = preferPassing(filters, oldestFirst)
  return withoutCopies(
    steps.map((step) => ({ ...step, region: flagged(step.region) })),
    (a, b) => Number(isOnlyPointedAt(a)) - Number(isOnlyPointedAt(b)) || oldest(a, b),
    (a, b) => (a.written === b.written && inSameFile(a, b)) || areRelated(a, b)
  )
}

/**
 * The entries of a timeline, oldest first, at most `limit`: the newest steps, and in the room they leave the newest of
 * what they point at. `leftOut`: for each step that a filter leaves out, which. `unknown`: commits that are not here.
 */
export const timeline = Effect.fn("Pipeline.timeline")(function* (
  question: Question,
  steps: ReadonlyArray<Step>,
  limit: number
) {
  const times = yield* CommitTimes
  const written = yield* times.authorTimes(steps.map((step) => step.annotation.commit))
  const { filters } = question
  const sifted = applyFilters(filters, once(filters, steps.map(timed(written))))
  const direct = sifted.passed.toSorted(oldestFirst).slice(-limit)
  const { problems, reached } = yield* followRelated(question.snapshot, direct.map(sourceOf), question.depth)
  const context = new Map(direct.map((step, index) => [key(step), reached[index] ?? []]))
  const related = yield* relatedSteps(question, direct, reached)
  const commits = new Set([...direct, ...related].map((step) => step.annotation.commit))
  const facts = yield* readCommits(commits)
  const time = (commit: ObjectId): number => facts.get(commit)?.authorTime ?? 0
  const pointedAt = related.map(timed(time))
  const told = new Set(once(filters, [...direct, ...pointedAt]).map(key))
  const others = applyFilters(
    filters,
    pointedAt.filter((step) => told.has(key(step)))
  ).passed.toSorted(oldestFirst)
  const all = [...others.slice(Math.max(0, others.length + direct.length - limit)), ...direct]
  const names = yield* authorNames([...facts.values()].map((fact) => contact(fact.author)))
  const entries = all.toSorted(oldestFirst).map((step) => entryOf(question, step, { facts, names, context }))
  return { entries, leftOut: sifted.leftOut, problems, unknown: commits.size - facts.size }
})
