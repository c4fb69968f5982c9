import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { exactChange } from "../../../../src/rewrite/carry/files/changedRange.ts"
import { followLines } from "../../../../src/rewrite/carry/files/followLines.ts"

const Words = Schema.Array(Schema.Literals(["a", "b", "c", ""])).pipe(Schema.check(Schema.isMaxLength(6)))
const Ending = Schema.Literals(["\n", ""])

const bytes = (lines: ReadonlyArray<string>, ending: string) =>
  new TextEncoder().encode(lines.length === 0 ? "" : lines.join("\n") + ending)

const textOf = (content: Uint8Array) => new TextDecoder().decode(content)

const keeps = ({ count, start }: { readonly start: number; readonly count: number }) =>
  count === 0 ? start : start - 1

const whole = { start: 1, end: 1_000 }

describe("exactChange", () => {
  it.prop(
    "makes the one content of the other",
    [Words, Words, Words, Words, Ending, Ending],
    ([start, gone, come, end, endA, endB]) => {
      const a = bytes([...start, ...gone, ...end], endA)
      const b = bytes([...start, ...come, ...end], endB)
      const change = exactChange(a, b, { start: 1_000_000, end: 1_000_000 })
      assert.isDefined(change)
      if (change === undefined) return
      const { after, before } = change
      const [left, right] = [textOf(a).split(/(?<=\n)/), textOf(b).split(/(?<=\n)/)]
      const made = [
        ...left.slice(0, keeps(before)),
        ...right.slice(keeps(after), keeps(after) + after.count),
        ...left.slice(keeps(before) + before.count)
      ]
      assert.strictEqual(made.join(""), textOf(b))
    }
  )

  it("is absent where lines were replaced", () => {
    assert.isUndefined(exactChange(bytes(["a", "b", "c"], "\n"), bytes(["a", "x", "y", "c"], "\n"), whole))
  })

  it("moves lines after it and leaves those before it", () => {
    const [a, b] = [bytes(["a", "b", "c"], "\n"), bytes(["a", "x", "y", "c"], "\n")]
    const moved = (line: number) => {
      const change = exactChange(a, b, { start: line, end: line })
      return change === undefined ? undefined : followLines({ start: line, end: line }, [change]).start
    }
    assert.deepStrictEqual([1, 2, 3].map(moved), [1, undefined, 4])
  })
})
