import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type AnyContract, inputSchema, outputSchema } from "../../../src/toolsets/tool/jsonSchema.ts"

const contract = (input: AnyContract["input"], output: AnyContract["output"] = input): AnyContract => ({
  name: "t",
  title: "t",
  command: "t",
  description: "t",
  input,
  output,
  hints: { readOnly: true, idempotent: true, destructive: false }
})

interface Tree {
  readonly value: string
  readonly children: ReadonlyArray<Tree>
}

const Tree = Schema.Struct({
  value: Schema.String,
  children: Schema.Array(Schema.suspend((): Schema.Codec<Tree> => Tree))
}).annotate({ identifier: "Tree" })

describe("jsonSchema", () => {
  it("keeps names, descriptions, bounds and enums only", () => {
    const Input = Schema.Struct({
      path: Schema.String.annotate({ description: "A file" }),
      limit: Schema.optionalKey(Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(1)))),
      depth: Schema.Int.pipe(Schema.withDecodingDefault(Effect.succeed(1))),
      mode: Schema.optionalKey(Schema.Literals(["a", "b"])),
      properties: Schema.optionalKey(Schema.Array(Schema.String)),
      not: Schema.optionalKey(Schema.Boolean)
    })
    assert.deepStrictEqual(inputSchema(contract(Input)), {
      type: "object",
      properties: {
        path: { type: "string", description: "A file" },
        limit: { type: "integer", minimum: 1 },
        depth: { type: "integer" },
        mode: { type: "string", enum: ["a", "b"] },
        properties: { type: "array", items: { type: "string" } },
        not: { type: "boolean" }
      },
      required: ["path"]
    })
  })

  it("inlines named schemas", () => {
    const Place = Schema.Struct({ line: Schema.Int }).annotate({ identifier: "a/Place" })
    const Input = Schema.Struct({ here: Place, there: Schema.Array(Place) })
    const place = { type: "object", properties: { line: { type: "integer" } }, required: ["line"] }
    assert.deepStrictEqual(inputSchema(contract(Input)), {
      type: "object",
      properties: { here: place, there: { type: "array", items: place } },
      required: ["here", "there"]
    })
  })

  it("describes an answer's members and those of its list entries only", () => {
    const Place = Schema.Struct({
      line: Schema.Int,
      tags: Schema.Array(Schema.String),
      inner: Schema.Struct({ a: Schema.Int })
    })
    const Output = Schema.Struct({
      here: Place,
      there: Schema.Array(Place),
      deep: Schema.Array(Schema.Struct({ places: Schema.Array(Place) })),
      kind: Schema.Literals(["a", "b"]),
      none: Schema.NullOr(Schema.String)
    })
    const members = { line: { type: "integer" }, tags: { type: "array" }, inner: { type: "object" } }
    const entry = { type: "object", properties: members }
    assert.deepStrictEqual(outputSchema(contract(Output)), {
      type: "object",
      properties: {
        here: { type: "object" },
        there: { type: "array", items: entry },
        deep: { type: "array", items: { type: "object", properties: { places: { type: "array" } } } },
        kind: { type: "string", enum: ["a", "b"] },
        none: { anyOf: [{ type: "string" }, { type: "null" }] }
      },
      required: ["here", "there", "deep", "kind", "none"]
    })
  })

  it("describes an input without arguments as an empty object", () => {
    assert.deepStrictEqual(inputSchema(contract(Schema.Struct({}))), { type: "object", properties: {} })
  })

  it("terminates for recursive schemas", () => {
    const schema = outputSchema(contract(Tree))
    assert.notInclude(JSON.stringify(schema), "$ref")
    assert.deepStrictEqual(schema.properties["value"], { type: "string" })
  })

  it("is computed once", () => {
    const once = contract(Schema.Struct({ path: Schema.String }))
    assert.strictEqual(inputSchema(once), inputSchema(once))
  })
})
