import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { BroadCommits } from "../../../src/evidence/finding/BroadCommits.ts"
import { walksAt } from "../../support/keptWalks.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const text = (name: string) => Array.from({ length: 20 }, (_, index) => `${name} ${index}\n`).join("")

/** A repository with a commit that adds three files, and one that moves two of them. */
const makeMoved = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const added = yield* repository.commit("Add", { files: { a: text("a"), b: text("b"), c: text("c") } })
  const moved = yield* repository.commit("Move", { files: { a: null, b: null, d: text("a"), e: text("b") } })
  return { repository, added, moved }
})

const withCommits = <A, E, R>(
  { directory }: TemporaryRepository,
  use: (commits: BroadCommits["Service"]) => Effect.Effect<A, E, R>
) => Effect.flatMap(BroadCommits, use).pipe(Effect.provide(walksAt(directory), { local: true }))

describe("a commit", () => {
  it.effect("is broad by its files, each counted once where it was renamed", () =>
    Effect.gen(function* () {
      const { added, moved, repository } = yield* makeMoved
      const broad = yield* withCommits(repository, (commits) => commits.find([added, moved], 3))
      assert.deepStrictEqual([...broad], [added])
    })
  )

  it.effect("is looked at once for each number of files", () =>
    Effect.gen(function* () {
      const { added, moved, repository } = yield* makeMoved
      const answers = yield* withCommits(
        repository,
        Effect.fnUntraced(function* (commits) {
          yield* commits.find([added, moved], 3)
          yield* commits.find([added, moved], 2)
          const tree = yield* repository.id(`${added}^{tree}`)
          yield* repository.remove(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`)
          return [yield* commits.find([added, moved], 3), yield* commits.find([moved, added], 2)]
        })
      )
      assert.deepStrictEqual(
        answers.map((broad) => [...broad]),
        [[added], [moved, added]]
      )
    })
  )

  it.effect("is looked at again once another one replaces it", () =>
    Effect.gen(function* () {
      const { added, moved, repository } = yield* makeMoved
      const answers = yield* withCommits(
        repository,
        Effect.fnUntraced(function* (commits) {
          const before = yield* commits.find([added, moved], 3)
          yield* repository.git(["replace", added, moved])
          return [before, yield* commits.find([added], 3)]
        })
      )
      assert.deepStrictEqual(
        answers.map((broad) => [...broad]),
        [[added], []]
      )
    })
  )
})
