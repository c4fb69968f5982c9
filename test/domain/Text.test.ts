import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { escapeControls, takeFirstSentence, jsonText } from "../../src/domain/Text.ts"

describe("a stranger's text", () => {
  it.each([
    ["a\u001b[31mred", "a\\x1b[31mred"],
    ["two\nlines", "two\\x0alines"],
    ["\u202egnp.exe", "\\u202egnp.exe"],
    ["nul\0", "nul\\x00"],
    ["c1\u009b", "c1\\x9b"],
    ["lone \udc80", "lone \\udc80"],
    ["tag \u{e0041}", "tag \\u{e0041}"],
    ["zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"],
    ["soft\u00adhyphen", "soft\\xadhyphen"],
    ["\u3164filler\u{e0101}", "\\u3164filler\\u{e0101}"],
    ["joined 👩\u200d💻", "joined 👩\\u200d💻"],
    [
      "one selector ❤\ufe0f, two ❤\ufe0f\ufe0f, none a\ufe0f",
      "one selector ❤\ufe0f, two ❤\ufe0f\\ufe0f, none a\\ufe0f"
    ],
    ["plain äöü 🙂", "plain äöü 🙂"]
  ])("is shown inert: %j", (text, expected) => {
    assert.strictEqual(escapeControls(text), expected)
  })

  it.prop(
    "never keeps a control character",
    [Schema.String],
    ([text]) =>
      // oxlint-disable-next-line no-control-regex -- control characters are what this is about
      !/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/.test(escapeControls(text))
  )

  it.prop(
    "is the same value in JSON that shows no control character",
    // No keys of objects: V8 takes "\u0000" for "\\" after an object that had such a key (JSON.parse of Node 24.21).
    [Schema.Array(Schema.String)],
    ([texts]) => {
      const value = [...texts, "\u009b\u202e\u2028\u007f\u061c\u200b\u{e0041}\ud800"]
      const text = jsonText(value)
      assert.deepStrictEqual(JSON.parse(text), value)
      assert.strictEqual(escapeControls(text), text)
    }
  )

  it.each([
    ["One. Two.", "One."],
    ["Is it? Yes.", "Is it?"],
    ["Version 2.0 is out", "Version 2.0 is out"],
    ["No end", "No end"]
  ])("has a first sentence: %j", (text, expected) => {
    assert.strictEqual(takeFirstSentence(text), expected)
  })
})
