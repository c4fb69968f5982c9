import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { Region } from "../../../src/domain/Annotation.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { BlameHunk } from "../../../src/adapters/git/Git.ts"
import type { Unit } from "../../../src/adapters/parser/Outline.ts"
import {
  clipHunks,
  locateRegion,
  findSurvivingLines,
  countUncommittedLines,
  enclosingRange
} from "../../../src/pipeline/questions/matching.ts"

const commit = ObjectId.make("c".repeat(40))
const hunk = (start: number, end: number, originStart: number, path = "a.ts"): BlameHunk => ({
  commit: Option.some(commit),
  path,
  lines: { start, end },
  originStart
})
const region = (name: string, start: number, end: number, signature?: string): Region => ({
  file: "a.ts",
  ast_anchor: { type: "function", name, ...(signature === undefined ? {} : { signature }) },
  lines: { start, end },
  intent: "x",
  constraints: [],
  semantic_dependencies: [],
  related_annotations: [],
  tags: []
})
const unit = (name: string, start: number, end: number, signature = name): Unit => ({
  type: "function",
  name,
  signature,
  lines: { start, end }
})

describe("the range from the first line to the last", () => {
  it("is that of all parts, however many there are", () => {
    const parts = Array.from({ length: 200_000 }, (_, index) => ({ start: 2 * index + 3, end: 2 * index + 3 }))
    assert.deepStrictEqual(enclosingRange(parts), Option.some({ start: 3, end: 400_001 }))
    assert.deepStrictEqual(enclosingRange([]), Option.none())
  })
})

describe("overlap is computed in the lines of the annotated commit", () => {
  it("finds code that moved: current 40–42 were 5–7", () => {
    const moved = clipHunks([hunk(40, 42, 5)], [{ start: 1, end: 100 }])
    assert.deepStrictEqual(findSurvivingLines(region("f", 5, 6), moved), [{ start: 40, end: 41 }])
    assert.deepStrictEqual(findSurvivingLines(region("f", 40, 42), moved), [])
  })

  it("ignores lines of another path of that commit", () => {
    assert.deepStrictEqual(
      findSurvivingLines(region("f", 5, 6), clipHunks([hunk(40, 42, 5, "old.ts")], [{ start: 1, end: 100 }])),
      []
    )
  })

  it("cuts hunks to the scope on both sides, origin lines too", () => {
    assert.deepStrictEqual(clipHunks([hunk(10, 20, 110)], [{ start: 12, end: 13 }]), [
      { commit, path: "a.ts", lines: { start: 12, end: 13 }, origin: { start: 112, end: 113 } }
    ])
  })

  it("returns the current lines of surviving lines", () => {
    const hunks = clipHunks([hunk(10, 12, 1), hunk(20, 25, 4)], [{ start: 1, end: 100 }])
    assert.deepStrictEqual(findSurvivingLines(region("f", 2, 5), hunks), [
      { start: 11, end: 12 },
      { start: 20, end: 21 }
    ])
    assert.deepStrictEqual(findSurvivingLines(region("f", 50, 60), hunks), [])
  })

  it("counts uncommitted lines in scope once", () => {
    const hunks: ReadonlyArray<BlameHunk> = [{ ...hunk(3, 8, 3), commit: Option.none() }]
    assert.strictEqual(
      countUncommittedLines(hunks, [
        { start: 1, end: 4 },
        { start: 4, end: 5 }
      ]),
      3
    )
  })
})

describe("the current location of a region", () => {
  it("follows the signature while the unit keeps it, ignoring whitespace and the opening of the body", () => {
    const stands = locateRegion(
      region("f", 1, 2, "function f(a:  number) {"),
      [unit("f", 7, 9, "function f(a: number)")],
      []
    )
    assert.deepStrictEqual(stands, { lines: Option.some({ start: 7, end: 9 }), anchor: "signature" })
  })

  it("follows the name when the signature changed or was never recorded", () => {
    assert.strictEqual(locateRegion(region("f", 1, 2, "f(a)"), [unit("f", 7, 9, "f(b)")], []).anchor, "name")
    assert.strictEqual(locateRegion(region("f", 1, 2), [unit("f", 7, 9)], []).anchor, "name")
  })

  it("follows the lines when only they survive, and is absent when none do", () => {
    const surviving = [
      { start: 3, end: 4 },
      { start: 9, end: 9 }
    ]
    const lines = Option.some({ start: 3, end: 9 })
    assert.deepStrictEqual(locateRegion(region("f", 1, 2), [], surviving), { lines, anchor: "lines" })
    assert.strictEqual(locateRegion(region("f", 1, 2), [], []).anchor, "gone")
  })

  it("prefers the overload with the same signature, then the one that contains the surviving lines", () => {
    const overloads = [unit("f", 1, 3, "f(a)"), unit("f", 5, 8, "f(a, b)")]
    assert.deepStrictEqual(
      locateRegion(region("f", 1, 2, "f(a, b)"), overloads, []).lines,
      Option.some({ start: 5, end: 8 })
    )
    const surviving = [{ start: 6, end: 6 }]
    assert.deepStrictEqual(
      locateRegion(region("f", 1, 2), overloads, surviving).lines,
      Option.some({ start: 5, end: 8 })
    )
  })

  it("rejects an overload that lies between surviving lines", () => {
    const overloads = [unit("f", 3, 5), unit("f", 7, 9)]
    const surviving = [
      { start: 1, end: 1 },
      { start: 8, end: 8 }
    ]
    assert.deepStrictEqual(
      locateRegion(region("f", 1, 2), overloads, surviving).lines,
      Option.some({ start: 7, end: 9 })
    )
  })
})
