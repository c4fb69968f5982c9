import { assert, describe, it } from "@effect/vitest"
import { findRanges, findReplacements } from "../../../src/agents/answering/findRanges.ts"
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

const replacing = (before: string, after: string) => ({ path: "a.ts", replaced: [before], replacements: [after] })

describe("the lines that an edit is about", () => {
  it("are only those that go, of several that are alike", () => {
    const { about } = findRanges(edit(false), replacing("a\na\nb", "a\nb"), "a\na\nb\n")
    assert.deepStrictEqual(about, [{ start: 2, end: 2 }])
  })

  it("are all where the file was overwritten already, which says nothing of what went", () => {
    const written = { path: "a.ts", replaced: [], content: "a\n" }
    assert.deepStrictEqual(findRanges(edit(true), written, "a\n"), {
      about: [{ start: 1, end: Number.MAX_SAFE_INTEGER }],
      isChange: false
    })
  })

  it("are none where a text was removed already, which may have been anywhere", () => {
    assert.deepStrictEqual(findReplacements(edit(true), replacing("b\n", ""), "a\n"), [])
  })
})
