import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { CommitMetadata } from "../../../adapters/git/CommitChange.ts"
import { Git } from "../../../adapters/git/Git.ts"

/** A note that a write of the notes ref threw away. */
export interface Loss {
  readonly commit: ObjectId
  /** The notes commit that had it. */
  readonly tip: ObjectId
  /** Whether the careless writer had something of its own to say in the same note. */
  readonly isShared: boolean
}

/** The notes ref moved from one notes commit to another. */
interface Move {
  readonly from: ObjectId
  readonly to: CommitMetadata
  /** What the ref had been before, newest first. */
  readonly earlier: ReadonlyArray<ObjectId>
}

/** How git, and libraries like it, say what they did to a note; none of them compares and swaps. */
const adding = "Notes added by 'git"
const removing = "Notes removed by 'git"
/** Values of the ref before a write, among which the one is looked for that its writer had read. */
const readBefore = 5

const blobsOf = (notes: ReadonlyArray<{ readonly commit: ObjectId; readonly blob: ObjectId }>) =>
  new Map(notes.map(({ blob, commit }) => [commit, blob]))

/**
 * The writer took another commit for the tip than was there: what had been written since is beside the new tip. A ref
 * set back, or to something made elsewhere, is what its user wants.
 */
const overtaken = Effect.fnUntraced(function* ({ earlier, from, to }: Move) {
  const git = yield* Git
  const [base, ...others] = to.parents
  if (base === undefined || others.length > 0 || earlier.includes(to.id)) return []
  const below = yield* git.reachable([base, to.id], from)
  if (!below.has(base) || below.has(to.id)) return []
  const [lost, own] = yield* Effect.all([git.notesChange(base, from), git.notesChange(base, to.id)])
  const removed = new Set(own.removed)
  const written = blobsOf(own.upserted)
  return lost.upserted
    .filter(({ blob, commit }) => !removed.has(commit) && written.get(commit) !== blob)
    .map(({ commit }): Loss => ({ commit, tip: from, isShared: written.has(commit) }))
})

/** Of the notes that a commit changed, those that are again what they were some writes before. */
const restoredIn = Effect.fnUntraced(function* (
  earlier: ReadonlyArray<ObjectId>,
  changed: ReadonlyMap<ObjectId, ObjectId>
) {
  const git = yield* Git
  const before = yield* Effect.forEach(earlier.slice(0, readBefore), (tip) => git.noteBlobs(tip, [...changed.keys()]))
  return [...changed].flatMap(([commit, blob]) => (before.some((blobs) => blobs.get(commit) === blob) ? [commit] : []))
})

/**
 * The writer made its commit on the right tip, of notes that it had read before: adding one note it took away others,
 * or gave them back what they had said.
 */
const undone = Effect.fnUntraced(function* ({ earlier, from, to }: Move) {
  const git = yield* Git
  if (!to.message.startsWith(adding)) return []
  const { removed, upserted } = yield* git.notesChange(from, to.id)
  const restored = upserted.length < 2 ? [] : yield* restoredIn(earlier, blobsOf(upserted))
  // A single note with an old text is one that its user put back.
  const isCareless = restored.length < upserted.length
  return [...removed, ...(isCareless ? restored : [])].map((commit): Loss => ({ commit, tip: from, isShared: false }))
})

const lossesOf = (move: Move) => {
  const { from, to } = move
  if (!to.message.startsWith(adding) && !to.message.startsWith(removing)) return Effect.succeed([])
  return to.parents.includes(from) ? undone(move) : overtaken(move)
}

const movesOf = Effect.fnUntraced(function* (values: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const facts = yield* git.commits(values)
  return values.slice(1).flatMap((from, index): ReadonlyArray<Move> => {
    const to = Option.getOrUndefined(facts[index] ?? Option.none())
    const isMove = to !== undefined && to.id !== from && Option.isSome(facts[index + 1] ?? Option.none())
    return isMove ? [{ from, to, earlier: values.slice(index + 2) }] : []
  })
})

const touchedBy = Effect.fnUntraced(function* ({ from, to }: Move) {
  const git = yield* Git
  const { removed, upserted } = yield* git.notesChange(from, to.id)
  return [...removed, ...upserted.map(({ commit }) => commit)]
})

/**
 * Notes that writes among these values of the notes ref, newest first, threw away and that nobody touched since: what
 * was brought back, written anew or taken away on purpose is nobody's loss.
 */
export const lossesIn = Effect.fn("carry.lossesIn")(function* (values: ReadonlyArray<ObjectId>) {
  const moves = yield* movesOf(values)
  const losses = yield* Effect.forEach(moves, lossesOf, { concurrency: 4 })
  const oldest = losses.findLastIndex((each) => each.length > 0)
  const touched = new Set<ObjectId>()
  const found: Array<Loss> = []
  for (const [index, move] of moves.slice(0, oldest + 1).entries()) {
    found.push(...(losses[index] ?? []).filter(({ commit }) => !touched.has(commit)))
    for (const commit of yield* touchedBy(move)) touched.add(commit)
  }
  return found
})
