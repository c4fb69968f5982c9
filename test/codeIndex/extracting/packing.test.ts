import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Facts, referenceKinds } from "../../../src/adapters/parser/facts/Facts.ts"
import { packFacts, unpackFacts } from "../../../src/codeIndex/extracting/packing.ts"

const Index = Schema.Int.check(Schema.isBetween({ minimum: -1, maximum: 100_000 }))
const Indexes = Schema.Array(Index)

const References = Schema.Array(
  Schema.Struct({
    kind: Schema.Literals(referenceKinds),
    value: Index,
    within: Index,
    line: Index,
    column: Index,
    arguments: Index,
    given: Schema.optionalKey(Indexes),
    named: Schema.optionalKey(Schema.Array(Schema.Tuple([Schema.String, Index]))),
    held: Schema.optionalKey(Index),
    runs: Schema.optionalKey(Indexes),
    passes: Schema.optionalKey(Indexes)
  })
)

describe("packed facts", () => {
  it.prop("are what they were", [References], ([references]) => {
    const facts: Facts = {
      package: "example",
      values: [{ tag: "unknown" }, { tag: "global", name: "name" }],
      definitions: [],
      imports: [{ module: "./a", imported: "*", local: "a", kind: "static", line: 1 }],
      exports: [{ name: "default", value: 1, line: 2 }],
      references
    }
    assert.deepStrictEqual(unpackFacts(packFacts(facts)), facts)
  })
})
