import { assert, describe, it } from "@effect/vitest"
import { makeWordFinders } from "../../../src/commitIndex/queries/excerpt.ts"
import { matchedReasoning, wholeReasoning } from "../../../src/commitIndex/queries/reasoning.ts"

const intent = "Keep one connection for each broker"
const reasoning = "The broker closes second connections, and says so nowhere."
const constraint = "Never retry a publish: the broker may have taken it."
const reasons = { intent, why: [intent, reasoning, constraint, "mqtt"].join("\n") }

describe("the reasoning of a search result", () => {
  it("starts at the line with the most words and continues after it", () => {
    assert.strictEqual(
      matchedReasoning(reasons, makeWordFinders(["closing", "second"])),
      `${reasoning}\n${constraint}\nmqtt`
    )
    assert.strictEqual(matchedReasoning(reasons, makeWordFinders(["broker", "retry"])), `${constraint}\nmqtt`)
  })

  it("appears if only the intent matched, and not if the annotation did not match", () => {
    assert.strictEqual(matchedReasoning(reasons, makeWordFinders(["keep"])), `${reasoning}\n${constraint}\nmqtt`)
    assert.strictEqual(matchedReasoning(reasons, makeWordFinders(["unrelated"])), "")
    assert.strictEqual(matchedReasoning({ intent, why: intent }, makeWordFinders(["keep"])), "")
    assert.strictEqual(matchedReasoning({ intent: "", why: "" }, makeWordFinders(["keep"])), "")
  })

  it("is clipped to 400 characters around the word", () => {
    const why = `${intent}\n${"filler ".repeat(500)}needle ${"more ".repeat(500)}\nlast`
    const shown = matchedReasoning({ intent, why }, makeWordFinders(["needle"]))
    assert.isAtMost(shown.length, 400)
    assert.include(shown, "needle")
    assert.match(shown, /^…/)
    const wide = matchedReasoning({ intent, why: "🎉".repeat(1_000) + "needle" }, makeWordFinders(["needle"]))
    assert.isTrue(wide.isWellFormed())
  })

  it("is the whole annotation without the intent for a single commit", () => {
    assert.strictEqual(wholeReasoning(reasons), `${reasoning}\n${constraint}\nmqtt`)
    assert.strictEqual(wholeReasoning({ intent, why: intent }), "")
  })
})
