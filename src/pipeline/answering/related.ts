import { Effect, Result } from "effect"
import { makeNameResolver, normalizeName } from "../../domain/AnchorName.ts"
import type { Region, RelatedAnnotation } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Note, NoteProblem } from "../../notes/format/decode.ts"
import { Notes } from "../../notes/Notes.ts"
import { type NotesSnapshot } from "../../notes/NotesSnapshot.ts"
import type { NotesIndex } from "../../notes/lookup/NotesIndex.ts"
import type { Related } from "./answers.ts"

/** A region whose related annotations are to be followed. */
export interface Source {
  readonly commit: ObjectId
  readonly anchor: string
  readonly related: ReadonlyArray<RelatedAnnotation>
}

/** A region that was reached, and where it stands. */
export interface Reached extends Related {
  readonly commit: ObjectId
  /** Position of the region in its note. */
  readonly region: number
}

interface Walk {
  readonly seen: Set<string>
  readonly reached: Array<Reached>
  pointers: ReadonlyArray<{ readonly commit: ObjectId; readonly pointer: RelatedAnnotation }>
}

/** The one annotated commit whose id begins so. */
const annotated = (index: NotesIndex, prefix: string): ObjectId | undefined => {
  let found: ObjectId | undefined
  for (const commit of index.beginning(prefix)) {
    if (found !== undefined) return undefined
    found = commit
  }
  return found
}

const resolveIn =
  (index: NotesIndex) =>
  (pointers: ReadonlyArray<RelatedAnnotation>): Walk["pointers"] =>
    pointers.flatMap((pointer) => {
      const commit = annotated(index, pointer.commit)
      return commit === undefined ? [] : [{ commit, pointer }]
    })

const regionsIn = (note: Result.Result<Note, NoteProblem> | undefined): ReadonlyArray<Region> =>
  note !== undefined && Result.isSuccess(note) ? note.success.annotation.regions : []

const unreadable = (notes: Iterable<Result.Result<Note, NoteProblem>>): ReadonlyArray<NoteProblem> =>
  Array.from(notes).flatMap((note) => (Result.isFailure(note) ? [note.failure] : []))

const place = (commit: string, anchor: string): string => `${commit} ${anchor}`

/** Takes in what a walk's pointers mean, and gives the pointers of that. */
const step = (walk: Walk, read: ReadonlyMap<ObjectId, Result.Result<Note, NoteProblem>>) => {
  const next: Array<RelatedAnnotation> = []
  for (const { commit, pointer } of walk.pointers) {
    const regions = regionsIn(read.get(commit))
    const meant = makeNameResolver(regions.map((region) => region.ast_anchor.name))(pointer.anchor)
    regions.forEach((region, position) => {
      const { name } = region.ast_anchor
      const { relationship } = pointer
      // The same of a copy on another commit.
      const copy = JSON.stringify([region.file, normalizeName(name), region.intent, relationship])
      if (meant?.names.has(normalizeName(name)) !== true) return
      if (walk.seen.has(place(commit, name)) || walk.seen.has(copy)) return
      walk.seen.add(place(commit, name)).add(copy)
      walk.reached.push({ commit, anchor: name, relationship, intent: region.intent, region: position })
      next.push(...region.related_annotations)
    })
  }
  return next
}

/**
 * Follows related annotations `depth` hops from each source, each (commit, anchor) once per source, cycles included.
 * Pointers to commits or anchors without a note are passed over. `reached` is in the order of the sources; `problems`: notes
 * on the way that cannot be read.
 */
export const followRelated = Effect.fn("Pipeline.followRelated")(function* (
  snapshot: NotesSnapshot,
  sources: ReadonlyArray<Source>,
  depth: number
) {
  const notes = yield* Notes
  const resolve = resolveIn(snapshot.index)
  const walks = sources.map((source): Walk => ({
    seen: new Set([place(source.commit, source.anchor)]),
    reached: [],
    pointers: depth > 0 ? resolve(source.related) : []
  }))
  const problems: Array<NoteProblem> = []
  for (let hop = 1; hop <= depth; hop += 1) {
    const read = yield* notes.read(
      snapshot,
      walks.flatMap((walk) => walk.pointers.map((each) => each.commit))
    )
    problems.push(...unreadable(read.values()))
    for (const walk of walks) {
      const next = step(walk, read)
      walk.pointers = hop < depth ? resolve(next) : []
    }
  }
  return { reached: walks.map((walk): ReadonlyArray<Reached> => walk.reached), problems }
})

/** The fields that answers show. */
export const shown = ({ anchor, commit, intent, relationship }: Reached): Related => ({
  commit,
  anchor,
  relationship,
  intent
})
