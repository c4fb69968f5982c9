import { Context, Effect, Layer, Option, Schema } from "effect"
import * as TypedCache from "../store/TypedCache.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import { GitCaller } from "../adapters/git/GitCaller.ts"
import * as Memo from "./Memo.ts"
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** Whose additions are asked for. */
interface HistoryKey {
  readonly commit: ObjectId
  /** What else git's walk depends on. */
  readonly context: string
}

type AddedPaths = ReadonlyMap<ObjectId, ReadonlySet<string>>
type CommitsByPath = ReadonlyMap<string, ReadonlyArray<ObjectId>>

/** Histories whose additions are kept in memory. */
const maxHistories = 2
/** Paths of all of them. */
const maxPaths = 400_000
/** Commits whose additions are looked for on disk, the newest kept first. */
const maxCommitsOnDisk = 4

const Commits = Schema.fromJsonString(Schema.Array(ObjectId))

const formatKey = ({ commit, context }: HistoryKey): string => `${context}\0${commit}`

/** Commits with their paths: no path is empty or holds a NUL. */
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

/** Additions on disk, and those since. */
const makeDiskStore = Effect.fnUntraced(function* (git: Git["Service"]) {
  const additionsCache = yield* TypedCache.make("additions-1", Schema.String)
  const commitsCache = yield* TypedCache.make("additions-1", Commits)
  const readOwn = (asked: HistoryKey) => Effect.map(additionsCache.get(formatKey(asked)), Option.map(unpackAdditions))
  const readRecentCommits = ({ context }: HistoryKey) =>
    Effect.map(
      commitsCache.get(context),
      Option.getOrElse((): ReadonlyArray<ObjectId> => [])
    )

  /** What is kept of the first of these ancestors, with the additions since. */
  const extendFromAncestor = Effect.fnUntraced(function* (asked: HistoryKey, known: ReadonlyArray<ObjectId>) {
    const ancestors = yield* git.reachable(known, asked.commit)
    for (const commit of known.filter((each) => ancestors.has(each))) {
      const kept = yield* readOwn({ ...asked, commit })
      if (Option.isNone(kept)) continue
      const since = yield* git.additions(asked.commit, commit)
      return Option.some<AddedPaths>(new Map([...since, ...kept.value]))
    }
    return Option.none<AddedPaths>()
  })

  const store = Effect.fnUntraced(function* (asked: HistoryKey, known: ReadonlyArray<ObjectId>, added: AddedPaths) {
    yield* additionsCache.put(formatKey(asked), packAdditions(added))
    const others = known.filter((commit) => commit !== asked.commit)
    yield* commitsCache.put(asked.context, [asked.commit, ...others].slice(0, maxCommitsOnDisk))
  })
  return { own: readOwn, recent: readRecentCommits, fromAncestor: extendFromAncestor, keep: store }
})

/**
 * Which commits of a history, merges left out, added a path; kept in memory and on disk. They are those of an ancestor
 * and those since, as history does not change.
 */
export class Additions extends Context.Service<
  Additions,
  {
    /**
     * None: not known, or not yet. To look through all history takes longer than to follow one file: that is done beside
     * the questions, from the second on that nothing is kept for, and no more after git failed.
     */
    commitsAdding(asked: HistoryKey, path: string): Effect.Effect<Option.Option<ReadonlyArray<ObjectId>>>
  }
>()("ultragit/lineage/Additions") {
  static readonly layerNoDeps = Layer.effect(
    Additions,
    Effect.gen(function* () {
      const git = yield* Git
      const { fromAncestor, keep, own, recent } = yield* makeDiskStore(git)
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
        lookup: Effect.fnUntraced(function* (asked) {
          const kept = yield* own(asked)
          if (Option.isSome(kept)) return Option.map(kept, groupByPath)
          const others = yield* recent(asked)
          const since = yield* fromAncestor(asked, others)
          if (Option.isSome(since)) yield* storeIfUnchanged(git, asked.context, keep(asked, others, since.value))
          return Option.map(since, groupByPath)
        })
      })
      const recordFailure = Effect.sync(() => {
        hasFailed = true
        return Option.none<CommitsByPath>()
      })

      const walkHistory = Effect.fnUntraced(function* (asked: HistoryKey) {
        const added = yield* git.additions(asked.commit)
        yield* storeIfUnchanged(git, asked.context, keep(asked, yield* recent(asked), added))
        yield* histories.put(asked, Option.some(groupByPath(added)))
      })
      /** Looks through all history beside the questions: none waits for it. */
      const list = (asked: HistoryKey) =>
        Effect.suspend(() => {
          const key = formatKey(asked)
          if (started.has(key)) return Effect.void
          started.add(key)
          const looking = walkHistory(asked).pipe(Effect.provideService(GitCaller, {}))
          return Effect.forkIn(
            Effect.matchEffect(looking, { onSuccess: Effect.succeed, onFailure: () => recordFailure }),
            scope
          )
        })

      const of = Effect.fn("Additions.of")(function* (asked: HistoryKey, path: string) {
        if (hasFailed) return Option.none<ReadonlyArray<ObjectId>>()
        const found = yield* Effect.matchEffect(histories.get(asked), {
          onSuccess: Effect.succeed,
          onFailure: () => recordFailure
        })
        if (Option.isNone(found) && !isFirstQuestion) yield* list(asked)
        isFirstQuestion = false
        return Option.map(found, (added) => added.get(path) ?? [])
      })
      return Additions.of({ commitsAdding: of })
    })
  )
}
