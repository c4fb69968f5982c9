import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { decodeNote } from "../../../src/notes/format/decode.ts"
import { asArray, canonicalJson } from "../../../src/domain/Json.ts"
import { encodeNote, unknownOfNote, unknownOfRegion } from "../../../src/notes/format/encode.ts"
import { mergeAnnotations } from "../../../src/notes/merge/Merge.ts"
import type { Region as NoteRegion } from "../../../src/domain/Annotation.ts"
import type { NoteContent } from "../../../src/notes/NoteContent.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import { scaled } from "../../support/scale.ts"

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
  spread: Schema.optionalKey(Schema.Boolean),
  context_level: Schema.optionalKey(Schema.Literals(["enhanced", "inferred"])),
  constraints: few(Schema.Struct({ text: texts, source: Schema.Literals(["author", "inferred"]) })),
  semantic_dependencies: few(Schema.Struct({ file: files, anchor: names, nature: texts })),
  related_annotations: few(
    Schema.Struct({ commit: Schema.Literals(["abcd", "abce"]), anchor: names, relationship: texts })
  ),
  tags: few(texts),
  alternatives: Schema.optionalKey(few(Schema.Struct({ text: texts, reason: Schema.optionalKey(texts) }))),
  field_times: fieldTimes,
  model: Schema.optionalKey(json),
  toString: Schema.optionalKey(json)
})
const Superseded = Schema.Struct({
  file: Schema.optionalKey(files),
  anchor: Schema.optionalKey(names),
  signature: Schema.optionalKey(texts),
  intent: Schema.optionalKey(texts),
  spread: Schema.optionalKey(Schema.Boolean),
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
  field: Schema.optionalKey(Schema.Literals(["constraints", "alternatives", "tags", "intent"])),
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

const region = (more: object) => ({ ...minimalRegion("a.ts", "Pool.acquire", [1, 3]), ...more })
const note = (hour: number, more: object) =>
  decoded({ ...minimalNote(commit, { timestamp: `2025-01-01T0${hour}:00:00Z` }), ...more })
const merge = (a: NoteContent, b: NoteContent) => mergeAnnotations(a, b).annotation
const overload = (signature: string, intent: string) =>
  region({ ast_anchor: { type: "method", name: "Pool.acquire", signature }, intent })
const constrained = (hour: number, source: string) =>
  note(hour, { regions: [region({ constraints: [{ text: "must not block", source }] })] })
const rejecting = (hour: number, ...alternatives: ReadonlyArray<object>) =>
  note(hour, { regions: [region({ alternatives })] })
const provenance = (operation: string) => ({ operation, derived_from: [], original_annotations_preserved: false })

/** What a region is known by. */
const regionKey = ({ ast_anchor: { name, signature = "" }, file }: NoteRegion): string =>
  canonicalJson([file, name.replace("::", ".") || name, signature])

/** The intents of a note's regions, each with its reasoning. */
const accounts = ({ annotation }: NoteContent): ReadonlyArray<string> =>
  annotation.regions.map((each) => canonicalJson([regionKey(each), each.intent, each.reasoning || null]))

/** One thing said of one field. */
const line = (file: string | undefined, anchor: string | undefined, field: string, value: unknown): string =>
  canonicalJson([file ?? null, anchor === undefined ? null : anchor.replace("::", ".") || anchor, field, value])
const isText = ([, value]: readonly [string, unknown]) => value !== undefined && value !== null && value !== ""

/** Every text and list entry that a note has or keeps, each as one line. */
const saidBy = ({ annotation, original }: NoteContent): ReadonlyArray<string> => {
  const { cross_cutting, provenance: origin, regions, summary, superseded = [], task } = annotation
  const own = { task, summary, "provenance.synthesis_notes": origin.synthesis_notes, ...unknownOfNote(original) }
  return [
    ...Object.entries(own)
      .filter(isText)
      .map(([field, value]) => line(undefined, undefined, field, value)),
    ...cross_cutting.map((entry) => line(undefined, undefined, "cross_cutting", entry)),
    ...(annotation.corrections ?? []).map((entry) => line(undefined, undefined, "corrections", entry)),
    ...superseded
      .filter(({ value }) => value !== "" && value !== null)
      .map(({ anchor, field, file, value }) => line(file, anchor, field, value)),
    ...regions.flatMap(({ ast_anchor, file, intent, lines, reasoning, risk_notes, ...lists }, index) => {
      const fields = { ast_anchor: { ast_anchor, lines }, intent, reasoning, risk_notes }
      const unknown = unknownOfRegion(asArray(original?.["regions"])[index])
      return [
        ...Object.entries({ ...fields, ...unknown })
          .filter(isText)
          .map(([field, value]) => line(file, ast_anchor.name, field, value)),
        ...lists.constraints.map(({ text }) => line(file, ast_anchor.name, "constraints", text)),
        ...lists.semantic_dependencies.map((entry) => line(file, ast_anchor.name, "semantic_dependencies", entry)),
        ...lists.related_annotations.map((entry) => line(file, ast_anchor.name, "related_annotations", entry)),
        ...lists.tags.map((entry) => line(file, ast_anchor.name, "tags", entry)),
        ...(lists.alternatives ?? []).map((entry) => line(file, ast_anchor.name, "alternatives", entry))
      ]
    })
  ]
}

describe("merging two notes of one commit", () => {
  it.prop(
    "is commutative",
    [Document, Document],
    ([a, b]) => {
      const [left, right] = [decoded(a), decoded(b)]
      assert.strictEqual(encoded(mergeAnnotations(left, right)), encoded(mergeAnnotations(right, left)))
    },
    { arbitrary: { runs: scaled(50, 1500) } }
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
    { arbitrary: { runs: scaled(50, 1500) } }
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
    { arbitrary: { runs: scaled(50, 1500) } }
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
    { arbitrary: { runs: scaled(50, 1500) } }
  )

  it.prop(
    "loses nothing that either says",
    [Document, Document],
    ([a, b]) => {
      const merged = new Set(saidBy(mergeAnnotations(decoded(a), decoded(b))))
      const lost = [...saidBy(decoded(a)), ...saidBy(decoded(b))].filter((said) => !merged.has(said))
      assert.deepStrictEqual(lost, [])
    },
    { arbitrary: { runs: scaled(50, 1500) } }
  )

  it.prop(
    "takes intent and reasoning of a region together from one of the notes",
    [Document, Document, Document],
    ([a, b, c]) => {
      const notes = [a, b, c].map((document) => decoded({ ...document, superseded: [] }))
      const merged = notes.reduce(mergeAnnotations)
      const given = new Set(notes.flatMap(accounts))
      assert.deepStrictEqual(
        accounts(merged).filter((account) => !given.has(account)),
        []
      )
    },
    { arbitrary: { runs: scaled(50, 1500) } }
  )

  it("never pairs one author's reasoning with another's intent", () => {
    const older = note(1, { regions: [region({ intent: "Pool connections.", reasoning: "Opening one is slow." })] })
    const newer = note(2, { regions: [region({ intent: "Give out connections in order." })] })
    const { regions, superseded } = merge(older, newer)
    assert.deepStrictEqual(
      regions.map(({ intent, reasoning }) => [intent, reasoning]),
      [["Give out connections in order.", undefined]]
    )
    const place = { file: "a.ts", anchor: "Pool.acquire" }
    const timestamp = "2025-01-01T01:00:00Z"
    assert.deepStrictEqual(superseded, [
      { ...place, field: "intent", value: "Pool connections.", timestamp },
      { ...place, field: "reasoning", value: "Opening one is slow.", intent: "Pool connections.", timestamp }
    ])
  })

  it("restores a reasoning when its intent is given again", () => {
    const [first, second, third] = [
      note(1, { regions: [region({ intent: "Pool.", reasoning: "Slow." })] }),
      note(2, { regions: [region({ intent: "Order.", reasoning: "Fair." })] }),
      note(3, { regions: [region({ intent: "Pool." })] })
    ]
    const [found] = mergeAnnotations(mergeAnnotations(first, second), third).annotation.regions
    assert.deepStrictEqual([found?.intent, found?.reasoning], ["Pool.", "Slow."])
  })

  it("marks a reason as spread until the unit gets its own", () => {
    const spread = note(1, { regions: [region({ intent: "Send.", reasoning: "Both.", spread: true })] })
    const again = note(2, { regions: [region({ intent: "Send.", reasoning: "Both.", spread: true })] })
    const placed = note(3, { regions: [region({ intent: "Send.", reasoning: "This one." })] })
    assert.strictEqual(merge(spread, again).regions[0]?.spread, true)
    assert.isUndefined(merge(again, placed).regions[0]?.spread)
    assert.strictEqual(merge(again, placed).superseded?.[0]?.spread, true)
    const alike = note(1, { regions: [region({ intent: "Send.", reasoning: "Send.", spread: true })] })
    const kept = merge(alike, note(2, { regions: [region({ intent: "Tag." })] })).superseded ?? []
    assert.deepStrictEqual(
      kept.map(({ field, spread: is }) => [field, is]),
      [
        ["intent", undefined],
        ["reasoning", true]
      ]
    )
  })

  it("distinguishes overloads by signature", () => {
    const first = note(1, {
      regions: [overload("acquire(): Conn", "One."), overload("acquire(n: number)", "Several.")]
    })
    const second = note(2, { regions: [overload("acquire(n:  number) {", "Many.")] })
    const { regions, superseded } = merge(first, second)
    assert.deepStrictEqual(regions.map(({ intent }) => intent).toSorted(), ["Many.", "One."])
    assert.deepStrictEqual(
      superseded?.filter(({ field }) => field === "intent").map(({ signature, value }) => [signature, value]),
      [["acquire(n: number)", "Several."]]
    )
  })

  it("takes the newer text, compared by instant and not by string, and keeps the older", () => {
    const older = decoded(minimalNote(commit, { timestamp: "2025-01-01T12:00:00+11:00", summary: "older" }))
    const { summary, superseded, timestamp } = merge(older, note(2, { summary: "newer" }))
    assert.strictEqual(summary, "newer")
    assert.strictEqual(timestamp, "2025-01-01T02:00:00Z")
    assert.deepStrictEqual(superseded, [{ field: "summary", value: "older", timestamp: "2025-01-01T12:00:00+11:00" }])
  })

  it("prefers an older text to none, and keeps its time", () => {
    const older = note(1, { task: "T-1", regions: [region({ reasoning: "Because.", reviewed_by: "Grace" })] })
    const { annotation, original } = mergeAnnotations(older, note(2, { regions: [region({})] }))
    assert.strictEqual(annotation.task, "T-1")
    assert.deepStrictEqual(annotation.field_times, { task: "2025-01-01T01:00:00Z" })
    assert.strictEqual(annotation.regions[0]?.reasoning, "Because.")
    assert.include(annotation.regions[0]?.field_times, { reasoning: "2025-01-01T01:00:00Z" })
    assert.deepStrictEqual(original?.["regions"], [{ reviewed_by: "Grace" }])
    assert.isUndefined(annotation.superseded)
  })

  it("identifies a region by file, name and signature in any spelling, with the newer lines", () => {
    const signature = "acquire()"
    const spelled = { type: "method", name: "Pool::acquire", signature }
    const older = { ...region({}), ast_anchor: { type: "function", name: "Pool.acquire", signature } }
    const newer = note(2, { regions: [{ ...region({}), ast_anchor: spelled, lines: { start: 5, end: 9 } }] })
    const { regions } = merge(note(1, { regions: [older] }), newer)
    assert.deepStrictEqual(
      regions.map(({ ast_anchor, lines }) => ({ ast_anchor, lines })),
      [{ ast_anchor: spelled, lines: { start: 5, end: 9 } }]
    )
  })

  it("prefers an author's constraint to an inferred one with the same text", () => {
    const { regions } = merge(constrained(1, "author"), constrained(2, "inferred"))
    assert.deepStrictEqual(regions[0]?.constraints, [{ text: "must not block", source: "author" }])
  })

  it("keeps the rejected alternatives of both, each once", () => {
    const poll = { text: "Poll", reason: "Too slow." }
    const { regions } = merge(rejecting(1, poll), rejecting(2, { text: "Push" }, poll))
    assert.deepStrictEqual(regions[0]?.alternatives, [poll, { text: "Push" }])
  })

  it("sorts regions by file position, and keeps the order of shared lists", () => {
    const tags = ["z", "a"]
    const first = note(1, { regions: [{ ...minimalRegion("a.ts", "last", [9, 9]), tags }] })
    const second = note(2, {
      regions: [minimalRegion("a.ts", "zero"), { ...minimalRegion("a.ts", "last", [9, 9]), tags }]
    })
    const { regions } = merge(first, second)
    assert.deepStrictEqual(
      regions.map(({ ast_anchor, tags: kept }) => [ast_anchor.name, kept]),
      [
        ["zero", []],
        ["last", tags]
      ]
    )
  })

  it("is enhanced when either is, and ranks squash over amend over initial", () => {
    const inferred = note(1, { context_level: "inferred", provenance: provenance("amend") })
    const merged = merge(inferred, note(2, { provenance: provenance("squash") }))
    assert.strictEqual(merged.context_level, "enhanced")
    assert.strictEqual(merged.provenance.operation, "squash")
    assert.strictEqual(merge(inferred, note(2, {})).provenance.operation, "amend")
  })

  it("does not treat a draft as the author's text where the author gave none", () => {
    const draft = note(1, { context_level: "inferred", regions: [region({}), minimalRegion("a.ts", "connect")] })
    const { context_level, regions } = merge(draft, note(2, { regions: [region({ intent: "Known now." })] }))
    assert.strictEqual(context_level, "enhanced")
    assert.deepStrictEqual(
      regions.map(({ ast_anchor, context_level: level }) => [ast_anchor.name, level]),
      [
        ["Pool.acquire", undefined],
        ["connect", "inferred"]
      ]
    )
  })
})
