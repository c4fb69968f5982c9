import { assert, describe, it } from "@effect/vitest"
import { removeRepeated } from "../../../src/evidence/quotes/removeRepeated.ts"
import type { Evidence } from "../../../src/domain/Evidence.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"

const entry = (fields: Partial<Evidence>): Evidence => ({
  kind: "commit",
  source: "history",
  commit: ObjectId.make("a".repeat(40)),
  author: "A",
  timestamp: "2026-01-01T00:00:00Z",
  by: "person",
  subject: "Merge both contexts",
  links: [],
  lines: [{ start: 1, end: 3 }],
  share: 1,
  quality: "names_only",
  ...fields
})

describe("entries of evidence that repeat others", () => {
  const plain = entry({})
  const merged = entry({ commit: ObjectId.make("b".repeat(40)), subject: "Merge both contexts (#12)", links: ["#12"] })
  const changeset = entry({ kind: "changeset", text: "One context.", quality: "describes" })

  it("are the only commit of a pull request, and the commit of a changeset", () => {
    assert.deepStrictEqual(removeRepeated([plain, merged]), [merged])
    assert.deepStrictEqual(removeRepeated([plain, changeset]), [changeset])
  })

  it("are not those with other lines, another subject, a text or a link of their own, nor all of several", () => {
    const others = [
      entry({ lines: [{ start: 1, end: 4 }] }),
      entry({ subject: "Split" }),
      entry({ text: "Because.", quality: "describes" }),
      entry({ links: ["#3"] })
    ]
    for (const other of others) assert.deepStrictEqual(removeRepeated([other, merged]), [other, merged])
    assert.deepStrictEqual(removeRepeated([plain, plain]), [plain, plain])
  })
})
