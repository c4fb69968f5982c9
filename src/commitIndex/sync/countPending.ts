import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git, type NotesChange } from "../../adapters/git/Git.ts"
import type { IndexedState } from "../queries/unindexed.ts"
import type { IndexedNotes } from "../store/indexedNotes.ts"
import type { Registration } from "../model/Registration.ts"
import { computeBasis, makeAuthorFilter } from "./basis.ts"
import { selectRefs } from "./selectRefs.ts"

/** Commits per request to the index. */
const idsPerRequest = 2_000

/** Access to the index of one repository. */
interface IndexAccess<E> {
  readonly indexed: Effect.Effect<IndexedState, E>
  /** Filters commits down to those that are indexed neither for the repository nor for its upstream. */
  readonly unindexed: (ids: ReadonlyArray<ObjectId>) => Effect.Effect<ReadonlyArray<ObjectId>, E>
  /** Counts the indexed commits whose annotation is not that of these notes. */
  readonly outdated: (change: NotesChange) => Effect.Effect<number, E>
}

/** Lists those of the commits that still exist in the repository. */
const listExisting = Effect.fnUntraced(function* (ids: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const found = yield* git.commits(ids)
  return ids.filter((_, index) => Option.isSome(found[index] ?? Option.none()))
})

/** Walks the commits of the selected refs that may be missing: only new ones if the last sync is complete. */
const walkSince = Effect.fnUntraced(function* (
  { selection }: Registration,
  { basis, isUnfinished, tips }: IndexedState
) {
  const git = yield* Git
  const refs = yield* selectRefs(selection)
  const exclude = isUnfinished || basis !== (yield* computeBasis(selection)) ? [] : tips
  const indexedTips = new Set(exclude)
  const from = [...new Set(refs.map(({ commit }) => commit))].filter((id) => !indexedTips.has(id))
  if (from.length === 0) return []
  // A force-push followed by `git gc` may have removed indexed tips.
  const walkExisting = Effect.flatMap(listExisting(exclude), (left) => git.walk({ from, exclude: left }))
  return yield* Effect.catchTag(git.walk({ from, exclude }), "GitError", () => walkExisting)
})

/** Reads what changed since these notes were indexed; all notes if the notes commit is gone. */
const readNotesChange = Effect.fnUntraced(function* ({ tip: before }: IndexedNotes, now: Option.Option<ObjectId>) {
  const git = yield* Git
  const list = Option.match({ onNone: () => Effect.succeed([]), onSome: git.notes })
  const listAll = Effect.map(list(now), (upserted): NotesChange => ({ upserted, removed: [] }))
  if (before === null) return yield* listAll
  if (Option.isSome(now)) {
    return yield* Effect.catchTag(git.notesChange(before, now.value), "GitError", () => listAll)
  }
  const removed = (yield* git.notes(before)).map(({ commit }) => commit)
  return { upserted: [], removed } satisfies NotesChange
})

/** Counts the indexed commits whose note changed since. Fetched notes count once they are merged. */
const countOutdated = Effect.fnUntraced(function* <E>({ notes }: IndexedState, index: IndexAccess<E>) {
  if (notes === undefined) return 0
  const now = yield* (yield* Git).resolveRef(notes.ref)
  if (Option.getOrNull(now) === notes.tip) return 0
  return yield* index.outdated(yield* readNotesChange(notes, now))
})

/** Counts the commits that a sync would index now, including those that lack only their patch or have another note. */
export const countPending = Effect.fn("Sync.behind")(function* <E>(registration: Registration, index: IndexAccess<E>) {
  const git = yield* Git
  const { author } = registration.selection
  const isSelected = makeAuthorFilter(author)
  const indexed = yield* index.indexed
  const ids = yield* walkSince(registration, indexed)
  let count = indexed.pendingPatches + (yield* countOutdated(indexed, index))
  for (let start = 0; start < ids.length; start += idsPerRequest) {
    const missing = yield* index.unindexed(ids.slice(start, start + idsPerRequest))
    const commits = author === null ? [] : yield* git.commits(missing)
    count +=
      author === null ? missing.length : commits.filter(Option.exists((commit) => isSelected(commit.author))).length
  }
  return count
})
