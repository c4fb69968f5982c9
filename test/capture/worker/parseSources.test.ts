import { assert, describe, it } from "@effect/vitest"
import {
  parseMessage,
  parseNamedCommits,
  parsePending,
  parseRebaseCommits
} from "../../../src/capture/worker/parseSources.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"

const [a, b, c] = [ObjectId.make("a".repeat(40)), ObjectId.make("b".repeat(40)), ObjectId.make("c".repeat(40))]
const d = ObjectId.make("d".repeat(64))

const picked = (id: string) => `(cherry picked from commit ${id})`

describe("the commits that a new one takes over", () => {
  it("are those of the operation that the hook recorded, oldest first", () => {
    assert.deepStrictEqual(parsePending(`squash ${b}\nsquash ${a}\n`), { kind: "squash", sources: [a, b] })
    assert.deepStrictEqual(parsePending(`cherry-pick ${a}\n`), { kind: "cherry-pick", sources: [a] })
    assert.isUndefined(parsePending(`named ${a}\n`))
    assert.isUndefined(parsePending("squash \n"))
  })

  it("are those that the message names: of several cherry-picks the last, of reverts all", () => {
    assert.deepStrictEqual(parseMessage(`x\n\n${picked(a)}\n${picked(b)}\n`), { kind: "cherry-pick", sources: [b] })
    assert.deepStrictEqual(parseMessage(`x\n\n${picked(d)}`), { kind: "cherry-pick", sources: [d] })
    const reverts = [a, b].map((id) => `This reverts commit ${id}.`).join("\n")
    assert.deepStrictEqual(parseMessage(`x\n\n${reverts}`), { kind: "revert", sources: [a, b] })
    assert.deepStrictEqual(parseMessage(`x\n\n${reverts}\n${picked(c)}`), { kind: "cherry-pick", sources: [c] })
    assert.isUndefined(parseMessage(`x\n\n> ${picked(a)}\nThis reverts commit ${a.slice(0, 39)}.`))
  })

  it("may be those of a reused message", () => {
    assert.deepStrictEqual(parseNamedCommits(`named ${a}\n`), [a])
    assert.deepStrictEqual(parseNamedCommits(`squash ${a}\n`), [])
  })

  it("are in a rebase those that were picked into each commit", () => {
    assert.deepStrictEqual(parseRebaseCommits(`${a} cherry-pick ${b}\n${c} edit ${b}\n\n`), [
      { commit: a, picked: [b] },
      { commit: c, picked: [] }
    ])
  })
})
