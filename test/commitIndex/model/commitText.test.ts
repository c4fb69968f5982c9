import { assert, it } from "@effect/vitest"
import { truncateText, commitText, maxEmbeddingChars } from "../../../src/commitIndex/model/commitText.ts"

const described = { subject: "Subject", body: "Body", why: "Why", paths: ["a.ts", "b.ts"], lines: ["-old", "+new"] }

it("builds the text to embed from the message first, then the changed lines", () => {
  assert.strictEqual(commitText(described), "Subject\n\nBody\n\nWhy\n\na.ts\nb.ts\n\n-old\n+new")
  assert.strictEqual(commitText({ ...described, body: null, why: "", lines: [] }), "Subject\n\na.ts\nb.ts")
})

it("truncates a text without splitting a character", () => {
  assert.deepStrictEqual([truncateText("a🍎b", 2), truncateText("a🍎b", 3), truncateText("ab", 2)], ["a", "a🍎", "ab"])
  const long = "🍎".repeat(4_000)
  const text = commitText({ subject: `x${long}`, body: long, why: `x${long}`, paths: [long], lines: [long, long] })
  assert.isTrue(text.isWellFormed())
  assert.isAtMost(text.length, maxEmbeddingChars)
  assert.isAbove(text.length, maxEmbeddingChars - 2)
})
