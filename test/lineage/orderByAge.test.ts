import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { Git } from "../../src/adapters/git/Git.ts"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { orderByAge } from "../../src/lineage/orderByAge.ts"
import { gitProcessAt } from "../support/gitLayer.ts"
import { isolation } from "../support/runGit.ts"
import { firstDate, makeRepository } from "../support/TemporaryRepository.ts"

const sorted = (directory: string, times: ReadonlyMap<ObjectId, number>) =>
  orderByAge(times).pipe(
    Effect.map((order) => [...times.keys()].toSorted(order)),
    Effect.provide(gitProcessAt(directory, isolation), { local: true })
  )

describe("the order of commits by age", () => {
  it.effect("is that of their times, and in the same second that of ancestry, also across branches", () =>
    Effect.gen(function* () {
      const { directory, importHistory } = yield* makeRepository()
      const date = firstDate
      const ids = yield* importHistory([
        { message: "Root", date },
        { message: "Main", date },
        { message: "Side one", date, parents: [0] },
        { message: "Side two", date },
        { message: "Side three", date },
        { message: "Merge", date, parents: [1, 4] },
        { message: "Later", date: date + 1 }
      ])
      const later = ids[6]
      const shuffled = [4, 1, 6, 3, 0, 5, 2].flatMap((at) => ids[at] ?? [])
      const ordered = yield* sorted(directory, new Map(shuffled.map((id) => [id, id === later ? date + 1 : date])))
      const place = (at: number): number => ordered.findIndex((id) => id === ids[at])
      assert.deepStrictEqual([place(0), place(5), place(6)], [0, 5, 6])
      assert.isBelow(place(2), place(3))
      assert.isBelow(place(3), place(4))
      const reversed = new Map(ids.map((id, at) => [id, date - at]))
      assert.deepStrictEqual(yield* sorted(directory, reversed), ids.toReversed())
    })
  )

  it.effect("is found in one walk where many seconds have several commits", () =>
    Effect.gen(function* () {
      const { directory, importHistory } = yield* makeRepository()
      const dates = Array.from({ length: 120 }, (_, at) => firstDate + Math.floor(at / 2))
      const ids = yield* importHistory(dates.map((date, at) => ({ message: `Change ${at}`, date })))
      const times = new Map(ids.map((id, at) => [id, dates[at] ?? 0] as const).toReversed())
      let walks = 0
      const order = Effect.gen(function* () {
        const git = yield* Git
        const counted: Git["Service"] = {
          ...git,
          walk: (input) => {
            walks += 1
            return git.walk(input)
          }
        }
        return yield* Effect.provideService(orderByAge(times), Git, counted)
      })
      const compare = yield* Effect.provide(order, gitProcessAt(directory, isolation), { local: true })
      assert.deepStrictEqual([...times.keys()].toSorted(compare), ids)
      assert.strictEqual(walks, 1)
    })
  )

  it.effect("puts ancestors first where the commits between have other times, or are gone", () =>
    Effect.gen(function* () {
      const { directory, importHistory } = yield* makeRepository()
      const at = { authorDate: firstDate }
      const ids = yield* importHistory([
        { message: "One", date: firstDate, ...at },
        { message: "Between", date: firstDate + 7200 },
        { message: "Two", date: firstDate + 3600, ...at },
        { message: "Three", date: firstDate + 9000, ...at }
      ])
      const [one, between, two, three] = ids
      assert(one !== undefined && between !== undefined && two !== undefined && three !== undefined)
      const times = new Map([three, one, two].map((id) => [id, firstDate]))
      assert.deepStrictEqual(yield* sorted(directory, times), [one, two, three])
      const file = join(directory, ".git", "objects", between.slice(0, 2), between.slice(2))
      yield* Effect.promise(() => rm(file))
      assert.sameMembers([...(yield* sorted(directory, times))], [one, two, three])
    })
  )
})
