import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { blockState, withBlock, withoutBlock } from "../../../src/setup/skill/block.ts"
import { guidance, guidanceVersion } from "../../../src/setup/skill/Guidance.ts"

const put = (text: string) => Result.getOrThrow(withBlock(text))
const taken = (text: string) => Result.getOrThrow(withoutBlock(text))
const state = (text: string) => Result.getOrThrow(blockState(text))

describe("the guidance", () => {
  it("costs at most 1.5 KB, in ASCII", () => {
    assert.isAtMost(Buffer.byteLength(guidance), 1536)
    assert.match(guidance, /^[\n -~]*$/)
  })
})

describe("the guidance in a file", () => {
  it.each(["", "# Title\n", "# Title", "a\r\nb\r\n", "a\r\nb", "\n", "a\n\n\n", "\u00ef\u00bb\u00bfx\n", "\u00ff\n"])(
    "is put into %j and taken out again, all else as it was",
    (text) => {
      assert.include(put(text), `ultragit:guidance v${guidanceVersion}`)
      assert.strictEqual(taken(put(text)), text)
      assert.strictEqual(put(put(text)), put(text))
      assert.isTrue(put(text).startsWith(text))
    }
  )

  it.prop(
    "leaves every text as it was",
    [Schema.Array(Schema.Literals(["\n", "\r\n", "a", " "]))],
    ([parts]) => {
      const text = parts.join("")
      assert.strictEqual(taken(put(text)), text)
      assert.strictEqual(state(put(text)), "current")
    },
    { arbitrary: { runs: 2000 } }
  )

  it("uses the newlines of the file", () => {
    assert.notMatch(put("a\r\nb\r\n"), /[^\r]\n/)
    assert.notMatch(put("a\nb\n"), /\r/)
  })

  it("replaces an older version in place", () => {
    const old = "Before\n\n<!-- ultragit:guidance v0 -->\nold\n<!-- /ultragit:guidance -->\n\nAfter\n"
    assert.strictEqual(state(old), "outdated")
    assert.strictEqual(put(old), `Before\n\n${guidance}\n\nAfter\n`)
  })

  it("replaces a version that was edited by hand", () => {
    const changed = put("x\n").replace("No secrets", "All secrets")
    assert.strictEqual(state(changed), "outdated")
    assert.strictEqual(put(changed), put("x\n"))
  })

  it("is kept if a newer version wrote it", () => {
    const newer = put("x\n").replace(`guidance v${guidanceVersion}`, "guidance v999")
    assert.strictEqual(state(newer), "newer")
    assert.strictEqual(put(newer), newer)
  })

  it.each([
    "<!-- ultragit:guidance v1 -->\nno end\n",
    "no beginning\n<!-- /ultragit:guidance -->\n",
    `${guidance}\n${guidance}\n`,
    "<!-- /ultragit:guidance -->\n<!-- ultragit:guidance v1 -->\n"
  ])("is not guessed where the markers are damaged: %j", (text) => {
    assert.isTrue(Result.isFailure(withBlock(text)))
    assert.isTrue(Result.isFailure(withoutBlock(text)))
  })
})
