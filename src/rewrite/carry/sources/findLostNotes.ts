import { Array as Arrays, Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { CommitMetadata } from "../../../adapters/git/CommitChange.ts"
import { Git } from "../../../adapters/git/Git.ts"

/** A note that a write of the notes ref dropped. */
interface Loss {
  readonly commit: ObjectId
  /** The last notes commit that has it. */
  readonly tip: ObjectId
  /** Whether the dropping write also changed the same note. */
  readonly isShared: boolean
}

/** One move of the notes ref in its reflog. */
interface Move {
  readonly from: ObjectId
  readonly to: CommitMetadata
  /** Earlier values of the ref, newest first. */
  readonly earlier: ReadonlyArray<ObjectId>
}

/** Messages of git and similar libraries, which write notes without compare-and-swap. */
const adding = "Notes added by 'git"
const removing = "Notes removed by 'git"
/** Maximum earlier values among which to look for the one that the writer had read. */
const maxEarlierValues = 5

const blobsOf = (notes: ReadonlyArray<{ readonly commit: ObjectId; readonly blob: ObjectId }>) =>
  new Map(notes.map(({ blob, commit }) => [commit, blob]))

/**
 * The writer based its commit on an older tip: later notes are not in the new history. A ref that was reset, or set to a
 * commit made elsewhere, is intended and not a loss.
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

/** Finds the changed notes that are back at a recent earlier version. */
const restoredIn = Effect.fnUntraced(function* (
  earlier: ReadonlyArray<ObjectId>,
  changed: ReadonlyMap<ObjectId, ObjectId>
) {
  const git = yield* Git
  const before = yield* Effect.forEach(earlier.slice(0, maxEarlierValues), (tip) =>
    git.noteBlobs(tip, [...changed.keys()])
  )
  return [...changed].flatMap(([commit, blob]) => (before.some((blobs) => blobs.get(commit) === blob) ? [commit] : []))
})

/**
 * The writer based its commit on the right tip but on a stale notes tree: while it added one note, it removed others or
 * reverted them to earlier versions.
 */
const undone = Effect.fnUntraced(function* ({ earlier, from, to }: Move) {
  const git = yield* Git
  if (!to.message.startsWith(adding)) return []
  const { removed, upserted } = yield* git.notesChange(from, to.id)
  const restored = upserted.length < 2 ? [] : yield* restoredIn(earlier, blobsOf(upserted))
  // If only one note changed, its old text was restored on purpose.
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
 * Finds the notes that writes of the notes ref dropped, given its values, newest first. Omits notes that a later write
 * changed, restored or removed.
 */
export const lossesIn = Effect.fn("carry.lossesIn")(function* (values: ReadonlyArray<ObjectId>) {
  const moves = yield* movesOf(values)
  const losses = yield* Effect.forEach(moves, lossesOf, { concurrency: 4 })
  const oldest = losses.findLastIndex((each) => each.length > 0)
  const touched = new Set<ObjectId>()
  const found: Array<Loss> = []
  for (const [move, lost] of Arrays.zip(moves, losses).slice(0, oldest + 1)) {
    found.push(...lost.filter(({ commit }) => !touched.has(commit)))
    for (const commit of yield* touchedBy(move)) touched.add(commit)
  }
  return found
})
