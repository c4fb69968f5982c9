import { Context, Effect, Layer, Option, Schema } from "effect"
import * as TypedCache from "../store/TypedCache.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import type { Rename } from "../adapters/git/CommitChange.ts"
import { Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import * as Memo from "./Memo.ts"
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** A rename: one of the paths in `from` became one of the paths in `to`. */
type Move = Pick<Rename, "from" | "to">

/** Identifies a history. */
interface HistoryKey {
  readonly commit: ObjectId
  /** Fingerprint of everything else that git's walk depends on (`Git.blameContext`). */
  readonly context: string
}

/** Maximum histories in memory. */
const maxHistories = 4
/** Maximum paths in memory, over all histories. */
const maxPaths = 400_000
/** Maximum commits per context whose renames are stored on disk, most recent first. */
const maxCommitsOnDisk = 8

/** Each move once. */
const Paths = Schema.Array(Schema.String)
const Moves = Schema.Array(Schema.Tuple([Paths, Paths]))
const Commits = Schema.Array(ObjectId)

const formatKey = ({ commit, context }: HistoryKey): string => `${context}\0${commit}`

const countPaths = (moves: ReadonlyArray<Move>): number =>
  moves.reduce((count, { from, to }) => count + from.length + to.length, 0)

const removeDuplicates = (moves: Iterable<Move>): ReadonlyArray<Move> => [
  ...new Map(Array.from(moves, ({ from, to }) => [JSON.stringify([from, to]), { from, to }])).values()
]

/**
 * All renames in the history of a commit, cached in memory and on disk. History does not change, so the renames of a
 * commit are those of an ancestor plus those made since.
 */
export class Renames extends Context.Service<
  Renames,
  {
    /** Each move once. */
    list(commit: ObjectId): Effect.Effect<ReadonlyArray<Move>, GitError>
  }
>()("ultragit/lineage/Renames") {
  static readonly layerNoDeps = Layer.effect(
    Renames,
    Effect.gen(function* () {
      const git = yield* Git
      const renamesCache = yield* TypedCache.make("renames-1", Schema.fromJsonString(Moves))
      const commitsCache = yield* TypedCache.make("renames-1", Schema.fromJsonString(Commits))

      const kept = (requested: HistoryKey) =>
        Effect.map(
          renamesCache.get(formatKey(requested)),
          Option.map((moves) => moves.map(([from, to]): Move => ({ from, to })))
        )
      const store = Effect.fnUntraced(function* (
        requested: HistoryKey,
        known: ReadonlyArray<ObjectId>,
        moves: readonly Move[]
      ) {
        yield* renamesCache.put(
          formatKey(requested),
          moves.map(({ from, to }) => [from, to] as const)
        )
        const others = known.filter((commit) => commit !== requested.commit)
        yield* commitsCache.put(requested.context, [requested.commit, ...others].slice(0, maxCommitsOnDisk))
      })

      /** Takes the cached renames of the first of these ancestors and adds those made since. */
      const extendFromAncestor = Effect.fnUntraced(function* (
        requested: HistoryKey,
        ancestors: ReadonlyArray<ObjectId>
      ) {
        for (const commit of ancestors) {
          const known = yield* kept({ ...requested, commit })
          if (Option.isSome(known))
            return removeDuplicates([...(yield* git.renames(requested.commit, commit)), ...known.value])
        }
        return removeDuplicates(yield* git.renames(requested.commit))
      })

      const histories = yield* Memo.make({
        capacity: maxHistories,
        weight: { of: countPaths, maxTotal: maxPaths },
        text: formatKey,
        lookup: Effect.fnUntraced(function* (requested: HistoryKey) {
          const own = yield* kept(requested)
          if (Option.isSome(own)) return own.value
          const known = Option.getOrElse(yield* commitsCache.get(requested.context), (): typeof Commits.Type => [])
          const ancestors = yield* git.reachable(known, requested.commit)
          const found = yield* extendFromAncestor(
            requested,
            known.filter((commit) => ancestors.has(commit))
          )
          yield* storeIfUnchanged(git, requested.context, store(requested, known, found))
          return found
        })
      })
      const list = (commit: ObjectId) =>
        Effect.flatMap(git.blameContext, (context) => histories.get({ commit, context }))
      return Renames.of({ list: Effect.fn("Renames.list")(list) })
    })
  )
}
