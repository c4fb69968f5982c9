import { assert, describe, it } from "@effect/vitest"
import { evolutionText } from "../../../src/toolsets/graph/text.ts"

const answer = { query_type: "coupled_files", file: "a.ts", coupled: [], total_count: 0, has_more: false } as const

describe("the text about files that change together", () => {
  it("says that there are none only where that is known", () => {
    const none = /No file changes together/
    assert.match(evolutionText(answer), none)
    assert.notMatch(evolutionText({ ...answer, warnings: ["History is still being read."] }), none)
  })
})
