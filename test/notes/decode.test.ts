import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Annotation } from "../../src/domain/Annotation.ts"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import { decodeNote, type Note } from "../../src/notes/decode.ts"
import { encodeNote } from "../../src/notes/encode.ts"
import { minimalNote, minimalRegion } from "../support/notes.ts"

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
  it("takes `schema` for `$schema`", () => {
    const { $schema, ...rest } = minimalNote(commit)
    assert.strictEqual(annotation({ schema: $schema, ...rest }).$schema, "ultragit/v1")
  })

  it("takes `unit_type` for `type`", () => {
    const region = { ...minimalRegion("a.ts", "f"), ast_anchor: { unit_type: "function", name: "f" } }
    assert.strictEqual(annotation(minimalNote(commit, { regions: [region] })).regions[0]?.ast_anchor.type, "function")
  })

  it("takes absent arrays for empty ones", () => {
    const region = annotation(minimalNote(commit, { regions: [minimalRegion("a.ts", "f")] })).regions[0]
    assert.deepStrictEqual(region?.constraints, [])
    assert.deepStrictEqual(region?.semantic_dependencies, [])
    assert.deepStrictEqual(region?.related_annotations, [])
    assert.deepStrictEqual(region?.tags, [])
  })

  it("takes an absent provenance for an initial one", () => {
    assert.deepStrictEqual(annotation(minimalNote(commit)).provenance, {
      operation: "initial",
      derived_from: [],
      original_annotations_preserved: false
    })
  })

  it("takes bare strings for constraints, with the source that the context level tells", () => {
    const region = { ...minimalRegion("a.ts", "f"), constraints: ["must not block"] }
    const source = (context_level: string) =>
      annotation(minimalNote(commit, { context_level, regions: [region] })).regions[0]?.constraints
    assert.deepStrictEqual(source("enhanced"), [{ text: "must not block", source: "author" }])
    assert.deepStrictEqual(source("inferred"), [{ text: "must not block", source: "inferred" }])
  })

  it("takes null for absent", () => {
    const region = { ...minimalRegion("a.ts", "f"), reasoning: null, tags: null }
    assert.deepStrictEqual(annotation(minimalNote(commit, { task: null, regions: [region] })).regions[0]?.tags, [])
  })

  it("takes abbreviated commits in references", () => {
    const pointer = { commit: "abc1234", anchor: "g", relationship: "extends" }
    const region = { ...minimalRegion("a.ts", "f"), related_annotations: [pointer] }
    assert.deepStrictEqual(annotation(minimalNote(commit, { regions: [region] })).regions[0]?.related_annotations, [
      pointer
    ])
  })

  it("passes over a byte order mark and white space around the document", () => {
    const text = `\ufeff\n ${JSON.stringify(minimalNote(commit))} \n\f\u00a0\n`
    assert.isTrue(Result.isSuccess(decodeNote(commit, bytes(text))))
  })

  it("takes the commit the note hangs on, and says which other the note names", () => {
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

  it("does not read what is nested deeper than 64, however deep", () => {
    const detail = Result.match(decodeNote(commit, bytes(nested(100_000))), {
      onFailure: (found) => found.detail,
      onSuccess: () => "decoded"
    })
    assert.strictEqual(detail, "nested deeper than 64")
  })

  it("does not take brackets in texts for nesting", () => {
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

const isSaid = (value: unknown): boolean => typeof value !== "object" || value === null || Object.keys(value).length > 0
const mayBeAbsent = new Set(["field_times", "corrections", "superseded"])

/** An annotation without what is never written: flags, and lists and times that may be absent and are empty. */
const asWritten = (written: Annotation): unknown => ({
  ...said(written),
  regions: written.regions.map((region) => said(region, "flags"))
})

const said = (value: object, never?: string): object =>
  Object.fromEntries(
    Object.entries(value).filter(([key, entry]) => key !== never && (isSaid(entry) || !mayBeAbsent.has(key)))
  )

describe("writing notes is strict", () => {
  it.prop("reads back what it wrote", [Annotation], ([written]) => {
    const read = decodeNote(written.commit, bytes(encodeNote(written)))
    assert.deepStrictEqual(Result.isSuccess(read) ? read.success.recorded : read.failure, asWritten(written))
  })

  it("keeps the fields it does not know, of the note and of its regions", () => {
    const region = { ...minimalRegion("a.ts", "f"), reviewed_by: "someone" }
    const read = decode({ ...minimalNote(commit, { regions: [region] }), model: "x-1" })
    assert.isTrue(Result.isSuccess(read))
    if (Result.isFailure(read)) return
    const rewritten = JSON.parse(encodeNote(read.success.annotation, read.success.document))
    assert.strictEqual(rewritten.model, "x-1")
    assert.strictEqual(rewritten.regions[0].reviewed_by, "someone")
  })

  it("writes canonical names whatever was read", () => {
    const { $schema, ...rest } = minimalNote(commit)
    const read = decode({ schema: $schema, ...rest })
    const text = Result.isSuccess(read) ? encodeNote(read.success.annotation, read.success.document) : ""
    assert.match(text, /^\{\n {2}"\$schema": "ultragit\/v1",\n {2}"commit"/)
    assert.notInclude(text, '"schema"')
  })
})
