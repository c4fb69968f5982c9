import { Context, Effect, Layer, Option, Schema } from "effect"
import * as Shelf from "../store/Shelf.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import { GitCaller } from "../adapters/git/GitCaller.ts"
import * as Memo from "./Memo.ts"
import { whileUnchanged } from "./whileUnchanged.ts"

/** Whose additions are asked for. */
interface Asked {
  readonly commit: ObjectId
  /** What else git's walk depends on. */
  readonly context: string
}

type Added = ReadonlyMap<ObjectId, ReadonlySet<string>>
type ByPath = ReadonlyMap<string, ReadonlyArray<ObjectId>>

/** Histories whose additions are kept in memory. */
const keptHistories = 2
/** Paths of all of them. */
const keptPaths = 400_000
/** Commits whose additions are looked for on disk, the newest kept first. */
const keptCommits = 4

const Commits = Schema.fromJsonString(Schema.Array(ObjectId))

const keyOf = ({ commit, context }: Asked): string => `${context}\0${commit}`

/** Commits with their paths: no path is empty or holds a NUL. */
const packed = (added: Added): string =>
  Array.from(added, ([commit, paths]) => [commit, ...paths].join("\0")).join("\0\0")

const unpacked = (text: string): Added =>
  new Map(
    text.split("\0\0").flatMap((each) => {
      const [id = "", ...paths] = each.split("\0")
      return Option.toArray(ObjectId.makeOption(id)).map((commit) => [commit, new Set(paths)] as const)
    })
  )

const byPath = (added: Added): ByPath => {
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
const makeKept = Effect.fnUntraced(function* (git: Git["Service"]) {
  const shelf = yield* Shelf.make("additions-1", Schema.String)
  const commits = yield* Shelf.make("additions-1", Commits)
  const own = (asked: Asked) => Effect.map(shelf.get(keyOf(asked)), Option.map(unpacked))
  const recent = ({ context }: Asked) =>
    Effect.map(
      commits.get(context),
      Option.getOrElse((): ReadonlyArray<ObjectId> => [])
    )

  /** What is kept of the first of these ancestors, with the additions since. */
  const fromAncestor = Effect.fnUntraced(function* (asked: Asked, known: ReadonlyArray<ObjectId>) {
    const ancestors = yield* git.reachable(known, asked.commit)
    for (const commit of known.filter((each) => ancestors.has(each))) {
      const kept = yield* own({ ...asked, commit })
      if (Option.isNone(kept)) continue
      const since = yield* git.additions(asked.commit, commit)
      return Option.some<Added>(new Map([...since, ...kept.value]))
    }
    return Option.none<Added>()
  })

  const keep = Effect.fnUntraced(function* (asked: Asked, known: ReadonlyArray<ObjectId>, added: Added) {
    yield* shelf.put(keyOf(asked), packed(added))
    const others = known.filter((commit) => commit !== asked.commit)
    yield* commits.put(asked.context, [asked.commit, ...others].slice(0, keptCommits))
  })
  return { own, recent, fromAncestor, keep }
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
    of(asked: Asked, path: string): Effect.Effect<Option.Option<ReadonlyArray<ObjectId>>>
  }
>()("ultragit/lineage/Additions") {
  static readonly layerNoDeps = Layer.effect(
    Additions,
    Effect.gen(function* () {
      const git = yield* Git
      const { fromAncestor, keep, own, recent } = yield* makeKept(git)
      const scope = yield* Effect.scope
      const listed = new Set<string>()
      let isFirst = true
      let failed = false

      const histories = yield* Memo.make({
        capacity: keptHistories,
        weight: {
          of: (added: Option.Option<ByPath>) => Option.match(added, { onNone: () => 0, onSome: ({ size }) => size }),
          most: keptPaths
        },
        text: keyOf,
        lookup: Effect.fnUntraced(function* (asked) {
          const kept = yield* own(asked)
          if (Option.isSome(kept)) return Option.map(kept, byPath)
          const others = yield* recent(asked)
          const since = yield* fromAncestor(asked, others)
          if (Option.isSome(since)) yield* whileUnchanged(git, asked.context, keep(asked, others, since.value))
          return Option.map(since, byPath)
        })
      })
      const failing = Effect.sync(() => {
        failed = true
        return Option.none<ByPath>()
      })

      const lookThrough = Effect.fnUntraced(function* (asked: Asked) {
        const added = yield* git.additions(asked.commit)
        yield* whileUnchanged(git, asked.context, keep(asked, yield* recent(asked), added))
        yield* histories.put(asked, Option.some(byPath(added)))
      })
      /** Looks through all history beside the questions: none waits for it. */
      const list = (asked: Asked) =>
        Effect.suspend(() => {
          const key = keyOf(asked)
          if (listed.has(key)) return Effect.void
          listed.add(key)
          const looking = lookThrough(asked).pipe(Effect.provideService(GitCaller, {}))
          return Effect.forkIn(
            Effect.matchEffect(looking, { onSuccess: Effect.succeed, onFailure: () => failing }),
            scope
          )
        })

      const of = Effect.fn("Additions.of")(function* (asked: Asked, path: string) {
        if (failed) return Option.none<ReadonlyArray<ObjectId>>()
        const found = yield* Effect.matchEffect(histories.get(asked), {
          onSuccess: Effect.succeed,
          onFailure: () => failing
        })
        if (Option.isNone(found) && !isFirst) yield* list(asked)
        isFirst = false
        return Option.map(found, (added) => added.get(path) ?? [])
      })
      return Additions.of({ of })
    })
  )
}
