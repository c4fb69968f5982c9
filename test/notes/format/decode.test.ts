import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Annotation } from "../../../src/domain/Annotation.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { decodeNote, type Note } from "../../../src/notes/format/decode.ts"
import { encodeNote } from "../../../src/notes/format/encode.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import { processorMillis } from "../../support/processorMillis.ts"

const commit = ObjectId.make("a".repeat(40))
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const decode = (document: unknown) => decodeNote(commit, bytes(JSON.stringify(document)))
const annotation = (document: unknown): Annotation =>
  Result.match(decode(document), {
    onFailure: (problem) => assert.fail(JSON.stringify(problem)),
    onSuccess: (note: Note) => note.annotation
  })
const problem = (document: unknown) =>
  Result.match(decode(document), { onFailure: ({ field }) => field, onSuccess: () => "decoded" })

const nested = (depth: number) => `{"$schema":"ultragit/v1","x":${"[".repeat(depth)}${"]".repeat(depth)}}`

describe("reading notes is tolerant", () => {
  it("accepts `schema` as `$schema`", () => {
    const { $schema, ...rest } = minimalNote(commit)
    assert.strictEqual(annotation({ schema: $schema, ...rest }).$schema, "ultragit/v1")
  })

  it("accepts `unit_type` as `type`", () => {
    const region = { ...minimalRegion("a.ts", "f"), ast_anchor: { unit_type: "function", name: "f" } }
    assert.strictEqual(annotation(minimalNote(commit, { regions: [region] })).regions[0]?.ast_anchor.type, "function")
  })

  it("reads absent arrays as empty", () => {
    const region = annotation(minimalNote(commit, { regions: [minimalRegion("a.ts", "f")] })).regions[0]
    assert.deepStrictEqual(region?.constraints, [])
    assert.deepStrictEqual(region?.semantic_dependencies, [])
    assert.deepStrictEqual(region?.related_annotations, [])
    assert.deepStrictEqual(region?.tags, [])
  })

  it("reads an absent provenance as an initial one", () => {
    assert.deepStrictEqual(annotation(minimalNote(commit)).provenance, {
      operation: "initial",
      derived_from: [],
      original_annotations_preserved: false
    })
  })

  it("accepts bare strings as constraints, with the source of the context level", () => {
    const region = { ...minimalRegion("a.ts", "f"), constraints: ["must not block"] }
    const source = (context_level: string) =>
      annotation(minimalNote(commit, { context_level, regions: [region] })).regions[0]?.constraints
    assert.deepStrictEqual(source("enhanced"), [{ text: "must not block", source: "author" }])
    assert.deepStrictEqual(source("inferred"), [{ text: "must not block", source: "inferred" }])
  })

  it("accepts bare strings as rejected alternatives, and skips what is none", () => {
    const alternatives = ["Poll: too slow", { text: "Push", reason: null }, { reason: "x" }, 7, ""]
    const regions = [alternatives, [], null, "nothing", { a: 1 }].map((given) => ({
      ...minimalRegion("a.ts", "f"),
      alternatives: given
    }))
    const [first, ...others] = annotation(minimalNote(commit, { regions })).regions
    assert.deepStrictEqual(first?.alternatives, [{ text: "Poll", reason: "too slow" }, { text: "Push" }])
    for (const other of others) assert.notProperty(other, "alternatives")
  })

  it("reads null as absent", () => {
    const region = { ...minimalRegion("a.ts", "f"), reasoning: null, tags: null }
    assert.deepStrictEqual(annotation(minimalNote(commit, { task: null, regions: [region] })).regions[0]?.tags, [])
  })

  it("accepts abbreviated commits in references", () => {
    const pointer = { commit: "abc1234", anchor: "g", relationship: "extends" }
    const region = { ...minimalRegion("a.ts", "f"), related_annotations: [pointer] }
    assert.deepStrictEqual(annotation(minimalNote(commit, { regions: [region] })).regions[0]?.related_annotations, [
      pointer
    ])
  })

  it("ignores a byte order mark and whitespace around the document", () => {
    const text = `\ufeff\n ${JSON.stringify(minimalNote(commit))} \n\f\u00a0\n`
    assert.isTrue(Result.isSuccess(decodeNote(commit, bytes(text))))
  })

  it("uses the annotated commit, and reports a different commit in the note", () => {
    const other = decode({ ...minimalNote(commit), commit: "b".repeat(40) })
    assert.isTrue(Result.isSuccess(other) && other.success.annotation.commit === commit)
    assert.strictEqual(Result.isSuccess(other) ? other.success.named : undefined, "b".repeat(40))
  })

  it.each([
    ["an array", [], "document"],
    ["another schema", { ...minimalNote(commit), $schema: "other/v9" }, "$schema"],
    ["no context level", { ...minimalNote(commit), context_level: undefined }, "context_level"],
    [
      "an empty intent",
      minimalNote(commit, { regions: [{ ...minimalRegion("a", "f"), intent: "" }] }),
      "regions[0].intent"
    ],
    [
      "no lines",
      minimalNote(commit, { regions: [{ ...minimalRegion("a", "f"), lines: undefined }] }),
      "regions[0].lines"
    ],
    [
      "line zero",
      minimalNote(commit, { regions: [{ ...minimalRegion("a", "f"), lines: { start: 0, end: 1 } }] }),
      "regions[0].lines.start"
    ],
    ["regions that are no list", { ...minimalNote(commit), regions: "all" }, "regions"],
    ["a date that is none", { ...minimalNote(commit), timestamp: "yesterday" }, "timestamp"]
  ])("names the field of a note with %s", (_, document, field) => {
    assert.strictEqual(problem(document), field)
  })

  it.each([
    ["text", "not json"],
    ["a cut document", '{"$schema": "ultragit/v1"'],
    ["nothing", ""],
    ["bytes that are no UTF-8", "\ud800"]
  ])("does not read %s", (_, text) => {
    assert.isTrue(Result.isFailure(decodeNote(commit, bytes(text))))
  })

  it("rejects nesting deeper than 64, at any depth", () => {
    const detail = Result.match(decodeNote(commit, bytes(nested(100_000))), {
      onFailure: (found) => found.detail,
      onSuccess: () => "decoded"
    })
    assert.strictEqual(detail, "nested deeper than 64")
  })

  it("ignores brackets in texts when it measures nesting", () => {
    assert.isTrue(Result.isSuccess(decode({ ...minimalNote(commit), summary: "[{".repeat(200) })))
  })

  it.prop(
    "never throws on any bytes",
    [Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 255 }))))],
    ([raw]) => {
      decodeNote(commit, Uint8Array.from(raw))
    }
  )
})

/** Two documents as git's `concatenate` leaves them. */
const concatenated = (...documents: ReadonlyArray<unknown>) =>
  documents
    .map((document) => (typeof document === "string" ? document : JSON.stringify(document, undefined, 2)))
    .join("\n\n")
const noteOf = (text: string): Note =>
  Result.match(decodeNote(commit, bytes(text)), {
    onFailure: (found) => assert.fail(JSON.stringify(found)),
    onSuccess: (note) => note
  })
const regionsOf = ({ annotation: { regions } }: Note) => regions.map(({ ast_anchor: { name } }) => name)

describe("a note of several documents", () => {
  const one = minimalNote(commit, { regions: [minimalRegion("a.ts", "f")] })
  const two = minimalNote("b".repeat(40), { regions: [minimalRegion("a.ts", "g", [2, 2])], model: "x-1" })

  it("has the merged content of all of them", () => {
    const note = noteOf(concatenated(one, two))
    assert.deepStrictEqual(regionsOf(note), ["f", "g"])
    assert.deepStrictEqual(note.warnings, [])
    assert.strictEqual(note.document["model"], "x-1")
    assert.strictEqual(
      encodeNote(note.recorded, note.document),
      encodeNote(noteOf(JSON.stringify(note.document)).recorded, note.document)
    )
  })

  it.each([
    ["without an empty line between them", `${JSON.stringify(one)}\n${JSON.stringify(two)}`],
    ["on one line", `${JSON.stringify(one)}${JSON.stringify(two)}`],
    ["with brackets in their texts", concatenated({ ...one, summary: '}{ \\" {' }, two)]
  ])("is read %s", (_, text) => {
    assert.deepStrictEqual(regionsOf(noteOf(text)), ["f", "g"])
  })

  it.each([
    ["text", "Noted by hand."],
    ["an annotation of another kind", { $schema: "other/v9" }],
    ["a cut document", '{"$schema": "ultragit/v1", "regions": [{"file": "a'],
    ["what is nested too deep", nested(100)]
  ])("is read without %s, with a warning", (_, bad) => {
    for (const text of [concatenated(bad, one, two), concatenated(one, bad, two), concatenated(one, two, bad)]) {
      assert.deepStrictEqual(regionsOf(noteOf(text)), ["f", "g"])
      assert.match(noteOf(text).warnings.join(), /only partly read: 1 of its documents/)
    }
  })

  it("is unreadable when none of them is readable", () => {
    assert.isTrue(Result.isFailure(decodeNote(commit, bytes(concatenated("{", "[1]", "text")))))
  })

  it("is rejected quickly, with any content", () => {
    for (const garbage of ["{\n", '{"\n', "{}\n", "[", "{}", '\n{"a":[', "x\n"]) {
      assert.isTrue(Result.isFailure(decodeNote(commit, bytes(garbage.repeat(20_000)))))
    }
  })

  it.each([
    ["never end", ""],
    ["end at once", '"}'],
    ["become too deep at once", `"${"[".repeat(100)}`]
  ])("is rejected in time linear in its size, with objects that %s", (_, end) => {
    const note = bytes(`${'{\\"\n'.repeat(100_000)}${end}`)
    assert.isBelow(
      processorMillis(() => assert.isTrue(Result.isFailure(decodeNote(commit, note)))),
      2_000
    )
  })
})

const correct = (hour: number, more: { readonly [field: string]: unknown }) => ({
  file: "a.ts",
  anchor: "Pool.acquire",
  author: "Ada <ada@example.org>",
  timestamp: `2025-01-02T0${hour}:00:00Z`,
  ...more
})
const first = ({ annotation: { regions } }: Note) => regions[0]

describe("a corrected note", () => {
  const region = {
    ...minimalRegion("a.ts", "Pool::acquire"),
    reasoning: "Because.",
    tags: ["slow"],
    constraints: [
      { text: "must not block", source: "inferred" },
      { text: "must be fair", source: "author" }
    ]
  }
  const corrected = (...corrections: ReadonlyArray<unknown>) =>
    noteOf(JSON.stringify(minimalNote(commit, { regions: [region], corrections })))

  it("reads as corrected, and keeps what was recorded", () => {
    const note = corrected(
      correct(1, { action: "remove", field: "constraints", value: "must be fair" }),
      correct(2, { action: "add", field: "constraints", value: "must not block" }),
      correct(3, { action: "add", field: "tags", value: "pool" }),
      correct(4, { action: "set", field: "reasoning", value: "Otherwise." }),
      correct(5, { action: "set", field: "intent", value: "One at a time." })
    )
    assert.deepStrictEqual(first(note)?.constraints, [{ text: "must not block", source: "author" }])
    assert.deepStrictEqual(first(note)?.tags, ["slow", "pool"])
    assert.strictEqual(first(note)?.reasoning, "Otherwise.")
    assert.strictEqual(first(note)?.intent, "One at a time.")
    assert.deepStrictEqual<unknown>(note.recorded.regions[0], {
      ...region,
      semantic_dependencies: [],
      related_annotations: []
    })
    assert.strictEqual(note.recorded.corrections?.length, 5)
  })

  it("has the rejected alternatives that were added and not removed", () => {
    const note = corrected(
      correct(1, { action: "add", field: "alternatives", value: "Poll: too slow" }),
      correct(2, { action: "add", field: "alternatives", value: "Push" }),
      correct(3, { action: "add", field: "alternatives", value: "Lock: deadlocks" }),
      correct(4, { action: "remove", field: "alternatives", value: "Poll" }),
      correct(5, { action: "remove", field: "alternatives", value: "Lock: deadlocks" })
    )
    assert.deepStrictEqual(first(note)?.alternatives, [{ text: "Push" }])
  })

  it("applies corrections by time, not by list order", () => {
    const note = corrected(
      correct(3, { action: "set", field: "reasoning", value: "last" }),
      correct(1, { action: "set", field: "reasoning", value: "first", timestamp: "2025-01-02T07:00:00+05:00" })
    )
    assert.strictEqual(first(note)?.reasoning, "last")
  })

  it("has the flags of its corrections, and ignores flags in the note itself", () => {
    const flag = correct(1, { action: "flag", value: "Outdated." })
    const flags = [{ reason: "Outdated.", author: flag.author, timestamp: flag.timestamp }]
    assert.deepStrictEqual(first(corrected(flag))?.flags, flags)
    const claimed = noteOf(JSON.stringify(minimalNote(commit, { regions: [{ ...region, flags }] })))
    assert.isUndefined(first(claimed)?.flags)
    assert.notInclude(encodeNote(claimed.recorded, claimed.document), "flags")
  })

  it("keeps corrections without effect, and ignores invalid ones", () => {
    const elsewhere = correct(1, { anchor: "gone", action: "set", field: "intent", value: "x" })
    const senseless = correct(2, { action: "set", field: "intent", value: "" })
    const note = corrected(elsewhere, senseless, "nonsense", { file: "a.ts" })
    assert.deepStrictEqual(note.annotation.regions, note.recorded.regions)
    assert.strictEqual(note.recorded.corrections?.length, 2)
  })
})

const isSaid = (value: unknown): boolean => typeof value !== "object" || value === null || Object.keys(value).length > 0
const mayBeAbsent = new Set(["field_times", "corrections", "superseded"])

/** An annotation without what is never written: flags, and lists and times that may be absent and are empty. */
const asWritten = (written: Annotation): unknown => {
  const document = { ...said(written), regions: written.regions.map((region) => said(region, "flags")) }
  // JSON knows no negative zero.
  return JSON.parse(JSON.stringify(document))
}

const said = (value: object, never?: string): object =>
  Object.fromEntries(
    Object.entries(value).filter(([key, entry]) => key !== never && (isSaid(entry) || !mayBeAbsent.has(key)))
  )

describe("writing notes is strict", () => {
  it.prop("reads back what it wrote", [Annotation], ([written]) => {
    const read = decodeNote(written.commit, bytes(encodeNote(written)))
    assert.deepStrictEqual(Result.isSuccess(read) ? read.success.recorded : read.failure, asWritten(written))
  })

  it("keeps unknown fields of the note and of its regions", () => {
    const region = { ...minimalRegion("a.ts", "f"), reviewed_by: "reviewer" }
    const read = decode({ ...minimalNote(commit, { regions: [region] }), model: "x-1" })
    assert.isTrue(Result.isSuccess(read))
    if (Result.isFailure(read)) return
    const rewritten = JSON.parse(encodeNote(read.success.annotation, read.success.document))
    assert.strictEqual(rewritten.model, "x-1")
    assert.strictEqual(rewritten.regions[0].reviewed_by, "reviewer")
  })

  it("writes canonical names for all accepted spellings", () => {
    const { $schema, ...rest } = minimalNote(commit)
    const read = decode({ schema: $schema, ...rest })
    const text = Result.isSuccess(read) ? encodeNote(read.success.annotation, read.success.document) : ""
    assert.match(text, /^\{\n {2}"\$schema": "ultragit\/v1",\n {2}"commit"/)
    assert.notInclude(text, '"schema"')
  })
})
