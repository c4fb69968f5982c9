import { assert, describe, it } from "@effect/vitest"
import { askText, fixText } from "../../../src/toolsets/graph/findingsText.ts"

const finding = {
  id: "0123456789abcdef",
  detector: "deep-nesting",
  severity: "low",
  category: "complexity",
  title: "It is nested.",
  file: "a.go",
  line_start: 1,
  line_end: 2,
  why_it_matters: "It is hard to read.",
  confidence: 0.9
} as const

describe("texts of a model", () => {
  it("have patches that apply, and nothing that a terminal obeys", () => {
    const diff = "--- a/a.go\n+++ b/a.go\n@@ -1,1 +1,1 @@\n-\tone()\r\n+\ttwo(\u001b[2J\r)\r\n"
    const text = fixText({ finding, rests_on: [], diff })
    assert.include(text, "\n-\tone()\r\n+\ttwo(\\x1b[2J\\x0d)\r\n")
  })

  it("keep their lines", () => {
    assert.isTrue(
      askText({ answer: "One.\n\n- Two\u0007", model: "m at h", sources: [] }).startsWith("One.\n\n- Two\\x07\n")
    )
  })
})
