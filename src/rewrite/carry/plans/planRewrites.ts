import { Effect, Option } from "effect"
import type { Provenance } from "../../../domain/Annotation.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"
import { sortByAge } from "../rewrites/sortByAge.ts"
import {
  type Carried,
  carriedContent,
  mergeWithExisting,
  hasNothing,
  originsOf,
  combineNotes,
  withProvenance
} from "../regions/combineNotes.ts"
import { onlyOf } from "../regions/selectRegions.ts"
import { subjectLine } from "../regions/replaceSubjects.ts"
import { isSameAt } from "../files/followFiles.ts"
import type { Group } from "../rewrites/groupRewrites.ts"
import { readCurrentNotes } from "../rewrites/readNotes.ts"
import { filterExisting } from "../rewrites/filterExisting.ts"
import { type Resolved, resolveAt, type Source } from "../regions/resolveNote.ts"
import type { RewriteKind } from "../rewrites/recordedRewrites.ts"
import type { Successors } from "../rewrites/successors.ts"
import { isTakenOver } from "../sources/isTakenOver.ts"

/** Number of commits processed concurrently. */
const atOnce = 8

/** State of a rewrite while its groups are processed. */
export class Progress {
  /** Commits that had a note when they were processed. */
  readonly noted = new Set<ObjectId>()
  /** Planned notes of commits that the same list rewrites again. */
  readonly intermediate = new Map<ObjectId, NoteContent>()
  /** Notes for commits that are not in this repository but may be rewritten again. */
  readonly passed = new Map<ObjectId, ReadonlyArray<Source>>()
  /** All rewritten commits. */
  readonly rewritten: ReadonlySet<ObjectId>
  /** Those still in the new history: a rebase stopped at them and continued on top. */
  readonly kept: ReadonlySet<ObjectId>

  constructor(groups: ReadonlyArray<Group>, kept: ReadonlySet<ObjectId>) {
    this.kept = kept
    this.rewritten = new Set(groups.flatMap(({ from }) => from))
  }

  /** Annotated commits whose final successor is not in this repository. */
  get missing(): ReadonlySet<ObjectId> {
    const ends = [...this.passed].filter(([to]) => !this.rewritten.has(to))
    return new Set(ends.flatMap(([, sources]) => sources.map(({ commit }) => commit)))
  }
}

const hasOtherTree = Effect.fnUntraced(function* (from: Option.Option<ObjectId>, to: ObjectId) {
  return Option.isNone(from) || !(yield* isSameAt({ from, to }, [""]))
})

/** Computes the provenance of a carried note (spec writing §3). */
const provenanceOf = Effect.fnUntraced(function* (
  kind: RewriteKind,
  { from, to }: Group,
  sources: readonly [Source, ...ReadonlyArray<Source>],
  { before, kept }: { readonly before: Option.Option<ObjectId>; readonly kept: Provenance }
) {
  const derived_from = originsOf(sources)
  if (from.length > 1) {
    return { ...kept, operation: "squash", derived_from, original_annotations_preserved: true } satisfies Provenance
  }
  if (kind !== "amend" || !(yield* hasOtherTree(before, to))) return kept
  return { ...kept, operation: "amend", derived_from, original_annotations_preserved: true } satisfies Provenance
})

/** Context of a rewrite. */
interface Known {
  /** Commits that exist in this repository. */
  readonly present: ReadonlySet<ObjectId>
  /** Rewritten commits that are still in the new history. */
  readonly kept: ReadonlySet<ObjectId>
  readonly successors: Successors
}

/** A source with its note resolved in the successor. */
interface Candidate {
  readonly source: Source
  readonly resolved: Resolved
}

/** Whether the note of a source belongs to the successor. */
const belongs = Effect.fnUntraced(function* (
  kind: RewriteKind,
  group: Group,
  { resolved, source }: Candidate,
  { kept, present }: Known
) {
  if (kind !== "rebase" || !present.has(source.commit)) return true
  if (kept.has(source.commit)) return false
  const files = resolved.content.annotation.regions.map(({ file }) => file)
  return yield* isTakenOver(source.commit, group, files, present)
})

/** Marks notes that git copied to a commit but that do not belong there, so that they are removed. */
const excludeOthers = (carried: Carried, others: ReadonlyArray<Candidate>): Carried => {
  if (others.length === 0) return carried
  const { summary, task } = carried.content.annotation
  const texts = others.flatMap(({ resolved: { content } }) => [content.annotation.summary, content.annotation.task])
  return {
    ...carried,
    placed: [...carried.placed, ...others.flatMap(({ resolved }) => resolved.placed)],
    otherRegions: others.flatMap(({ resolved }) => resolved.content.annotation.regions),
    otherTexts: new Set(
      texts.flatMap((text) => (text === undefined || text === summary || text === task ? [] : [text]))
    )
  }
}

/** Reads the subject lines before and after an amend or a reword, if both commits exist. */
const subjectsOf = Effect.fnUntraced(function* (kind: RewriteKind, { from: [from, ...others], to }: Group) {
  if (kind === "map" || others.length > 0) return {}
  const facts = yield* (yield* Git).commits(from === undefined ? [] : [from, to])
  const [before, after] = facts.flatMap(Option.toArray).map(({ message }) => subjectLine(message))
  if (before === undefined || after === undefined || (kind === "rebase" && before === after)) return {}
  return { subjects: { from: before, to: after } }
})

/** Plans the note of a successor from the notes of its sources. */
const carryGroup = Effect.fnUntraced(function* (
  kind: RewriteKind,
  group: Group,
  sources: readonly [Source, ...ReadonlyArray<Source>],
  known: Known
) {
  const { present, successors } = known
  const resolve = (source: Source) => {
    const from = present.has(source.commit) ? Option.some(source.commit) : Option.none<ObjectId>()
    return Effect.map(resolveAt(source, { from, to: group.to }, successors), (resolved) => ({ source, resolved }))
  }
  const [one, ...more] = sources
  const candidates = [yield* resolve(one), ...(yield* Effect.forEach(more, resolve))] as const
  const belonging = yield* Effect.forEach(candidates, (each) => belongs(kind, group, each, known))
  const [first, ...rest] = candidates.filter((_, index) => belonging[index])
  const others = candidates.filter((_, index) => belonging[index] !== true)
  if (first === undefined) {
    const nothing = { ...candidates[0].resolved, content: onlyOf(candidates[0].resolved.content, () => false) }
    return excludeOthers({ ...nothing, count: 0, placed: [] }, others)
  }
  const carried = combineNotes([first.resolved, ...rest.map(({ resolved }) => resolved)])
  const before = present.has(first.source.commit) ? Option.some(first.source.commit) : Option.none<ObjectId>()
  const from = group.from.filter((id) => !others.some(({ source }) => source.commit === id))
  const provenance = yield* provenanceOf(
    kind,
    { from, to: group.to },
    [first.source, ...rest.map(({ source }) => source)],
    { before, kept: carried.content.annotation.provenance }
  )
  const subjects = yield* subjectsOf(kind, group)
  return excludeOthers({ ...carried, ...subjects, content: withProvenance(carried.content, provenance) }, others)
})

/** Collects the notes of the sources; for a missing source, the notes passed on to it. */
const sourcesOf = (
  { from }: Group,
  notes: ReadonlyMap<ObjectId, NoteContent>,
  { intermediate, passed }: Progress
): ReadonlyArray<Source> =>
  from.flatMap((commit) => {
    const content = intermediate.get(commit) ?? notes.get(commit)
    return content === undefined ? (passed.get(commit) ?? []) : [{ commit, content }]
  })

/** Sorts the sources of a map by age, because its lines may be in any order. Skipped if a commit is missing. */
const sortSources = Effect.fnUntraced(function* (kind: RewriteKind, sources: ReadonlyArray<Source>) {
  if (kind !== "map" || sources.length < 2) return sources
  const ordered = yield* sortByAge(sources.map(({ commit }) => commit))
  const at = (source: Source): number => ordered.indexOf(source.commit)
  return sources.every((source) => at(source) >= 0) ? sources.toSorted((a, b) => at(a) - at(b)) : sources
})

/** Splits groups into waves; groups of one wave are independent and run concurrently. */
const wavesOf = (groups: ReadonlyArray<Group>): ReadonlyArray<ReadonlyArray<Group>> => {
  const waves: Array<Array<Group>> = []
  let targets = new Set<ObjectId>()
  for (const each of groups) {
    const wave = waves.at(-1)
    if (wave === undefined || each.from.some((id) => targets.has(id))) {
      waves.push([each])
      targets = new Set([each.to])
    } else {
      wave.push(each)
      targets.add(each.to)
    }
  }
  return waves
}

/** Plans the notes of rewritten commits without writing. */
export const planRewrites = Effect.fn("carry.plan")(function* (
  groups: ReadonlyArray<Group>,
  kind: RewriteKind,
  successors: Successors,
  progress: Progress
) {
  const { intermediate, kept, noted, passed, rewritten } = progress
  const notes = yield* readCurrentNotes(groups.flatMap(({ from }) => from))
  const present = yield* filterExisting([
    ...new Set([...notes.keys(), ...intermediate.keys(), ...groups.map(({ to }) => to)])
  ])
  const carried = new Map<ObjectId, Carried>()
  const work = Effect.fnUntraced(function* (each: Group) {
    const { from, to } = each
    for (const id of from) if (notes.has(id) || intermediate.has(id)) noted.add(id)
    const [first, ...rest] = yield* sortSources(kind, sourcesOf(each, notes, progress))
    if (first === undefined) return
    if (!present.has(to)) return void passed.set(to, [first, ...rest])
    const carriedNote = yield* carryGroup(kind, each, [first, ...rest], { present, kept, successors })
    carried.set(to, carriedNote)
    if (!rewritten.has(to)) return
    // The commit is rewritten again in the same list, so pass its planned note on.
    const existing = intermediate.get(to) ?? notes.get(to)
    if (existing !== undefined) intermediate.set(to, mergeWithExisting(carriedNote, existing, successors))
    else if (!hasNothing(carriedNote)) intermediate.set(to, carriedContent(carriedNote))
  })
  for (const wave of wavesOf(groups)) yield* Effect.forEach(wave, work, { concurrency: atOnce, discard: true })
  return carried
})
