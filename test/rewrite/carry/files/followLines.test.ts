import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { followLines, unchangedParts } from "../../../../src/rewrite/carry/files/followLines.ts"
import type { DiffHunk } from "../../../../src/adapters/git/FileDiff.ts"

const upTo = (minimum: number, maximum: number) => Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))

/** What an edit does from the top of a file on: leaves lines, then has some in place of others. */
const Edit = Schema.Array(Schema.Struct({ left: upTo(1, 4), gone: upTo(0, 3), come: upTo(0, 3) })).pipe(
  Schema.check(Schema.isMinLength(1), Schema.isMaxLength(5))
)
const Line = upTo(0, 100)

/** The hunks of an edit as git writes them, and for each line that stays where it is afterwards. */
const applied = (script: typeof Edit.Type) => {
  const hunks: Array<DiffHunk> = []
  const stays = new Map<number, number>()
  let before = 0
  let after = 0
  for (const { come, gone, left } of script) {
    for (let line = 0; line < left; line += 1) stays.set((before += 1), (after += 1))
    if (gone === 0 && come === 0) continue
    hunks.push({
      before: { start: gone === 0 ? before : before + 1, count: gone },
      after: { start: come === 0 ? after : after + 1, count: come }
    })
    before += gone
    after += come
  }
  return { hunks, stays, before, after }
}

const withLines = (script: typeof Edit.Type, a: number, b: number) => {
  const edit = applied(script)
  const [first, second] = [1 + (a % edit.before), 1 + (b % edit.before)]
  return { ...edit, range: { start: Math.min(first, second), end: Math.max(first, second) } }
}

const each = (start: number, count: number) => Array.from({ length: count }, (_, index) => start + index)

describe("lines that an edit moved", () => {
  it.prop("are each returned once where the edit leaves them unchanged", [Edit, Line, Line], ([script, a, b]) => {
    const { hunks, range, stays } = withLines(script, a, b)
    const found = unchangedParts(range, hunks).flatMap(({ lines, start }) =>
      each(lines.start, lines.end - lines.start + 1).map((line, index) => [line, start + index] as const)
    )
    const expected = each(range.start, range.end - range.start + 1).flatMap((line) => {
      const to = stays.get(line)
      return to === undefined ? [] : [[line, to] as const]
    })
    assert.deepStrictEqual(found, expected)
  })

  it.prop("are followed with all that took the place of lines among them", [Edit, Line, Line], ([script, a, b]) => {
    const { after, hunks, range, stays } = withLines(script, a, b)
    const { end, start } = followLines(range, hunks)
    assert.isTrue(start >= 1 && start <= end && end <= Math.max(1, after), `${start}-${end} of ${after}`)
    const [first, last] = [stays.get(range.start), stays.get(range.end)]
    if (first !== undefined) assert.strictEqual(start, first)
    if (last !== undefined) assert.strictEqual(end, last)
  })

  it("begin after the line before them when the first of them are gone", () => {
    const gone: DiffHunk = { before: { start: 4, count: 3 }, after: { start: 3, count: 0 } }
    assert.deepStrictEqual(followLines({ start: 4, end: 8 }, [gone]), { start: 4, end: 5 })
  })

  it("leave the line before them when all of them are gone", () => {
    const gone: DiffHunk = { before: { start: 4, count: 3 }, after: { start: 3, count: 0 } }
    assert.deepStrictEqual(followLines({ start: 4, end: 6 }, [gone]), { start: 3, end: 3 })
  })

  it("include all of a replacement when one of its lines was among them", () => {
    const replaced: DiffHunk = { before: { start: 4, count: 2 }, after: { start: 4, count: 3 } }
    assert.deepStrictEqual(followLines({ start: 4, end: 5 }, [replaced]), { start: 4, end: 6 })
    assert.deepStrictEqual(followLines({ start: 2, end: 4 }, [replaced]), { start: 2, end: 6 })
    assert.deepStrictEqual(followLines({ start: 5, end: 8 }, [replaced]), { start: 4, end: 9 })
  })

  it("leave the first line when all of them are gone from the top", () => {
    const gone: DiffHunk = { before: { start: 1, count: 2 }, after: { start: 0, count: 0 } }
    assert.deepStrictEqual(followLines({ start: 1, end: 2 }, [gone]), { start: 1, end: 1 })
  })
})
