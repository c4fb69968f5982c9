import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { convertToFacts, convertToUnits } from "../../../../src/adapters/parser/SourceText.ts"
import { scaled } from "../../../support/scale.ts"
import { mangle } from "../mangle.ts"
import { source } from "../outlines.ts"
import { assertWellFormed, extractOf } from "./factsOf.ts"

const positions = Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))))
const fixtures = ["connectionPool.ts", "board.tsx", "framework.js"] as const

/** Asserts that facts, if there are any, are well-formed, the same each time, and have the units of the outline. */
const check = Effect.fnUntraced(function* (path: string, text: string) {
  const extract = yield* extractOf(path, text)
  const { facts } = extract
  if (facts === undefined) return 0
  const converted = convertToFacts(text, facts)
  assertWellFormed(converted, text.split("\n").length)
  assert.deepStrictEqual((yield* extractOf(path, text)).facts, facts)
  const units = converted.definitions.filter(({ kind }) => kind !== "field" && kind !== "variable")
  assert.deepStrictEqual(
    units.map(({ kind, lines, qualifiedName, signature }) => ({ type: kind, name: qualifiedName, signature, lines })),
    convertToUnits(text, extract).units.map(({ lines, name, signature, type }) => ({ type, name, signature, lines }))
  )
  return converted.definitions.length
})

/** Texts that are long or deep in one way, within the stack of the tests. */
const hostile: ReadonlyArray<readonly [name: string, text: string]> = [
  ["members", `a${".b".repeat(5_000)}`],
  ["calls", `a${".b()".repeat(3_000)}`],
  ["alternatives", `x = a${" || a".repeat(5_000)}`],
  ["conditions", `const x = ${"a ? b : ".repeat(1_000)}c`],
  ["else", `if (a) {}${" else if (b) {}".repeat(1_000)}`],
  ["assignments", `${"a = ".repeat(1_000)}b`],
  ["functions", `${"function f() {".repeat(400)}${"}".repeat(400)}`],
  ["classes", `${"class A { m() {".repeat(200)}${"}}".repeat(200)}`],
  ["objects", `const x = ${"{ a: ".repeat(400)}1${"}".repeat(400)}`],
  ["types", `type A = ${"B<".repeat(400)}C${">".repeat(400)}`],
  ["patterns", `const ${"{ a: ".repeat(300)}b${"}".repeat(300)} = x`],
  ["loops of names", Array.from({ length: 500 }, (_, at) => `const a${at} = a${(at + 1) % 500}.x()`).join("\n")],
  ["doubling types", Array.from({ length: 90 }, (_, at) => `type T${at + 1} = { l: T${at}, r: T${at} }`).join("\n")],
  [
    "doubling objects",
    `function f() {${Array.from({ length: 90 }, (_, at) => `const a${at + 1} = { l: a${at}, r: [a${at}, a${at}.l] }`).join("\n")}}`
  ],
  ["doubling unions", Array.from({ length: 90 }, (_, at) => `let a${at + 1} = a${at} ? a${at}.x : a${at}.y`).join("\n")]
]

describe("facts of hostile TypeScript and JavaScript", () => {
  for (const name of fixtures) {
    it.effect(`are well-formed and have the units of the outline: ${name}`, () =>
      Effect.map(check(name, source(name)), (count) => assert.isAbove(count, 10))
    )

    it.effect.prop(
      `are well-formed, or there are none, for a mangled ${name}`,
      [positions],
      ([seeds]) => check(name, mangle(source(name), seeds)),
      { arbitrary: { runs: scaled(6, 48) } }
    )
  }

  it.effect.prop(
    "are well-formed, or there are none, for arbitrary text",
    [Schema.String],
    ([text]) => check("a.ts", text),
    { arbitrary: { runs: scaled(30, 300) } }
  )

  for (const [name, text] of hostile) {
    it.effect(`are found however long or deep: ${name}`, () =>
      Effect.map(check("a.ts", text), (count) => assert.isAtLeast(count, 0))
    )
  }
})
