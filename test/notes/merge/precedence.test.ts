import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { decodeNote } from "../../../src/notes/format/decode.ts"
import { encodeNote } from "../../../src/notes/format/encode.ts"
import { mergeAnnotations, mergeOver } from "../../../src/notes/merge/Merge.ts"
import type { NoteContent } from "../../../src/notes/NoteContent.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"

const commit = ObjectId.make("a".repeat(40))
const encoded = ({ annotation, original }: NoteContent): string => encodeNote(annotation, original)

const times = Schema.Literals([
  "2025-01-01T00:00:00Z",
  "2025-01-01T01:00:00+01:00",
  "2025-01-01T00:30:00Z",
  "2024-06-01T12:00:00.5Z"
])
const texts = Schema.Literals(["one", "two", "three"])
const Said = Schema.Struct({
  timestamp: times,
  summary: texts,
  intent: texts,
  reasoning: Schema.optionalKey(texts),
  times: Schema.Struct({ intent: Schema.optionalKey(times) })
})
const Replaced = Schema.Struct({ value: texts, timestamp: times })

/** A note of one region, with intents that earlier merges replaced. */
const noteOf = (
  { intent, reasoning, summary, times: field_times, timestamp }: typeof Said.Type,
  replaced: ReadonlyArray<typeof Replaced.Type> = []
) => {
  const region = { ...minimalRegion("a.ts", "connect"), intent, field_times }
  const superseded = replaced.map((each) => ({ file: "a.ts", anchor: "connect", field: "intent", ...each }))
  const regions = [reasoning === undefined ? region : { ...region, reasoning }]
  const document = { ...minimalNote(commit, { timestamp, summary }), regions, superseded }
  return Result.match(decodeNote(commit, new TextEncoder().encode(JSON.stringify(document))), {
    onFailure: (problem) => assert.fail(JSON.stringify(problem)),
    onSuccess: ({ document: original, recorded }): NoteContent => ({ annotation: recorded, original })
  })
}

const textsOf = ({ annotation: { regions, summary } }: NoteContent) => [summary, ...regions.map(({ intent }) => intent)]

describe("merging a note over another one", () => {
  it.prop("makes its texts win, now and in later merges with the other", [Said, Replaced, Said], ([a, old, b]) => {
    const [under, over] = [noteOf(a, [old]), noteOf(b)]
    const merged = mergeOver(under, over, "always")
    assert.deepStrictEqual(textsOf(merged), [b.summary, b.intent])
    assert.deepStrictEqual(textsOf(mergeAnnotations(merged, under)), [b.summary, b.intent])
  })

  it.prop("changes nothing the second time", [Said, Said], ([a, b]) => {
    const [under, over] = [noteOf(a), noteOf(b)]
    for (const precedence of ["always", "same moment"] as const) {
      const merged = mergeOver(under, over, precedence)
      assert.strictEqual(encoded(mergeOver(under, merged, precedence)), encoded(merged))
    }
  })

  it.prop("keeps a newer text where only texts of the same time are replaced", [texts, texts], ([old, newer]) => {
    const said = { summary: "one" as const, times: {} }
    const under = noteOf({ ...said, intent: newer, timestamp: "2025-01-01T00:30:00Z" })
    const over = noteOf({ ...said, intent: old, timestamp: "2025-01-01T00:00:00Z" })
    assert.strictEqual(mergeOver(under, over, "same moment").annotation.regions[0]?.intent, newer)
    const alike = noteOf({ ...said, intent: old, timestamp: "2025-01-01T00:30:00Z" })
    assert.strictEqual(mergeOver(under, alike, "same moment").annotation.regions[0]?.intent, old)
  })
})
