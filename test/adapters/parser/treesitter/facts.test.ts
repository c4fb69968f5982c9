import { assert, describe, expect, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { join } from "node:path"
import { findLanguage } from "../../../../src/adapters/parser/languages.ts"
import { isLong, scaled } from "../../../support/scale.ts"
import { source } from "../outlines.ts"
import { assertWellFormed, factsOf, renderFacts } from "./facts.ts"

/** Fixtures whose facts are checked in, each with the language. */
const files = [
  ["scheduler.py", "python"],
  ["JavaTimerManager.java", "java"],
  ["gateway.go", "go"],
  ["broker.rs", "rust"],
  ["semversion.cs", "csharp"],
  ["ProcessSupervisor.php", "php"],
  ["ReadableMapBuffer.kt", "kotlin"],
  ["warehouse.scala", "scala"],
  ["scanner.c", "c"],
  ["jsi.cpp", "cpp"],
  ["installer.rb", "ruby"],
  ["Util.lua", "lua"],
  ["test_functions.bash", "bash"],
  ["SwiftUIVirtualView.swift", "swift"]
] as const

const goldenPath = (name: string): string => join(import.meta.dirname, "../../../fixtures/facts", `${name}.facts`)

const positions = Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))))

/** Takes out, doubles or reverses lines, as an edit in progress does. */
const mangle = (text: string, seeds: ReadonlyArray<number>): string => {
  const lines = text.split("\n")
  seeds.slice(0, 12).forEach((seed, turn) => {
    const at = seed % lines.length
    const line = lines[at] ?? ""
    if (turn % 3 === 0) lines.splice(at, 1 + (seed % 5))
    else if (turn % 3 === 1) lines.splice(at, 0, line.slice(0, seed % (line.length + 1)))
    else lines.splice(at, 1, line.split("").toReversed().join(""))
  })
  return lines.join("\n")
}

describe("the facts of a whole file", () => {
  for (const [name, language] of files) {
    it.effect(`${name}: definitions, imports, calls and bases`, () =>
      Effect.gen(function* () {
        const facts = yield* factsOf(language, source(name))
        assertWellFormed(facts)
        const rendered = renderFacts(facts, ["call", "new", "base", "decorator"])
        // oxlint-disable-next-line vitest/no-standalone-expect -- within it.effect
        yield* Effect.promise(() => expect(`${rendered}\n`).toMatchFileSnapshot(goldenPath(name)))
      })
    )

    it.effect(`${name}: units have the names and lines of the outline`, () =>
      Effect.gen(function* () {
        const text = source(name)
        const extract = yield* Effect.promise(() => findLanguage(language)?.load(1) ?? Promise.reject(new Error(name)))
        const found = extract(text, () => true, true)
        if (found === undefined || found === "out of memory") return assert.fail(name)
        const units = found.drafts.map(({ end, name: own, start, type }) => ({ end, own, start, type }))
        const defined = found.facts?.definitions ?? []
        for (const { end, own, start, type } of units) {
          const same = defined.filter((each) => each.qualifiedName === own && each.start === start && each.end === end)
          assert.isTrue(
            same.some(({ kind }) => kind === type),
            own
          )
        }
        const others = defined.filter(({ kind }) => kind !== "field" && kind !== "variable")
        assert.strictEqual(others.length, units.length)
      })
    )

    it.effect.prop(
      `${name}: facts of mangled sources are well formed and always the same`,
      [positions],
      ([seeds]) =>
        Effect.gen(function* () {
          const text = mangle(source(name), seeds)
          const facts = yield* factsOf(language, text)
          assertWellFormed(facts)
          assert.strictEqual(JSON.stringify(yield* factsOf(language, text)), JSON.stringify(facts))
        }),
      { arbitrary: { runs: scaled(2, 40) } }
    )
  }
})

const count = isLong ? 50_000 : 5_000

describe("hostile files", () => {
  const hostile: ReadonlyArray<readonly [language: string, what: string, text: string]> = [
    ["python", "a long chain of members", `a${".b".repeat(count)}\n`],
    ["python", "a long chain of calls", `a${".b()".repeat(count)}\n`],
    ["python", "many conditions", `x = a${" or a".repeat(count)}\n`],
    ["python", "deep lists", `x = ${"[".repeat(count)}${"]".repeat(count)}\n`],
    ["python", "a deep type in a string", `x: "${"a[".repeat(200)}${"]".repeat(200)}" = 1\n`],
    [
      "python",
      "many variables in a row",
      `x0 = f()\n${Array.from({ length: count }, (_, at) => `x${at + 1} = x${at}`).join("\n")}\n`
    ],
    [
      "python",
      "many locals in a row",
      `def f(x0):\n${Array.from({ length: count }, (_, at) => `  x${at + 1} = x${at}\n`).join("")}  x${count}()\n`
    ],
    ["python", "one local assigned often", `def f(x):\n${"  x = x.a()\n  x.b()\n".repeat(count / 10)}`],
    ["java", "a long chain of calls", `class A { void f() { a${".b()".repeat(count)}; } }`],
    ["java", "deep classes", `${"class A { ".repeat(1_000)}${"}".repeat(1_000)}`],
    ["go", "a long chain of calls", `package a\nfunc f() { a${".b()".repeat(count)} }\n`],
    ["go", "deep types", `package a\nvar x ${"[]".repeat(count)}int\n`],
    ["rust", "a long chain of calls", `fn f() { a${".b()".repeat(count)}; }\n`],
    ["rust", "a long chain of calls in a macro", `fn f() { vec![a${".b()".repeat(count)}]; }\n`],
    ["rust", "deep brackets in a macro", `fn f() { vec!${"[".repeat(count)}a()${"]".repeat(count)}; }\n`],
    ["rust", "many arguments of a macro", `fn f() { vec![${"a.b(1), ".repeat(count)}]; }\n`],
    ["rust", "deep use lists", `use a::${"{b::".repeat(1_000)}c${"}".repeat(1_000)};\n`],
    ["csharp", "a long chain of calls", `class A { void F() { a${"?.b()".repeat(count / 10)}; } }`],
    ["php", "a long chain of calls", `<?php $a${"->b()".repeat(count)};`],
    [
      "php",
      "many variables in a row",
      `<?php ${Array.from({ length: count }, (_, at) => `$x${at + 1} = $x${at};`).join("\n")}`
    ],
    ["kotlin", "a long chain of calls", `fun f() { a${".b()".repeat(count / 10)} }`],
    ["scala", "a long chain of calls", `object A { def f() = { a${".b()".repeat(count / 10)} } }`],
    ["cpp", "a long chain of calls", `void f() { a${".b()".repeat(count / 10)}; }`],
    ["c", "deep parentheses", `int x = ${"(".repeat(1_000)}1${")".repeat(1_000)};`],
    ["ruby", "a long chain of calls", `a${".b()".repeat(count / 10)}\n`],
    ["swift", "a long chain of calls", `func f() { a${".b()".repeat(200)} }`],
    ["python", "one function defined often", "def f(): pass\n".repeat(count)]
  ]
  for (const [language, what, text] of hostile) {
    it.effect(`${language}: ${what}`, () => Effect.map(factsOf(language, text), assertWellFormed))
  }
})
