import { Context, Effect, Layer, Option, Schema } from "effect"
import * as TypedCache from "../store/TypedCache.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import { GitCaller } from "../adapters/git/GitCaller.ts"
import * as Memo from "./Memo.ts"
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** Identifies a history. */
interface HistoryKey {
  readonly commit: ObjectId
  /** Fingerprint of everything else that git's walk depends on (`Git.blameContext`). */
  readonly context: string
}

type AddedPaths = ReadonlyMap<ObjectId, ReadonlySet<string>>
type CommitsByPath = ReadonlyMap<string, ReadonlyArray<ObjectId>>

/** Maximum histories in memory. */
const maxHistories = 2
/** Maximum paths in memory, over all histories. */
const maxPaths = 400_000
/** Maximum commits per context whose additions are stored on disk, most recent first. */
const maxCommitsOnDisk = 4

const Commits = Schema.fromJsonString(Schema.Array(ObjectId))

const formatKey = ({ commit, context }: HistoryKey): string => `${context}\0${commit}`

/** Packs commits with their paths. The separator NUL is unambiguous: no path is empty or contains one. */
const packAdditions = (added: AddedPaths): string =>
  Array.from(added, ([commit, paths]) => [commit, ...paths].join("\0")).join("\0\0")

const unpackAdditions = (text: string): AddedPaths =>
  new Map(
    text.split("\0\0").flatMap((each) => {
      const [id = "", ...paths] = each.split("\0")
      return Option.toArray(ObjectId.makeOption(id)).map((commit) => [commit, new Set(paths)] as const)
    })
  )

const groupByPath = (added: AddedPaths): CommitsByPath => {
  const found = new Map<string, Array<ObjectId>>()
  for (const [commit, paths] of added) {
    for (const path of paths) {
      const others = found.get(path)
      if (others === undefined) found.set(path, [commit])
      else others.push(commit)
    }
  }
  return found
}

/** Reads and writes additions on disk. */
const makeDiskStore = Effect.fnUntraced(function* (git: Git["Service"]) {
  const additionsCache = yield* TypedCache.make("additions-1", Schema.String)
  const commitsCache = yield* TypedCache.make("additions-1", Commits)
  const readOwn = (history: HistoryKey) =>
    Effect.map(additionsCache.get(formatKey(history)), Option.map(unpackAdditions))
  const readRecentCommits = ({ context }: HistoryKey) =>
    Effect.map(
      commitsCache.get(context),
      Option.getOrElse((): ReadonlyArray<ObjectId> => [])
    )

  /** Takes the stored additions of the first of these ancestors and adds those made since. */
  const extendFromAncestor = Effect.fnUntraced(function* (history: HistoryKey, known: ReadonlyArray<ObjectId>) {
    const ancestors = yield* git.reachable(known, history.commit)
    for (const commit of known.filter((each) => ancestors.has(each))) {
      const stored = yield* readOwn({ ...history, commit })
      if (Option.isNone(stored)) continue
      const since = yield* git.additions(history.commit, commit)
      return Option.some<AddedPaths>(new Map([...since, ...stored.value]))
    }
    return Option.none<AddedPaths>()
  })

  const store = Effect.fnUntraced(function* (history: HistoryKey, known: ReadonlyArray<ObjectId>, added: AddedPaths) {
    yield* additionsCache.put(formatKey(history), packAdditions(added))
    const others = known.filter((commit) => commit !== history.commit)
    yield* commitsCache.put(history.context, [history.commit, ...others].slice(0, maxCommitsOnDisk))
  })
  return { readOwn, readRecentCommits, extendFromAncestor, store }
})

/**
 * Finds the commits that added a path, without merges; cached in memory and on disk. History does not change, so the
 * additions of a commit are those of an ancestor plus those made since.
 */
export class Additions extends Context.Service<
  Additions,
  {
    /**
     * Returns the commits that added a path, or none if they are not known yet. Walking all history takes longer than
     * following one file, so that walk runs in the background, started by any question but the first that has no cached answer.
     * After git fails once, the answer is always none.
     */
    commitsAdding(history: HistoryKey, path: string): Effect.Effect<Option.Option<ReadonlyArray<ObjectId>>>
  }
>()("ultragit/lineage/Additions") {
  static readonly layerNoDeps = Layer.effect(
    Additions,
    Effect.gen(function* () {
      const git = yield* Git
      const { extendFromAncestor, readOwn, readRecentCommits, store } = yield* makeDiskStore(git)
      const scope = yield* Effect.scope
      const started = new Set<string>()
      let isFirstQuestion = true
      let hasFailed = false

      const histories = yield* Memo.make({
        capacity: maxHistories,
        weight: {
          of: (added: Option.Option<CommitsByPath>) =>
            Option.match(added, { onNone: () => 0, onSome: ({ size }) => size }),
          maxTotal: maxPaths
        },
        text: formatKey,
        lookup: Effect.fnUntraced(function* (history) {
          const stored = yield* readOwn(history)
          if (Option.isSome(stored)) return Option.map(stored, groupByPath)
          const others = yield* readRecentCommits(history)
          const since = yield* extendFromAncestor(history, others)
          if (Option.isSome(since)) yield* storeIfUnchanged(git, history.context, store(history, others, since.value))
          return Option.map(since, groupByPath)
        })
      })
      const recordFailure = Effect.sync(() => {
        hasFailed = true
        return Option.none<CommitsByPath>()
      })

      const walkHistory = Effect.fnUntraced(function* (history: HistoryKey) {
        const added = yield* git.additions(history.commit)
        yield* storeIfUnchanged(git, history.context, store(history, yield* readRecentCommits(history), added))
        yield* histories.put(history, Option.some(groupByPath(added)))
      })
      /** Starts a walk of all history in the background, once per history. */
      const startWalk = (history: HistoryKey) =>
        Effect.suspend(() => {
          const key = formatKey(history)
          if (started.has(key)) return Effect.void
          started.add(key)
          const looking = walkHistory(history).pipe(Effect.provideService(GitCaller, {}))
          return Effect.forkIn(
            Effect.matchEffect(looking, { onSuccess: Effect.succeed, onFailure: () => recordFailure }),
            scope
          )
        })

      const commitsAdding = Effect.fn("Additions.commitsAdding")(function* (history: HistoryKey, path: string) {
        if (hasFailed) return Option.none<ReadonlyArray<ObjectId>>()
        const found = yield* Effect.matchEffect(histories.get(history), {
          onSuccess: Effect.succeed,
          onFailure: () => recordFailure
        })
        if (Option.isNone(found) && !isFirstQuestion) yield* startWalk(history)
        isFirstQuestion = false
        return Option.map(found, (added) => added.get(path) ?? [])
      })
      return Additions.of({ commitsAdding })
    })
  )
}
