import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import { decodeNote } from "../../src/notes/format/decode.ts"
import { encodeNote } from "../../src/notes/format/encode.ts"
import { NotesIndex } from "../../src/notes/lookup/NotesIndex.ts"
import { damaged, mutated, repeated } from "../support/fuzz/random.ts"
import { minimalNote, minimalRegion } from "../support/notes.ts"
import { scaled } from "../support/scale.ts"

const commit = ObjectId.make("7dbc090dde4e92fd474ea0fd656ce819d7ebff01")
const blob = ObjectId.make("a".repeat(40))

const full = minimalNote(commit, {
  task: "T-1",
  regions: [
    {
      ...minimalRegion("src/a.ts", "a", [3, 9]),
      reasoning: "Because.",
      constraints: ["bare", { text: "kept", source: "inferred" }],
      semantic_dependencies: [{ file: "src/b.ts", anchor: "b", nature: "assumes" }],
      related_annotations: [{ commit: "7dbc090dde", anchor: "b", relationship: "builds on" }],
      tags: ["one"],
      risk_notes: "Careful.",
      alternatives: ["Poll: too slow", { text: "Push", reason: "late" }],
      unknown: { kept: [1, 2] }
    },
    { ...minimalRegion("src/b.ts", "b"), ast_anchor: { unit_type: "class", name: "B" } }
  ],
  cross_cutting: [{ description: "All.", regions: ["src/a.ts:a", { file: "src/b.ts", anchor: "b" }], nature: "n" }],
  provenance: { operation: "squash", derived_from: [commit], original_annotations_preserved: true },
  corrections: [{ field: "intent", action: "set", value: "x" }],
  superseded: []
})
const old = { schema: "ultragit/v1", timestamp: "2025-01-01T00:00:00Z", context_level: "inferred", regions: [] }
const originals: ReadonlyArray<unknown> = [full, old, minimalNote(commit)]

/** Decoded, and as good after it was written again; or a problem that names its field. */
const check = (bytes: Buffer): void => {
  const decoded = decodeNote(commit, bytes)
  NotesIndex.of([{ commit, blob, bytes }])
  if (Result.isFailure(decoded)) {
    assert.notStrictEqual(decoded.failure.field, "")
    assert.notStrictEqual(decoded.failure.detail, "")
    return
  }
  const { document, recorded } = decoded.success
  const again = decodeNote(commit, Buffer.from(encodeNote(recorded, document)))
  assert.deepStrictEqual(Result.getOrThrow(again).recorded, recorded)
}

describe("arbitrary notes", () => {
  it("decode or name the problem, and round-trip", () => {
    const runs = repeated(scaled(600, 60_000), (random) => {
      let note = random.pick(originals)
      for (let times = 1 + random.below(4); times > 0; times -= 1) note = mutated(random, note)
      check(Buffer.from(JSON.stringify(note) ?? ""))
    })
    assert.isAbove(runs, 0)
  })

  it("decode or name the problem when damaged", () => {
    const runs = repeated(scaled(600, 60_000), (random) => {
      const text = Buffer.from(JSON.stringify(random.pick(originals), undefined, random.below(3)))
      check(damaged(random, random.below(2) === 0 ? text : Buffer.concat([text, Buffer.from("\n\n"), text])))
    })
    assert.isAbove(runs, 0)
  })

  it("are rejected quickly when nested too deep or too long", () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['{"regions":[', "]}"]
    ]) {
      const deep = Buffer.from(`{"regions":${open?.repeat(100_000)}1${close?.repeat(100_000)}}`)
      assert.isTrue(Result.isFailure(decodeNote(commit, deep)))
      check(Buffer.from(open?.repeat(200_000) ?? ""))
    }
  })

  it("never lend their keys to other objects", () => {
    const runs = repeated(scaled(50, 1_000), (random) => {
      const text = JSON.stringify(full).replaceAll(
        '"reasoning"',
        random.below(2) === 0 ? '"__proto__"' : '"constructor"'
      )
      check(Buffer.from(text))
      check(Buffer.from(text.replace('"Because."', '{"polluted":true}')))
      assert.isFalse("polluted" in {})
    })
    assert.isAbove(runs, 0)
  })
})
