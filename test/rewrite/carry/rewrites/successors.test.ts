import { assert, describe, it } from "@effect/vitest"
import { ObjectId } from "../../../../src/domain/ObjectId.ts"
import { successorsOf } from "../../../../src/rewrite/carry/rewrites/successors.ts"

const id = (digits: string) => ObjectId.make(digits.padEnd(40, "0"))
const pair = (from: string, to: string) => ({ from: id(from), to: id(to) })

describe("the successor of a commit that a note mentions", () => {
  it("is the last of a chain, in the length in which the note writes the commit", () => {
    const successors = successorsOf([pair("aaaa1", "bbbb1"), pair("bbbb1", "cccc1")])
    assert.strictEqual(successors(id("aaaa1")), id("cccc1"))
    assert.strictEqual(successors("aaaa100"), "cccc100")
    assert.strictEqual(successors("aaaa"), "cccc")
  })

  it("is itself if it is unknown, ambiguous, shorter than any abbreviation, unchanged or dropped", () => {
    const successors = successorsOf([pair("aaaa1", "bbbb1"), pair("aaaa2", "bbbb2"), pair("dddd1", "dddd1")])
    for (const named of [id("cccc1"), "aaaa", "aaa", id("dddd1")]) assert.strictEqual(successors(named), named)
    assert.strictEqual(successors("aaaa2"), "bbbb2")
    const dropped = successorsOf([{ from: id("aaaa1"), to: ObjectId.make("0".repeat(40)) }])
    assert.strictEqual(dropped(id("aaaa1")), id("aaaa1"))
  })

  it("ends where a cycle would begin again", () => {
    const cycle = successorsOf([pair("aaaa1", "bbbb1"), pair("bbbb1", "cccc1"), pair("cccc1", "aaaa1")])
    assert.strictEqual(cycle(id("aaaa1")), id("cccc1"))
    const later = successorsOf([pair("aaaa1", "bbbb1"), pair("bbbb1", "cccc1"), pair("cccc1", "bbbb1")])
    assert.match(later(id("aaaa1")), /^(?:bbbb|cccc)1/)
  })
})
