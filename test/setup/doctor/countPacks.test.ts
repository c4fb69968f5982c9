import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { countPacks } from "../../../src/setup/doctor/countPacks.ts"
import { settingUp } from "../../support/settingUp.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

/** The header of a multi-pack-index of some packs. */
const indexOf = (packs: number): Buffer => {
  const header = Buffer.from("MIDX\u0001\u0001\u0004\u0000\u0000\u0000\u0000\u0000", "latin1")
  header.writeUInt32BE(packs, 8)
  return header
}

const [older, newer, other] = ["a", "b", "c"].map((letter) => letter.repeat(40))

describe("the count of packs", () => {
  it.effect("has those of a single index, of all layers of a chain, and of no file that is none", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const count = settingUp(repository)(countPacks(join(repository.directory, ".git/objects")))
      for (const name of ["x", "y", "z"]) yield* repository.write(`.git/objects/pack/pack-${name}.pack`, "")
      assert.deepStrictEqual(yield* count, { packs: 3, indexed: 0 })
      const chain = ".git/objects/pack/multi-pack-index.d"
      yield* repository.write(`${chain}/multi-pack-index-chain`, `${older}\n${newer}\n`)
      yield* repository.write(`${chain}/multi-pack-index-${older}.midx`, indexOf(2))
      assert.deepStrictEqual(yield* count, { packs: 3, indexed: 2 })
      yield* repository.write(`${chain}/multi-pack-index-${newer}.midx`, indexOf(1))
      yield* repository.write(`${chain}/multi-pack-index-${other}.midx`, indexOf(1))
      assert.deepStrictEqual(yield* count, { packs: 3, indexed: 3 })
      yield* repository.write(`${chain}/multi-pack-index-${newer}.midx`, "nonsense of some length")
      assert.deepStrictEqual(yield* count, { packs: 3, indexed: 2 })
      yield* repository.remove(chain)
      yield* repository.write(".git/objects/pack/multi-pack-index", indexOf(3))
      assert.deepStrictEqual(yield* count, { packs: 3, indexed: 3 })
    })
  )
})
