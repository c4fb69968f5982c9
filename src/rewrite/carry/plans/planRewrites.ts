import { Effect, Option } from "effect"
import type { Provenance } from "../../../domain/Annotation.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"
import { byAge } from "../rewrites/sortByAge.ts"
import { type Carried, combine, isEmpty, originsOf, together, withProvenance } from "../regions/combineNotes.ts"
import { onlyOf } from "../regions/selectRegions.ts"
import { subjectLine } from "../regions/replaceSubjects.ts"
import { isSameAt } from "../files/followFiles.ts"
import type { Group } from "../rewrites/groupRewrites.ts"
import { notesNow } from "../rewrites/readNotes.ts"
import { presentOf } from "../rewrites/filterExisting.ts"
import { type Resolved, resolveAt, type Source } from "../regions/resolveNote.ts"
import type { Successors } from "../rewrites/successors.ts"
import { isTakenOver } from "../sources/isTakenOver.ts"

/** How commits took the place of others. */
export type RewriteKind = "amend" | "rebase" | "map"

/** Commits worked on at once. */
const atOnce = 8

/** What is known of a rewrite while it is worked through. */
export class Progress {
  /** Commits that had a note when it was their turn. */
  readonly noted = new Set<ObjectId>()
  /** What is to be said of commits that the same list rewrites once more. */
  readonly between = new Map<ObjectId, NoteContent>()
  /** Notes on their way to a commit that is not in this repository, which may be rewritten once more. */
  readonly passed = new Map<ObjectId, ReadonlyArray<Source>>()
  /** Every commit that is rewritten. */
  readonly rewritten: ReadonlySet<ObjectId>
  /** Those of them that are still in the rewritten history: a rebase stopped at them and went on above. */
  readonly kept: ReadonlySet<ObjectId>

  constructor(groups: ReadonlyArray<Group>, kept: ReadonlySet<ObjectId>) {
    this.kept = kept
    this.rewritten = new Set(groups.flatMap(({ from }) => from))
  }

  /** Commits with a note whose last successor is not in this repository. */
  get missing(): ReadonlySet<ObjectId> {
    const ends = [...this.passed].filter(([to]) => !this.rewritten.has(to))
    return new Set(ends.flatMap(([, sources]) => sources.map(({ commit }) => commit)))
  }
}

const hasOtherTree = Effect.fnUntraced(function* (from: Option.Option<ObjectId>, to: ObjectId) {
  return Option.isNone(from) || !(yield* isSameAt({ from, to }, [""]))
})

/** How a note came to hang on a commit (spec writing §3). */
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

/** What a rewrite is worked through with. */
interface Known {
  /** The commits that are here. */
  readonly present: ReadonlySet<ObjectId>
  /** Those that are still in the rewritten history. */
  readonly kept: ReadonlySet<ObjectId>
  readonly successors: Successors
}

/** A source with its note as it would be on the successor. */
interface Candidate {
  readonly source: Source
  readonly resolved: Resolved
}

/** Whether a source's code is in the successor, and its note not to be found otherwise. */
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

/** Takes notes that do not belong to a commit away from it, where git has copied them there. */
const withdrawing = (carried: Carried, strange: ReadonlyArray<Candidate>): Carried => {
  if (strange.length === 0) return carried
  const { summary, task } = carried.content.annotation
  const texts = strange.flatMap(({ resolved: { content } }) => [content.annotation.summary, content.annotation.task])
  return {
    ...carried,
    placed: [...carried.placed, ...strange.flatMap(({ resolved }) => resolved.placed)],
    away: strange.flatMap(({ resolved }) => resolved.content.annotation.regions),
    strange: new Set(texts.flatMap((text) => (text === undefined || text === summary || text === task ? [] : [text])))
  }
}

/** The subject lines of an amended commit and of what it was, where both are here. */
const subjectsOf = Effect.fnUntraced(function* ({ from: [from], to }: Group) {
  const facts = yield* (yield* Git).commits(from === undefined ? [] : [from, to])
  const [before, after] = facts.flatMap(Option.toArray).map(({ message }) => subjectLine(message))
  return before === undefined || after === undefined ? {} : { subjects: { from: before, to: after } }
})

/** What a rewritten commit is to say, by the notes of those whose place it took. */
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
  const strange = candidates.filter((_, index) => belonging[index] !== true)
  if (first === undefined) {
    const nothing = { ...candidates[0].resolved, content: onlyOf(candidates[0].resolved.content, () => false) }
    return withdrawing({ ...nothing, count: 0, placed: [] }, strange)
  }
  const carried = together([first.resolved, ...rest.map(({ resolved }) => resolved)])
  const before = present.has(first.source.commit) ? Option.some(first.source.commit) : Option.none<ObjectId>()
  const from = group.from.filter((id) => !strange.some(({ source }) => source.commit === id))
  const provenance = yield* provenanceOf(
    kind,
    { from, to: group.to },
    [first.source, ...rest.map(({ source }) => source)],
    { before, kept: carried.content.annotation.provenance }
  )
  const subjects = kind === "amend" ? yield* subjectsOf(group) : {}
  return withdrawing({ ...carried, ...subjects, content: withProvenance(carried.content, provenance) }, strange)
})

/** The notes that go to a commit: its sources' own, or those that went to a source that is gone. */
const sourcesOf = (
  { from }: Group,
  notes: ReadonlyMap<ObjectId, NoteContent>,
  { between, passed }: Progress
): ReadonlyArray<Source> =>
  from.flatMap((commit) => {
    const content = between.get(commit) ?? notes.get(commit)
    return content === undefined ? (passed.get(commit) ?? []) : [{ commit, content }]
  })

/** A map may have its lines in any order: by age instead, where all the commits are here. */
const inOrder = Effect.fnUntraced(function* (kind: RewriteKind, sources: ReadonlyArray<Source>) {
  if (kind !== "map" || sources.length < 2) return sources
  const ordered = yield* byAge(sources.map(({ commit }) => commit))
  const at = (source: Source): number => ordered.indexOf(source.commit)
  return sources.every((source) => at(source) >= 0) ? sources.toSorted((a, b) => at(a) - at(b)) : sources
})

/** Groups one after the other that can be worked on at once: none takes over from another. */
const wavesOf = (groups: ReadonlyArray<Group>): ReadonlyArray<ReadonlyArray<Group>> => {
  const waves: Array<Array<Group>> = []
  let goals = new Set<ObjectId>()
  for (const each of groups) {
    const wave = waves.at(-1)
    if (wave === undefined || each.from.some((id) => goals.has(id))) {
      waves.push([each])
      goals = new Set([each.to])
    } else {
      wave.push(each)
      goals.add(each.to)
    }
  }
  return waves
}

/** Works out what rewritten commits are to say; nothing is written. */
export const planRewrites = Effect.fn("carry.plan")(function* (
  groups: ReadonlyArray<Group>,
  kind: RewriteKind,
  successors: Successors,
  progress: Progress
) {
  const { between, kept, noted, passed, rewritten } = progress
  const notes = yield* notesNow(groups.flatMap(({ from }) => from))
  const present = yield* presentOf([...new Set([...notes.keys(), ...between.keys(), ...groups.map(({ to }) => to)])])
  const carried = new Map<ObjectId, Carried>()
  const work = Effect.fnUntraced(function* (each: Group) {
    const { from, to } = each
    for (const id of from) if (notes.has(id) || between.has(id)) noted.add(id)
    const [first, ...rest] = yield* inOrder(kind, sourcesOf(each, notes, progress))
    if (first === undefined) return
    if (!present.has(to)) return void passed.set(to, [first, ...rest])
    const made = yield* carryGroup(kind, each, [first, ...rest], { present, kept, successors })
    carried.set(to, made)
    if (!rewritten.has(to)) return
    // Rewritten again in the same list: what it is to say goes on from here.
    const standing = between.get(to) ?? notes.get(to)
    if (standing !== undefined) between.set(to, combine(made, standing, successors))
    else if (!isEmpty(made)) between.set(to, made.content)
  })
  for (const wave of wavesOf(groups)) yield* Effect.forEach(wave, work, { concurrency: atOnce, discard: true })
  return carried
})
