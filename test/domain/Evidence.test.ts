import { assert, describe, it } from "@effect/vitest"
import { compareEvidence, type Evidence, rateQuality } from "../../src/domain/Evidence.ts"
import { ObjectId } from "../../src/domain/ObjectId.ts"

const entry = (fields: Partial<Evidence>): Evidence => ({
  kind: "commit",
  source: "history",
  commit: ObjectId.make("a".repeat(40)),
  author: "Ada",
  timestamp: "2024-01-01T00:00:00Z",
  by: "person",
  subject: "s",
  links: [],
  lines: [],
  share: 0.5,
  quality: "describes",
  ...fields
})

describe("evidence", () => {
  it("is ordered by quality, share of lines, newest", () => {
    const named = entry({ quality: "names_only", share: 1 })
    const small = entry({ quality: "states_reason", share: 0.1 })
    const old = entry({})
    const newer = entry({ timestamp: "2024-01-01T02:00:00+01:00" })
    const wide = entry({ share: 0.6 })
    assert.deepStrictEqual([named, old, small, newer, wide].toSorted(compareEvidence), [small, wide, newer, old, named])
  })

  it("gives a reason also by a rule, a risk or a rejected alternative with its reason", () => {
    assert.strictEqual(rateQuality({}), "names_only")
    assert.strictEqual(rateQuality({ constraints: [], risks: [] }), "names_only")
    assert.strictEqual(rateQuality({ text: "t" }), "describes")
    assert.strictEqual(rateQuality({ rejected: [{ text: "t" }] }), "describes")
    assert.strictEqual(rateQuality({ rejected: [{ text: "t", reason: "r" }] }), "states_reason")
    assert.strictEqual(rateQuality({ risks: ["r"] }), "states_reason")
    assert.strictEqual(rateQuality({ text: "t", reason: "r" }), "states_reason")
  })
})
