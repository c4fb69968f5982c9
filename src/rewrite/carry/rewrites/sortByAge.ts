import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"

/** Sorts commits of the same second, as a rebase makes them, with ancestors first. */
const ancestorsFirst = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  if (commits.length < 2) return commits
  const counted = yield* Effect.forEach(commits, (id) =>
    Effect.map(git.reachable(commits, id), ({ size }) => ({ id, size }))
  )
  return counted.toSorted((a, b) => a.size - b.size).map(({ id }) => id)
})

/** Sorts the commits that exist by committer time, oldest first. */
export const sortByAge = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const facts = (yield* git.commits(commits)).flatMap(Option.toArray)
  const byTime = Map.groupBy(facts, ({ committerTime }) => committerTime)
  const ordered = [...byTime].toSorted(([a], [b]) => a - b)
  return (yield* Effect.forEach(ordered, ([, same]) => ancestorsFirst(same.map(({ id }) => id)))).flat()
})
