import { Effect, Option } from "effect"
import type { Provenance } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { NoteContent } from "../../notes/NotesWriter.ts"
import { type Carried, combine, together, withProvenance } from "./combining.ts"
import { isSameTree } from "./fates.ts"
import type { Group } from "./groups.ts"
import { notesNow } from "./notesAt.ts"
import { presentOf } from "./present.ts"
import { resolveAt, type Source } from "./resolving.ts"
import type { Successors } from "./successors.ts"

/** How commits took the place of others. */
export type RewriteKind = "amend" | "rebase" | "map"

/** What is to be written, and what there was nothing to be done about. */
export interface Plan {
  readonly carried: ReadonlyMap<ObjectId, Carried>
  /** For each commit, the notes that go there, oldest first. */
  readonly sources: ReadonlyMap<ObjectId, ReadonlyArray<Source>>
  /** Commits with a note whose successor is not in this repository. */
  readonly missing: ReadonlySet<ObjectId>
  /** Commits that had a note. */
  readonly noted: ReadonlySet<ObjectId>
}

const hasOtherTree = Effect.fnUntraced(function* (from: Option.Option<ObjectId>, to: ObjectId) {
  return Option.isNone(from) || !(yield* isSameTree({ from, to }))
})

/** How a note came to hang on a commit (spec writing §3). */
const provenanceOf = Effect.fnUntraced(function* (
  kind: RewriteKind,
  { from, to }: Group,
  sources: readonly [Source, ...ReadonlyArray<Source>],
  { before, kept }: { readonly before: Option.Option<ObjectId>; readonly kept: Provenance }
) {
  const derived_from = sources.map(({ commit }) => commit)
  if (from.length > 1) {
    return { ...kept, operation: "squash", derived_from, original_annotations_preserved: true } satisfies Provenance
  }
  if (kind !== "amend" || !(yield* hasOtherTree(before, to))) return kept
  return { ...kept, operation: "amend", derived_from, original_annotations_preserved: true } satisfies Provenance
})

/** What a rewritten commit is to say, by the notes of those whose place it took. */
export const carryGroup = Effect.fnUntraced(function* (
  kind: RewriteKind,
  group: Group,
  sources: readonly [Source, ...ReadonlyArray<Source>],
  present: ReadonlySet<ObjectId>,
  successors: Successors
) {
  const resolve = (source: Source) => {
    const from = present.has(source.commit) ? Option.some(source.commit) : Option.none<ObjectId>()
    return resolveAt(source, { from, to: group.to }, successors)
  }
  const [first, ...rest] = sources
  const resolved = [yield* resolve(first), ...(yield* Effect.forEach(rest, resolve))] as const
  const carried = together(resolved)
  const before = present.has(first.commit) ? Option.some(first.commit) : Option.none<ObjectId>()
  const kept = carried.content.annotation.provenance
  const provenance = yield* provenanceOf(kind, group, sources, { before, kept })
  return { ...carried, content: withProvenance(carried.content, provenance) } satisfies Carried
})

/** The notes that go to a commit: its sources' own, or those that went to a source that is gone. */
const sourcesOf = (
  { from }: Group,
  notes: ReadonlyMap<ObjectId, NoteContent>,
  passed: ReadonlyMap<ObjectId, ReadonlyArray<Source>>
): ReadonlyArray<Source> =>
  from.flatMap((commit) => {
    const content = notes.get(commit)
    return content === undefined ? (passed.get(commit) ?? []) : [{ commit, content }]
  })

/** Works out what rewritten commits are to say; nothing is written. */
export const planRewrites = Effect.fn("carry.plan")(function* (
  groups: ReadonlyArray<Group>,
  kind: RewriteKind,
  successors: Successors
) {
  const rewritten = groups.flatMap(({ from }) => from)
  const notes = new Map(yield* notesNow(rewritten))
  const noted = new Set(notes.keys())
  const intermediate = new Set(rewritten)
  const present = yield* presentOf([...new Set([...noted, ...groups.map(({ to }) => to)])])
  const carried = new Map<ObjectId, Carried>()
  const passed = new Map<ObjectId, ReadonlyArray<Source>>()
  const sources = new Map<ObjectId, ReadonlyArray<Source>>()
  const missing = new Set<ObjectId>()
  for (const group of groups) {
    const [first, ...rest] = sourcesOf(group, notes, passed)
    if (first === undefined) continue
    if (!present.has(group.to)) {
      passed.set(group.to, [first, ...rest])
      continue
    }
    const made = yield* carryGroup(kind, group, [first, ...rest], present, successors)
    carried.set(group.to, made)
    sources.set(group.to, [first, ...rest])
    if (!intermediate.has(group.to)) continue
    // Rewritten again in the same list: what it is to say goes on from here.
    const standing = notes.get(group.to)
    notes.set(group.to, standing === undefined ? made.content : combine(made, standing, successors))
  }
  for (const [to, lost] of passed) {
    if (!intermediate.has(to)) for (const { commit } of lost) missing.add(commit)
  }
  return { carried, sources, missing, noted } satisfies Plan
})
