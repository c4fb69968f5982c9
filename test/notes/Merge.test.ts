import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import { decodeNote } from "../../src/notes/decode.ts"
import { encodeNote } from "../../src/notes/encode.ts"
import { mergeAnnotations } from "../../src/notes/Merge.ts"
import type { NoteContent } from "../../src/notes/NotesWriter.ts"

const commit = ObjectId.make("a".repeat(40))
const encoded = ({ annotation, original }: NoteContent): string => encodeNote(annotation, original)

/** Few values for everything, so that two of them often meet. */
const times = Schema.Literals([
  "2025-01-01T00:00:00Z",
  "2025-01-01T01:00:00+01:00",
  "2025-01-01T00:30:00Z",
  "2024-06-01T12:00:00.5Z"
])
const texts = Schema.Literals(["", "one", "two", "three"])
const names = Schema.Literals(["connect", "Pool.acquire", "Pool::acquire", "::"])
const files = Schema.Literals(["a.ts", "b.ts"])
const json = Schema.Union([texts, Schema.Null, Schema.Boolean, Schema.Literals([1, 2])])
const few = <S extends Schema.Constraint>(schema: S) => Schema.Array(schema).pipe(Schema.check(Schema.isMaxLength(3)))
const fieldTimes = Schema.optionalKey(
  Schema.Struct({
    intent: Schema.optionalKey(times),
    summary: Schema.optionalKey(times),
    reasoning: Schema.optionalKey(times),
    toString: Schema.optionalKey(times),
    model: Schema.optionalKey(times)
  })
)
const Region = Schema.Struct({
  file: files,
  ast_anchor: Schema.Struct({
    type: Schema.Literals(["function", "method"]),
    name: names,
    signature: Schema.optionalKey(texts)
  }),
  lines: Schema.Struct({ start: Schema.Literals([1, 2]), end: Schema.Literals([3, 4]) }),
  intent: Schema.Literals(["one", "two", "three"]),
  reasoning: Schema.optionalKey(texts),
  risk_notes: Schema.optionalKey(texts),
  constraints: few(Schema.Struct({ text: texts, source: Schema.Literals(["author", "inferred"]) })),
  semantic_dependencies: few(Schema.Struct({ file: files, anchor: names, nature: texts })),
  related_annotations: few(
    Schema.Struct({ commit: Schema.Literals(["abcd", "abce"]), anchor: names, relationship: texts })
  ),
  tags: few(texts),
  field_times: fieldTimes,
  model: Schema.optionalKey(json),
  toString: Schema.optionalKey(json)
})
const Superseded = Schema.Struct({
  file: Schema.optionalKey(files),
  anchor: Schema.optionalKey(names),
  field: Schema.Literals([
    "task",
    "summary",
    "intent",
    "reasoning",
    "ast_anchor",
    "model",
    "constraints",
    "schema",
    "toString"
  ]),
  value: json,
  timestamp: times
})
const Correction = Schema.Struct({
  file: files,
  anchor: names,
  action: Schema.Literals(["add", "remove", "set", "flag"]),
  field: Schema.optionalKey(Schema.Literals(["constraints", "tags", "intent"])),
  value: texts,
  author: texts,
  timestamp: times
})
const Document = Schema.Struct({
  $schema: Schema.Literal("ultragit/v1"),
  commit: Schema.Literal(commit),
  timestamp: times,
  task: Schema.optionalKey(texts),
  summary: texts,
  context_level: Schema.Literals(["enhanced", "inferred"]),
  regions: few(Region),
  cross_cutting: few(Schema.Struct({ description: texts, regions: few(texts), nature: texts })),
  provenance: Schema.Struct({
    operation: Schema.Literals(["initial", "amend", "squash"]),
    derived_from: few(Schema.Literals(["abcd", "abce"])),
    original_annotations_preserved: Schema.Boolean,
    synthesis_notes: Schema.optionalKey(texts)
  }),
  field_times: fieldTimes,
  corrections: few(Correction),
  superseded: few(Superseded),
  model: Schema.optionalKey(json),
  toString: Schema.optionalKey(json)
})

const decoded = (document: unknown): NoteContent =>
  Result.match(decodeNote(commit, new TextEncoder().encode(JSON.stringify(document))), {
    onFailure: (problem) => assert.fail(JSON.stringify(problem)),
    onSuccess: ({ document: original, recorded }) => ({ annotation: recorded, original })
  })

describe("merging two notes of one commit", () => {
  it.prop(
    "is commutative",
    [Document, Document],
    ([a, b]) => {
      const [left, right] = [decoded(a), decoded(b)]
      assert.strictEqual(encoded(mergeAnnotations(left, right)), encoded(mergeAnnotations(right, left)))
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop(
    "is associative",
    [Document, Document, Document],
    ([a, b, c]) => {
      const [x, y, z] = [decoded(a), decoded(b), decoded(c)]
      assert.strictEqual(
        encoded(mergeAnnotations(mergeAnnotations(x, y), z)),
        encoded(mergeAnnotations(x, mergeAnnotations(y, z)))
      )
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop(
    "is idempotent",
    [Document, Document],
    ([a, b]) => {
      const [x, y] = [decoded(a), decoded(b)]
      const merged = mergeAnnotations(x, y)
      assert.strictEqual(encoded(mergeAnnotations(x, x)), encoded(x))
      assert.strictEqual(encoded(mergeAnnotations(merged, x)), encoded(merged))
      assert.strictEqual(encoded(mergeAnnotations(y, merged)), encoded(merged))
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop(
    "is read back as it was written",
    [Document, Document],
    ([a, b]) => {
      const merged = mergeAnnotations(decoded(a), decoded(b))
      const read = decoded(JSON.parse(encoded(merged)))
      assert.deepStrictEqual(read.annotation, merged.annotation)
      assert.strictEqual(encoded(read), encoded(merged))
    },
    { arbitrary: { runs: 300 } }
  )
})
