import { assert, describe, it } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { Git } from "../../../../src/adapters/git/Git.ts"
import { sortByAge } from "../../../../src/rewrite/carry/rewrites/sortByAge.ts"
import { gitProcessAt } from "../../../support/gitLayer.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"

const date = 1_700_000_000

describe("sorting commits by age", () => {
  it.effect("goes by time, and within a second by ancestry, with one walk for each second", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ bare: true })
      const inOneSecond = Array.from({ length: 20 }, (_, index) => ({ message: `${index}`, date }))
      const ids = yield* repository.importHistory([{ message: "First", date: date - 1 }, ...inOneSecond])
      const [later = ids[0]] = yield* repository.importHistory([{ message: "Other", date: date + 1, parents: [] }], {
        branch: "other"
      })
      const sorted = [...ids, later].filter(Predicate.isNotUndefined)
      let calls = 0
      const counting = <A>(call: A): A => {
        calls += 1
        return call
      }
      const counted = Effect.gen(function* () {
        const git = yield* Git
        const walk: Git["Service"]["walk"] = (input) => counting(git.walk(input))
        const reachable: Git["Service"]["reachable"] = (among, from) => counting(git.reachable(among, from))
        return yield* Effect.provideService(sortByAge(sorted.toReversed()), Git, { ...git, walk, reachable })
      })
      assert.deepStrictEqual(yield* Effect.provide(counted, gitProcessAt(repository.directory, {})), sorted)
      assert.strictEqual(calls, 1)
    })
  )
})
