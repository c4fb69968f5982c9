import { Array as Arrays, Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { Annotation, Region } from "../../domain/Annotation.ts"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { mergeOver } from "../../notes/merge/Merge.ts"
import { replaceSubjects } from "../../rewrite/carry/regions/replaceSubjects.ts"
import { resolveAt } from "../../rewrite/carry/regions/resolveNote.ts"
import { isZero, type Pair } from "../../rewrite/carry/rewrites/groupRewrites.ts"
import { type Successors, successorsOf } from "../../rewrite/carry/rewrites/successors.ts"
import { composeAnnotation } from "./composeAnnotation.ts"
import { describeCommit } from "./describeCommit.ts"
import type { Draft, DraftContent, QuotedPlace } from "./Draft.ts"
import { listDrafts, followSettled, listSettled, readDraft, removeDraft, writeDraft } from "./draftFiles.ts"
import { makeDraft, unite } from "./saveDraft.ts"

const toRegion = ({ ast_anchor, file, lines }: QuotedPlace): Region => ({
  file,
  ast_anchor,
  lines,
  intent: file,
  constraints: [],
  semantic_dependencies: [],
  related_annotations: [],
  tags: []
})

const finalOf = (from: ObjectId, direct: ReadonlyMap<ObjectId, ObjectId>): ObjectId => {
  let current = from
  // Pairs may form a cycle.
  for (let step = 0; step < direct.size; step += 1) {
    const next = direct.get(current)
    if (next === undefined || next === from) break
    current = next
  }
  return current
}

/** Moves a draft to the commit that replaces its own: its files, units and lines are found there as those of a note are. */
const moveDraft = Effect.fnUntraced(function* (draft: Draft, to: CommitMetadata, successors: Successors) {
  const { annotation, commit, places } = draft
  const count = annotation.regions.length
  const all: Annotation = { ...annotation, regions: [...annotation.regions, ...places.map(toRegion)] }
  const span = { from: Option.some(commit), to: to.id }
  const { content } = yield* resolveAt({ commit, content: { annotation: all } }, span, successors)
  const found = content.annotation.regions.slice(count)
  const described = describeCommit(to)
  const moved: DraftContent = {
    ...draft,
    ...described,
    subject: described.subject === "" ? draft.subject : described.subject,
    places: Arrays.map(places, (place, index): QuotedPlace => {
      const { ast_anchor, file, lines } = found[index] ?? place
      return { ...place, ast_anchor, file, lines }
    })
  }
  if (!draft.edited) return makeDraft(moved)
  const edited: Annotation = { ...content.annotation, regions: content.annotation.regions.slice(0, count) }
  const subjects = { from: draft.subject, to: moved.subject }
  return {
    ...draft,
    ...moved,
    annotation: replaceSubjects({ annotation: edited }, subjects).annotation
  } satisfies Draft
})

/** Makes one draft of two for the same commit. What a person has edited is kept, and only sessions that it lacks added. */
const join = (known: Draft, moved: Draft): Draft => {
  if (!known.edited && !moved.edited) return makeDraft(unite(moved, known))
  const [kept, other] = known.edited ? [known, moved] : [moved, known]
  const sessions = new Set(kept.sessions.map(({ id }) => id))
  if (other.sessions.every(({ id }) => sessions.has(id))) return kept
  const { annotation } = mergeOver({ annotation: other.annotation }, { annotation: kept.annotation }, "always")
  const content = unite(other, kept)
  const { provenance } = composeAnnotation(content)
  return { ...kept, ...content, annotation: { ...annotation, provenance }, edited: true }
}

/** Moves the draft of a commit, and what was decided about it. One that cannot be read stays. */
const follow = Effect.fnUntraced(function* (from: ObjectId, to: CommitMetadata, successors: Successors) {
  yield* followSettled(from, to.id)
  const draft = yield* readDraft(from)
  if (Option.isNone(draft)) return false
  const moved = yield* moveDraft(draft.value, to, successors)
  const known = yield* readDraft(to.id)
  yield* writeDraft(Option.isNone(known) ? moved : join(known.value, moved))
  yield* removeDraft(from)
  return true
})

/**
 * Moves the drafts of rewritten commits to those that replace them, as notes follow; so does what was accepted or dropped of
 * them, so that no import drafts it again. A commit that is still in the new history keeps its draft, and so does one that was
 * dropped. Returns how many were moved.
 */
export const followRewrites = Effect.fn("Drafts.followRewrites")(function* (pairs: ReadonlyArray<Pair>) {
  const git = yield* Git
  const waiting = new Set([...(yield* listDrafts()), ...(yield* listSettled())])
  const successors = successorsOf(pairs)
  const rewritten = pairs.filter(({ from, to }) => from !== to && !isZero(to))
  const last = new Map(rewritten.map(({ from, to }) => [from, to]))
  const concerned = [...new Set(rewritten.map(({ from }) => from))].filter((commit) => waiting.has(commit))
  let count = 0
  for (const from of concerned) {
    const [to] = yield* git.commits([finalOf(from, last)])
    if (to === undefined || Option.isNone(to)) continue
    if ((yield* git.reachable([from], to.value.id)).has(from)) continue
    const isMoved = yield* Effect.orElseSucceed(follow(from, to.value, successors), () => false)
    if (isMoved) count += 1
  }
  return count
})
