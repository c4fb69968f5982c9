import { Effect, Result } from "effect"
import { makeNameResolver, normalizeName } from "../../domain/AnchorName.ts"
import type { Region, RelatedAnnotation } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Note, NoteProblem } from "../../notes/format/decode.ts"
import { Notes } from "../../notes/Notes.ts"
import { type NotesSnapshot } from "../../notes/NotesSnapshot.ts"
import type { NotesIndex } from "../../notes/lookup/NotesIndex.ts"
import type { Related } from "./answers.ts"

/** A region with the related annotations to follow. */
interface Source {
  readonly commit: ObjectId
  readonly anchor: string
  readonly related: ReadonlyArray<RelatedAnnotation>
}

/** A region reached through related annotations. */
export interface ReachedRegion extends Related {
  readonly commit: ObjectId
  /** Position of the region in its note. */
  readonly region: number
}

interface Walk {
  readonly seen: Set<string>
  readonly reached: Array<ReachedRegion>
  pointers: ReadonlyArray<{ readonly commit: ObjectId; readonly pointer: RelatedAnnotation }>
}

/** Returns the annotated commit with this id prefix; undefined when there are none or several. */
const findAnnotated = (index: NotesIndex, prefix: string): ObjectId | undefined => {
  let found: ObjectId | undefined
  for (const commit of index.beginning(prefix)) {
    if (found !== undefined) return undefined
    found = commit
  }
  return found
}

const makePointerResolver =
  (index: NotesIndex) =>
  (pointers: ReadonlyArray<RelatedAnnotation>): Walk["pointers"] =>
    pointers.flatMap((pointer) => {
      const commit = findAnnotated(index, pointer.commit)
      return commit === undefined ? [] : [{ commit, pointer }]
    })

const regionsIn = (note: Result.Result<Note, NoteProblem> | undefined): ReadonlyArray<Region> =>
  note !== undefined && Result.isSuccess(note) ? note.success.annotation.regions : []

const collectProblems = (notes: Iterable<Result.Result<Note, NoteProblem>>): ReadonlyArray<NoteProblem> =>
  Array.from(notes).flatMap((note) => (Result.isFailure(note) ? [note.failure] : []))

const anchorKey = (commit: string, anchor: string): string => `${commit} ${anchor}`

/** Adds the regions that the pointers of a walk refer to, and returns the pointers of these regions. */
const advance = (walk: Walk, read: ReadonlyMap<ObjectId, Result.Result<Note, NoteProblem>>) => {
  const next: Array<RelatedAnnotation> = []
  for (const { commit, pointer } of walk.pointers) {
    const regions = regionsIn(read.get(commit))
    const target = makeNameResolver(regions.map((region) => region.ast_anchor.name))(pointer.anchor)
    regions.forEach((region, position) => {
      const { name } = region.ast_anchor
      const { relationship } = pointer
      // Equal for a copy on another commit.
      const copy = JSON.stringify([region.file, normalizeName(name), region.intent, relationship])
      if (target?.names.has(normalizeName(name)) !== true) return
      if (walk.seen.has(anchorKey(commit, name)) || walk.seen.has(copy)) return
      walk.seen.add(anchorKey(commit, name)).add(copy)
      walk.reached.push({ commit, anchor: name, relationship, intent: region.intent, region: position })
      next.push(...region.related_annotations)
    })
  }
  return next
}

/**
 * Follows related annotations `depth` hops from each source, and returns each (commit, anchor) once per source, also in
 * cycles. Skips pointers to commits or anchors without a note. `reached` is in the order of the sources. `problems` are the
 * unreadable notes on the way.
 */
export const followRelated = Effect.fn("Pipeline.followRelated")(function* (
  snapshot: NotesSnapshot,
  sources: ReadonlyArray<Source>,
  depth: number
) {
  const notes = yield* Notes
  const resolve = makePointerResolver(snapshot.index)
  const walks = sources.map((source): Walk => ({
    seen: new Set([anchorKey(source.commit, source.anchor)]),
    reached: [],
    pointers: depth > 0 ? resolve(source.related) : []
  }))
  const problems: Array<NoteProblem> = []
  for (let hop = 1; hop <= depth; hop += 1) {
    const read = yield* notes.read(
      snapshot,
      walks.flatMap((walk) => walk.pointers.map((each) => each.commit))
    )
    problems.push(...collectProblems(read.values()))
    for (const walk of walks) {
      const next = advance(walk, read)
      walk.pointers = hop < depth ? resolve(next) : []
    }
  }
  return { reached: walks.map((walk): ReadonlyArray<ReachedRegion> => walk.reached), problems }
})

/** Returns the fields that answers have. */
export const formatRelated = ({ anchor, commit, intent, relationship }: ReachedRegion): Related => ({
  commit,
  anchor,
  relationship,
  intent
})
