import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { findEditedUnits } from "../../../src/sessions/importing/editedUnits.ts"
import { toKey } from "../../../src/sessions/matching/lines.ts"
import { processorMillis } from "../../support/processorMillis.ts"

const line = '  "name": "value",'

describe("the units that an edit changed", () => {
  it("are found in little time in a file of 200,000 equal lines", () => {
    const count = 200_000
    const outline = { language: Option.none<string>(), units: [], partial: false }
    const find = () =>
      findEditedUnits(
        { path: "a.json", outline, length: count },
        Buffer.from(`${line}\n`.repeat(count)),
        [{ before: { start: 0, count: 0 }, after: { start: 1, count } }],
        new Set([toKey(line)])
      )
    assert.deepStrictEqual(
      find().map(({ changed, lines }) => ({ changed, lines })),
      [{ changed: count, lines: { start: 1, end: count } }]
    )
    assert.isBelow(processorMillis(find), 4000)
  })
})
