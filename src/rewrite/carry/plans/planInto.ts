import { Effect, Option } from "effect"
import type { Provenance } from "../../../domain/Annotation.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { type Carried, originsOf, combineNotes, withProvenance } from "../regions/combineNotes.ts"
import { readCurrentNotes } from "../rewrites/readNotes.ts"
import { filterExisting } from "../rewrites/filterExisting.ts"
import { resolveAt, type Source } from "../regions/resolveNote.ts"
import { noSuccessors } from "../rewrites/successors.ts"

/** Sorts the commits of a branch, oldest first; the sort is stable. */
const oldestFirst = Effect.fnUntraced(function* (commit: ObjectId, sources: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const present = [...(yield* filterExisting(sources))]
  const [facts = Option.none()] = yield* git.commits([commit])
  const exclude = Option.match(facts, { onNone: () => [], onSome: ({ parents }) => parents })
  const walked = yield* git.walk({ from: present, exclude })
  const position = new Map(walked.toReversed().map((id, index) => [id, index]))
  const at = (id: ObjectId): number => position.get(id) ?? -1
  return sources.toSorted((a, b) => at(a) - at(b))
})

/** Resolves notes in a commit, each from its own commit, and combines them. References to commits stay. */
export const resolveAndCombine = Effect.fnUntraced(function* (
  commit: ObjectId,
  sources: readonly [Source, ...ReadonlyArray<Source>]
) {
  const present = yield* filterExisting(sources.map((source) => source.commit))
  const resolve = (source: Source) => {
    const from = present.has(source.commit) ? Option.some(source.commit) : Option.none<ObjectId>()
    return resolveAt(source, { from, to: commit }, noSuccessors)
  }
  const [first, ...rest] = sources
  return combineNotes([yield* resolve(first), ...(yield* Effect.forEach(rest, resolve))])
})

/** Resolves and combines notes, and records in the provenance which they are. */
export const combineWithProvenance = Effect.fnUntraced(function* (
  commit: ObjectId,
  sources: readonly [Source, ...ReadonlyArray<Source>],
  isSquash: boolean
) {
  const carried = yield* resolveAndCombine(commit, sources)
  const provenance: Provenance = {
    ...carried.content.annotation.provenance,
    ...(isSquash ? { operation: "squash" } : {}),
    derived_from: originsOf(sources),
    original_annotations_preserved: true
  }
  return { ...carried, content: withProvenance(carried.content, provenance) }
})

/** Plans the note of a squash or a cherry-pick; none if its sources have no notes. */
export const planInto = Effect.fn("carry.planInto")(function* (
  commit: ObjectId,
  kind: "squash" | "cherry-pick",
  given: ReadonlyArray<ObjectId>
) {
  const others = [...new Set(given)].filter((id) => id !== commit)
  const ordered = kind === "squash" ? yield* oldestFirst(commit, others) : others
  const notes = yield* readCurrentNotes(ordered)
  const [first, ...rest] = ordered.flatMap((source): ReadonlyArray<Source> => {
    const content = notes.get(source)
    return content === undefined ? [] : [{ commit: source, content }]
  })
  if (first === undefined) return Option.none<Carried>()
  return Option.some(yield* combineWithProvenance(commit, [first, ...rest], kind === "squash" || ordered.length > 1))
})
