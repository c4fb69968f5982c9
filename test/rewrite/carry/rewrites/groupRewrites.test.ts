import { assert, describe, it } from "@effect/vitest"
import { ObjectId } from "../../../../src/domain/ObjectId.ts"
import { group } from "../../../../src/rewrite/carry/rewrites/groupRewrites.ts"

const id = (number: number) => ObjectId.make(number.toString(16).padStart(40, "0"))

describe("grouping rewritten commits by successor", () => {
  it("puts a commit that is rewritten again before its successor, and each of a cycle once", () => {
    const chain = [
      { from: id(2), to: id(3) },
      { from: id(1), to: id(2) },
      { from: id(3), to: id(1) },
      { from: id(4), to: id(3) },
      { from: id(5), to: id(5) },
      { from: id(6), to: ObjectId.make("0".repeat(40)) }
    ]
    assert.deepStrictEqual(group(chain), {
      groups: [
        { to: id(1), from: [id(3)] },
        { to: id(2), from: [id(1)] },
        { to: id(3), from: [id(2), id(4)] }
      ],
      dropped: 1
    })
  })

  it("takes more commits into one than fit the arguments of a call", () => {
    const pairs = Array.from({ length: 130_000 }, (_, index) => ({ from: id(index + 2), to: id(1) }))
    assert.lengthOf(group(pairs).groups[0]?.from ?? [], pairs.length)
  })
})
