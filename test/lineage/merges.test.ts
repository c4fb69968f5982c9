import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Git } from "../../src/adapters/git/Git.ts"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { Merges } from "../../src/lineage/Merges.ts"
import { packMerges, unpackMerges } from "../../src/lineage/packedMerges.ts"
import { walksAt, wildHistory } from "../support/keptWalks.ts"
import { makeRepository } from "../support/TemporaryRepository.ts"
import { slow } from "../support/scale.ts"

const mergeIn = (head: ObjectId, ids: ReadonlyArray<ObjectId>) =>
  Effect.gen(function* () {
    const mergeOf = yield* (yield* Merges).of(head)
    return ids.map((id) => Option.getOrUndefined(mergeOf(id)))
  })

const idOf = (digit: string): string => digit.repeat(40)

const byCommit = (a: readonly [string, unknown], b: readonly [string, unknown]) => (a[0] < b[0] ? -1 : 1)

describe("packed merges", () => {
  it("are unpacked as they were, and nothing else is", () => {
    const merges = new Map<string, string | undefined>([
      [idOf("b"), idOf("1")],
      [idOf("a"), idOf("2")],
      [idOf("c"), idOf("1")],
      [idOf("d"), undefined]
    ])
    const { bytes } = packMerges(merges)
    const unpacked = Option.getOrThrow(unpackMerges(bytes))
    assert.deepStrictEqual([...unpacked.entries()], [...merges].toSorted(byCommit))
    assert.isTrue(Option.isNone(unpackMerges(bytes.subarray(0, -1))))
    assert.isTrue(Option.isNone(unpackMerges(new Uint8Array(3))))
    assert.strictEqual(Option.getOrThrow(unpackMerges(packMerges(new Map()).bytes)).entries().size, 0)
  })
})

/** Compares what is kept, head by head, with a walk over a random history. */
const compare = (seed: number) =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const ids = yield* repository.importHistory(wildHistory(seed, 24))
    // Older and newer heads, each in a process of its own.
    for (const head of [ids[8], ids[12], ids.at(-1), ids[10], ids.at(-2)]) {
      if (head === undefined) continue
      const { found, merges } = yield* Effect.gen(function* () {
        return { found: yield* mergeIn(head, ids), merges: (yield* (yield* Git).mergesOf(head)).merges }
      }).pipe(Effect.provide(walksAt(repository.directory), { local: true }))
      assert.deepStrictEqual<ReadonlyArray<string | undefined>>(
        found,
        ids.map((id) => merges.get(id))
      )
    }
  })

describe("the merges that brought commits in", () => {
  it.effect("are those of a walk over all history, whatever was kept before: seed 3", () => compare(3))

  it.effect.each([4, 5, 6])("are those of a walk over all history, whatever was kept before: seed %i", compare, slow)

  it.effect("are found after the branch is merged, where the same lines had none before", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const [base, side, other, merge] = yield* repository.importHistory([
        { message: "base", files: { a: "1\n" } },
        { message: "side", files: { a: "2\n" }, parents: [0] },
        { message: "other", files: { b: "1\n" }, parents: [0] },
        { message: "merge", files: { a: "2\n" }, parents: [2, 1] }
      ])
      if (base === undefined || side === undefined || other === undefined || merge === undefined) return assert.fail()
      const ask = (head: ObjectId) =>
        mergeIn(head, [base, side]).pipe(Effect.provide(walksAt(repository.directory), { local: true }))
      assert.deepStrictEqual(yield* ask(side), [undefined, undefined])
      assert.deepStrictEqual(yield* ask(other), [undefined, undefined])
      assert.deepStrictEqual(yield* ask(merge), [undefined, merge])
    })
  )
})
