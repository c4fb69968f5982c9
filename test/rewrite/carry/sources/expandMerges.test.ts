import { assert, describe, it } from "@effect/vitest"
import { Array as Arrays, Effect } from "effect"
import { Git } from "../../../../src/adapters/git/Git.ts"
import { expandMerges } from "../../../../src/rewrite/carry/sources/expandMerges.ts"
import { gitProcessAt } from "../../../support/gitLayer.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"

/** Two merges of branches of this length, and a pick of both onto another commit. */
const makeMerges = Effect.fnUntraced(function* (length: number) {
  const repository = yield* makeRepository({ bare: true })
  const branch = Arrays.makeBy(length - 1, (index) => ({ message: `${index}` }))
  const ids = yield* repository.importHistory([
    { message: "Base", files: { a: "1\n" } },
    { message: "First", files: { b: "1\n" } },
    ...branch,
    { message: "Merge the first", parents: [0, length] },
    { message: "Second", files: { c: "1\n" }, parents: [0] },
    { message: "Merge the second", parents: [length + 1, length + 2] },
    { message: "Other base", files: { a: "1\n" }, parents: [] },
    { message: "Pick both", files: { b: "1\n", c: "1\n" } }
  ])
  const at = (index: number) => Effect.orDie(Effect.fromNullishOr(ids[index]))
  return { repository, ids, picked: [yield* at(length + 1), yield* at(length + 3)], commit: yield* at(length + 5) }
})

describe("the commits that picked merges bring", () => {
  it.effect("are the last 1,000 of each, oldest first", () =>
    Effect.gen(function* () {
      const { commit, ids, picked, repository } = yield* makeMerges(1_000)
      const found = yield* Effect.provide(expandMerges(commit, picked), gitProcessAt(repository.directory, {}))
      assert.deepStrictEqual(found, [...ids.slice(2, 1_002), ...ids.slice(1_002, 1_004)])
    })
  )

  it.effect("are found with one look at what the pick changed", () =>
    Effect.gen(function* () {
      const { commit, picked, repository } = yield* makeMerges(2)
      let looks = 0
      const counted = Effect.gen(function* () {
        const git = yield* Git
        const diff: Git["Service"]["diff"] = (input) => {
          looks += input.to === commit ? 1 : 0
          return git.diff(input)
        }
        return yield* Effect.provideService(expandMerges(commit, picked), Git, { ...git, diff })
      })
      yield* Effect.provide(counted, gitProcessAt(repository.directory, {}))
      assert.strictEqual(looks, 1)
    })
  )
})
