import { assert, describe, it } from "@effect/vitest"
import { findReplacements } from "../../../src/agents/answering/findRanges.ts"
import type { FileEvent } from "../../../src/agents/events/AgentEvent.ts"
import { processorMillis } from "../../support/processorMillis.ts"

const count = 20
const place = {
  path: "a.ts",
  replaced: Array.from({ length: count }, () => "compute(x)"),
  replacements: Array.from({ length: count }, () => "compute(y)")
}
const edit = (isAfter: boolean): FileEvent => ({
  kind: "edit",
  name: "PreToolUse",
  client: "claude-code",
  session: "s",
  agent: "",
  folder: "/work",
  isAfter,
  places: [place]
})

describe("what an edit replaces", () => {
  it.each([false, true])("is found in little time and memory in a large file, made already: %s", (isAfter) => {
    const kept = isAfter ? "compute(y)" : "compute(x)"
    const lines = Array.from({ length: 60_000 }, (_, index) =>
      index % 1000 === 0 ? `  const value = ${kept}` : `  line ${index} of a file with many of them`
    )
    const text = lines.join("\n")
    const first = findReplacements(edit(isAfter), place, text)[0]
    assert.deepStrictEqual(first?.range, { start: 1, end: 1 })
    assert.isAtMost(findReplacements(edit(isAfter), place, text).length * text.length, 32 * 1024 * 1024)
    assert.isBelow(
      processorMillis(() => findReplacements(edit(isAfter), place, text)),
      1500
    )
  })
})
