import { assert, describe, it } from "@effect/vitest"
import type { Annotation, Correction } from "../../../../src/domain/Annotation.ts"
import { ObjectId } from "../../../../src/domain/ObjectId.ts"
import { isAbout, onlyOf } from "../../../../src/rewrite/carry/regions/selectRegions.ts"

const region = (file: string, name: string, signature?: string): Annotation["regions"][number] => ({
  file,
  ast_anchor: { type: "function", name, ...(signature === undefined ? {} : { signature }) },
  lines: { start: 1, end: 1 },
  intent: "Why.",
  constraints: [],
  semantic_dependencies: [],
  related_annotations: [],
  tags: []
})

const timestamp = "2025-01-01T00:00:00Z"

const correctionOf = (file: string, anchor: string): Correction => ({
  file,
  anchor,
  field: "tags",
  action: "add",
  value: "x",
  author: "A",
  timestamp
})
const supersededOf = (file: string, anchor: string) => ({ file, anchor, field: "intent", value: "Before.", timestamp })

describe("an entry about a region", () => {
  const take = region("a.ts", "Pool.take", "take(one: string)")

  it("names its file and anchor, in any spelling, and its signature or none", () => {
    assert.isTrue(isAbout(take, { file: "a.ts", anchor: "Pool.take" }))
    assert.isTrue(isAbout(take, { file: "a.ts", anchor: "Pool::take" }))
    assert.isTrue(isAbout(take, { file: "a.ts", anchor: "Pool.take", signature: "take(one:  string)" }))
  })

  it("names no other file, anchor or signature", () => {
    assert.isFalse(isAbout(take, { file: "b.ts", anchor: "Pool.take" }))
    assert.isFalse(isAbout(take, { file: "a.ts", anchor: "Pool.give" }))
    assert.isFalse(isAbout(take, { file: "a.ts" }))
    assert.isFalse(isAbout(take, { file: "a.ts", anchor: "Pool.take", signature: "take(all: boolean)" }))
    assert.isFalse(isAbout(region("a.ts", "Pool.take"), { file: "a.ts", anchor: "Pool.take", signature: "take()" }))
  })
})

describe("a note cut to some of its regions", () => {
  const annotation = {
    $schema: "ultragit/v1",
    commit: ObjectId.make("1".repeat(40)),
    timestamp,
    summary: "Both.",
    context_level: "enhanced",
    regions: [region("a.ts", "a"), region("b.ts", "b")],
    cross_cutting: [{ description: "Locks.", regions: ["a.ts:a"], nature: "order" }],
    provenance: { operation: "initial", derived_from: [], original_annotations_preserved: false },
    corrections: [correctionOf("a.ts", "a"), correctionOf("b.ts", "b")],
    superseded: [supersededOf("a.ts", "a"), supersededOf("b.ts", "b")]
  } as const satisfies Annotation

  it("keeps what is about them and what is unknown in them, and no concerns", () => {
    const original = { kept: 1, regions: [{ of: "a" }, { of: "b" }] }
    assert.deepStrictEqual(
      onlyOf({ annotation, original }, (index) => index === 1),
      {
        annotation: {
          ...annotation,
          regions: [region("b.ts", "b")],
          cross_cutting: [],
          corrections: [correctionOf("b.ts", "b")],
          superseded: [supersededOf("b.ts", "b")]
        },
        original: { kept: 1, regions: [{ of: "b" }] }
      }
    )
  })

  it("has no lists of corrections or superseded texts that would be empty", () => {
    const { corrections: _, superseded: __, ...rest } = annotation
    assert.deepStrictEqual(
      onlyOf({ annotation }, () => false),
      { annotation: { ...rest, regions: [], cross_cutting: [] } }
    )
  })
})
