import { Context, Effect, Layer, Option, Schema } from "effect"
import * as TypedCache from "../store/TypedCache.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import * as Memo from "./Memo.ts"

/** A path as a commit has it. */
export interface PathInCommit {
  readonly commit: ObjectId
  readonly path: string
  /** What else git's walk depends on. */
  readonly context: string
}

/** Answers kept in memory. */
const maxAnswers = 2_048
/** Commits whose answers are kept on disk for a path, the newest asked for first. */
const maxCommitsOnDisk = 8

const formatKey = ({ context, path }: PathInCommit): string => `${context}\0${path}`

const AnswersOnDisk = Schema.Array(Schema.Struct({ commit: ObjectId, change: Schema.NullOr(ObjectId) }))

/** Which commit changed a path last, seen from another; kept in memory, and on disk for the commits asked for lately. */
export class LastChanges extends Context.Service<
  LastChanges,
  {
    get(place: PathInCommit): Effect.Effect<Option.Option<ObjectId>, GitError>
    /** The answer if it is kept; git is not asked. None: not known. */
    peek(place: PathInCommit): Effect.Effect<Option.Option<Option.Option<ObjectId>>>
  }
>()("ultragit/lineage/LastChanges") {
  static readonly layerNoDeps = Layer.effect(
    LastChanges,
    Effect.gen(function* () {
      const git = yield* Git
      const shelf = yield* TypedCache.make("changes-1", Schema.fromJsonString(AnswersOnDisk))
      const readAnswers = (place: PathInCommit) =>
        Effect.map(
          shelf.get(formatKey(place)),
          Option.getOrElse((): typeof AnswersOnDisk.Type => [])
        )

      const readFromDisk = Effect.fnUntraced(function* (place: PathInCommit) {
        const found = (yield* readAnswers(place)).find(({ commit }) => commit === place.commit)
        return Option.map(Option.fromUndefinedOr(found), ({ change }) => Option.fromNullOr(change))
      })
      const store = Effect.fnUntraced(function* (place: PathInCommit, change: Option.Option<ObjectId>) {
        const others = (yield* readAnswers(place)).filter(({ commit }) => commit !== place.commit)
        const own = { commit: place.commit, change: Option.getOrNull(change) }
        yield* shelf.put(formatKey(place), [own, ...others].slice(0, maxCommitsOnDisk))
      })
      const changes = yield* Memo.make({
        capacity: maxAnswers,
        text: (place: PathInCommit) => `${formatKey(place)}\0${place.commit}`,
        lookup: Effect.fnUntraced(function* (place: PathInCommit) {
          const known = yield* readFromDisk(place)
          if (Option.isSome(known)) return known.value
          const found = yield* git.lastChange(place.commit, place.path)
          yield* store(place, found)
          return found
        })
      })
      const known = Effect.fnUntraced(function* (place: PathInCommit) {
        const kept = yield* changes.peek(place)
        return Option.isSome(kept) ? kept : yield* readFromDisk(place)
      })
      return LastChanges.of({ get: changes.get, peek: known })
    })
  )
}
