import { Array as Arrays, Effect, Option } from "effect"
import type { CommitMetadata } from "../../../adapters/git/CommitChange.ts"
import { Git } from "../../../adapters/git/Git.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"

/** Maximum commits of a merge whose notes are carried. */
const maxMerged = 1_000

const parentsOf = (facts: Option.Option<CommitMetadata>): ReadonlyArray<ObjectId> =>
  Option.match(facts, { onNone: () => [], onSome: ({ parents }) => parents })

const readChangedPaths = Effect.fnUntraced(function* (from: Option.Option<ObjectId>, to: ObjectId) {
  const files = yield* (yield* Git).diff({ from, to, renames: false })
  return new Set(files.map(({ path }) => path))
})

/** Finds the parent that a merge was picked relative to (`-m`), which git does not record: its difference has all changed files. */
const findMainline = Effect.fnUntraced(function* (
  merge: ObjectId,
  parents: ReadonlyArray<ObjectId>,
  changed: ReadonlySet<string>
) {
  for (const parent of parents) {
    const paths = yield* readChangedPaths(Option.some(parent), merge)
    if ([...changed].every((path) => paths.has(path))) return parent
  }
  return parents[0]
})

/** Adds to each merge that was cherry-picked the commits that it merged, oldest first: they explain the code that it brings. */
export const expandMerges = Effect.fn("carry.expandMerges")(function* (
  commit: ObjectId,
  picked: ReadonlyArray<ObjectId>
) {
  const git = yield* Git
  const [own = Option.none(), ...facts] = yield* git.commits([commit, ...picked])
  const before = parentsOf(own)
  const readChanged = yield* Effect.cached(readChangedPaths(Option.fromUndefinedOr(before[0]), commit))
  const expanded = yield* Effect.forEach(
    Arrays.zip(picked, facts),
    Effect.fnUntraced(function* ([id, found]) {
      const parents = parentsOf(found)
      if (parents.length < 2) return [id]
      const mainline = yield* findMainline(id, parents, yield* readChanged)
      const exclude = [...before, ...(mainline === undefined ? [] : [mainline])]
      return (yield* git.walk({ from: [id], exclude, maxCount: maxMerged })).toReversed()
    })
  )
  return expanded.flat()
})
