import { Context, Effect, Layer, Option, Schema } from "effect"
import * as TypedCache from "../store/TypedCache.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import * as Memo from "./Memo.ts"
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** A path in a commit. */
interface PathInCommit {
  readonly commit: ObjectId
  readonly path: string
  /** Fingerprint of everything else that git's walk depends on (`Git.blameContext`). */
  readonly context: string
}

/** Maximum answers in memory. */
const maxAnswers = 2_048
/** Maximum commits per path whose answers are stored on disk, most recently requested first. */
const maxCommitsOnDisk = 8

const formatKey = ({ context, path }: PathInCommit): string => `${context}\0${path}`

const AnswersOnDisk = Schema.Array(Schema.Struct({ commit: ObjectId, change: Schema.NullOr(ObjectId) }))

/**
 * Finds the last commit that changed a path, as of another commit. Cached in memory and, for recently requested
 * commits, on disk.
 */
export class LastChanges extends Context.Service<
  LastChanges,
  {
    get(place: PathInCommit): Effect.Effect<Option.Option<ObjectId>, GitError>
    /** Returns the answer if it is cached, without running git. */
    peek(place: PathInCommit): Effect.Effect<Option.Option<Option.Option<ObjectId>>>
  }
>()("ultragit/lineage/LastChanges") {
  static readonly layerNoDeps = Layer.effect(
    LastChanges,
    Effect.gen(function* () {
      const git = yield* Git
      const diskCache = yield* TypedCache.make("changes-1", Schema.fromJsonString(AnswersOnDisk))
      const readAnswers = (place: PathInCommit) =>
        Effect.map(
          diskCache.get(formatKey(place)),
          Option.getOrElse((): typeof AnswersOnDisk.Type => [])
        )

      const readFromDisk = Effect.fnUntraced(function* (place: PathInCommit) {
        const found = (yield* readAnswers(place)).find(({ commit }) => commit === place.commit)
        return Option.map(Option.fromUndefinedOr(found), ({ change }) => Option.fromNullOr(change))
      })
      const store = Effect.fnUntraced(function* (place: PathInCommit, change: Option.Option<ObjectId>) {
        const others = (yield* readAnswers(place)).filter(({ commit }) => commit !== place.commit)
        const own = { commit: place.commit, change: Option.getOrNull(change) }
        yield* diskCache.put(formatKey(place), [own, ...others].slice(0, maxCommitsOnDisk))
      })
      const changes = yield* Memo.make({
        capacity: maxAnswers,
        text: (place: PathInCommit) => `${formatKey(place)}\0${place.commit}`,
        lookup: Effect.fnUntraced(function* (place: PathInCommit) {
          const known = yield* readFromDisk(place)
          if (Option.isSome(known)) return known.value
          const found = yield* git.lastChange(place.commit, place.path)
          yield* storeIfUnchanged(git, place.context, store(place, found))
          return found
        })
      })
      const peek = Effect.fnUntraced(function* (place: PathInCommit) {
        const kept = yield* changes.peek(place)
        return Option.isSome(kept) ? kept : yield* readFromDisk(place)
      })
      return LastChanges.of({ get: changes.get, peek })
    })
  )
}
