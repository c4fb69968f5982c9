import { Context, Duration, Effect, Fiber, Layer, Option, type Result } from "effect"
import { LRUCache } from "lru-cache"
import { DiskCache } from "../store/DiskCache.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import type { PathChange } from "../adapters/git/CommitChange.ts"
import { Git, GitTimeout } from "../adapters/git/Git.ts"
import { GitCaller } from "../adapters/git/GitCaller.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { type CoChange, type CoChangeIndex, findCoChanges, makeIndexer } from "./coChangeIndex.ts"
import { decodeChanges, encodeChanges, makePacker, type PackedChanges } from "./packedChanges.ts"
import { MaxHistoryWait } from "./MaxHistoryWait.ts"
import { readBoundary } from "./readBoundary.ts"
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** Maximum commits to read, newest first. Older ones would count for almost nothing. */
const maxCommits = 100_000
/** Maximum histories in memory. */
const maxHistories = 2
/** How long a call of git may read history in the background. */
const backgroundTimeout = Duration.minutes(10)
/** Commits to index before other work gets its turn. */
const commitsPerTurn = 2_000

/** Identifies a history. */
interface HistoryKey {
  readonly commit: ObjectId
  /** Fingerprint of everything else that git's walk depends on (`Git.blameContext`). */
  readonly context: string
}

/** The reading of a history in the background. */
interface Reading {
  readonly index: Fiber.Fiber<Result.Result<CoChangeIndex, GitError>>
  /** Ends when questions no longer wait for it. All questions about a history wait only once. */
  readonly wait: Fiber.Fiber<void>
}

const formatKey = ({ commit, context }: HistoryKey): string => `${context}\0${commit}`

/** Reads the changes of histories. What is known of one is brought forward to another: only the difference is read. */
const makeReader = Effect.gen(function* () {
  const git = yield* Git
  const cache = yield* DiskCache
  let last: { readonly context: string; readonly changes: PackedChanges } | undefined

  const findKnown = Effect.fnUntraced(function* ({ context }: HistoryKey) {
    const inMemory = last?.context === context ? Option.some(last.changes) : Option.none()
    const known = Option.isSome(inMemory)
      ? inMemory
      : Option.flatMap(yield* cache.get("cochange-2", context), decodeChanges)
    if (Option.isNone(known)) return known
    // After a rewrite, `git gc` may have removed the commit.
    const [commit = Option.none()] = yield* git.commits([known.value.head])
    return Option.as(commit, known.value)
  })

  /**
   * Finds the commits in the history of one commit and not in that of another: after a rewrite, or on another branch. Where
   * clocks were wrong, git also lists commits in both, so those are removed.
   */
  const findLeft = Effect.fnUntraced(function* (before: ObjectId | undefined, now: ObjectId) {
    if (before === undefined) return []
    const left = yield* git.walk({ from: [before], exclude: [now], merges: false })
    if (left.length === 0) return left
    const current = new Set(yield* git.walk({ from: [now], merges: false }))
    return left.filter((commit) => !current.has(commit))
  })

  return Effect.fn("CoChanges.read")(function* (history: HistoryKey) {
    const known = Option.getOrUndefined(yield* findKnown(history))
    if (known?.head === history.commit) return known
    const packer = makePacker(maxCommits, known)
    const boundary = yield* Effect.provideService(readBoundary, Git, git)
    let added = 0
    const take = (change: PathChange) => {
      added += 1
      if (!boundary.has(change.commit)) packer.add(change)
    }
    const readAdded = git.pathChanges({ commit: history.commit, without: known?.head, maxCount: maxCommits }, take)
    const [left] = yield* Effect.all([findLeft(known?.head, history.commit), readAdded], { concurrency: 2 })
    const changes = packer.pack(history.commit, left)
    // A question about an old revision does not discard what is known of the newest.
    if (added >= left.length) {
      last = { context: history.context, changes }
      yield* storeIfUnchanged(git, history.context, cache.put("cochange-2", history.context, encodeChanges(changes)))
    }
    return changes
  })
})

const indexChanges = Effect.fnUntraced(function* (changes: PackedChanges, present: ReadonlySet<string>, now: number) {
  const { index, indexNext } = makeIndexer(changes, present, now)
  while (indexNext(commitsPerTurn)) yield* Effect.yieldNow
  return index()
})

/** Finds files that historically change together. Bulk changes and merges do not count. */
export class CoChanges extends Context.Service<
  CoChanges,
  {
    /**
     * Finds the files that change together with a file of a commit, the most likely first. None if reading the history takes
     * longer than {@link MaxHistoryWait}; it goes on in the background.
     *
     * @param now time of the commit, in seconds since 1970
     */
    find(commit: ObjectId, path: string, now: number): Effect.Effect<Option.Option<ReadonlyArray<CoChange>>, GitError>
  }
>()("ultragit/lineage/CoChanges") {
  static readonly layerNoDeps = Layer.effect(
    CoChanges,
    Effect.gen(function* () {
      const git = yield* Git
      const maxWait = yield* MaxHistoryWait
      const read = yield* makeReader
      const scope = yield* Effect.scope
      const readings = new LRUCache<string, Reading>({ max: maxHistories })

      const readIndex = Effect.fnUntraced(function* (history: HistoryKey, now: number) {
        const changes = yield* read(history)
        const files = yield* git.files(history.commit, "")
        return yield* indexChanges(changes, new Set(files.map((file) => file.path)), now)
      })
      /** Reads in a fiber of its own, which outlives the question. A failure is kept, so that it is not repeated. */
      const startReading = Effect.fnUntraced(function* (history: HistoryKey, now: number) {
        const known = readings.get(formatKey(history))
        if (known !== undefined) return known
        const index = yield* readIndex(history, now).pipe(
          Effect.result,
          Effect.provideService(GitCaller, {}),
          Effect.provideService(GitTimeout, backgroundTimeout),
          Effect.forkIn(scope)
        )
        const reading = { index, wait: yield* Effect.forkIn(Effect.sleep(maxWait), scope) }
        readings.set(formatKey(history), reading)
        return reading
      })

      const find = Effect.fn("CoChanges.find")(function* (commit: ObjectId, path: string, now: number) {
        const { index: result, wait } = yield* startReading({ commit, context: yield* git.blameContext }, now)
        const found = yield* Effect.raceFirst(
          Effect.asSome(Fiber.join(result)),
          Effect.as(Fiber.join(wait), Option.none())
        )
        if (Option.isNone(found)) return Option.none<ReadonlyArray<CoChange>>()
        const index = yield* Effect.fromResult(found.value)
        return Option.some(findCoChanges(index, path))
      })
      return CoChanges.of({ find })
    })
  )
}
