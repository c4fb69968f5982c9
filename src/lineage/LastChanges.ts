import { Context, Effect, Layer, Option, Schema } from "effect"
import * as Shelf from "../store/Shelf.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import * as Memo from "./Memo.ts"

/** A path as a commit has it. */
export interface PathAt {
  readonly commit: ObjectId
  readonly path: string
  /** What else git's walk depends on. */
  readonly context: string
}

/** Answers kept in memory. */
const keptChanges = 2_048
/** Commits whose answers are kept on disk for a path, the newest asked for first. */
const keptCommits = 8

const keyOf = ({ context, path }: PathAt): string => `${context}\0${path}`

const Kept = Schema.Array(Schema.Struct({ commit: ObjectId, change: Schema.NullOr(ObjectId) }))

/** Which commit changed a path last, seen from another; kept in memory, and on disk for the commits asked for lately. */
export class LastChanges extends Context.Service<
  LastChanges,
  {
    get(place: PathAt): Effect.Effect<Option.Option<ObjectId>, GitError>
    /** The answer if it is kept; git is not asked. None: not known. */
    known(place: PathAt): Effect.Effect<Option.Option<Option.Option<ObjectId>>>
  }
>()("ultragit/lineage/LastChanges") {
  static readonly layerNoDeps = Layer.effect(
    LastChanges,
    Effect.gen(function* () {
      const git = yield* Git
      const shelf = yield* Shelf.make("changes-1", Schema.fromJsonString(Kept))
      const keptFor = (place: PathAt) =>
        Effect.map(
          shelf.get(keyOf(place)),
          Option.getOrElse((): typeof Kept.Type => [])
        )

      const fromDisk = Effect.fnUntraced(function* (place: PathAt) {
        const found = (yield* keptFor(place)).find(({ commit }) => commit === place.commit)
        return Option.map(Option.fromUndefinedOr(found), ({ change }) => Option.fromNullOr(change))
      })
      const keep = Effect.fnUntraced(function* (place: PathAt, change: Option.Option<ObjectId>) {
        const others = (yield* keptFor(place)).filter(({ commit }) => commit !== place.commit)
        const own = { commit: place.commit, change: Option.getOrNull(change) }
        yield* shelf.put(keyOf(place), [own, ...others].slice(0, keptCommits))
      })
      const changes = yield* Memo.make({
        capacity: keptChanges,
        text: (place: PathAt) => `${keyOf(place)}\0${place.commit}`,
        lookup: Effect.fnUntraced(function* (place: PathAt) {
          const known = yield* fromDisk(place)
          if (Option.isSome(known)) return known.value
          const found = yield* git.lastChange(place.commit, place.path)
          yield* keep(place, found)
          return found
        })
      })
      const known = Effect.fnUntraced(function* (place: PathAt) {
        const kept = yield* changes.peek(place)
        return Option.isSome(kept) ? kept : yield* fromDisk(place)
      })
      return LastChanges.of({ get: changes.get, known })
    })
  )
}
