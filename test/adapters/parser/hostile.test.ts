import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { type Outline, type Unit } from "../../../src/adapters/parser/Outline.ts"
import { isLong, scaled, slow } from "../../support/scale.ts"
import { mangle } from "./mangle.ts"
import { outlineOf, source } from "./outlines.ts"

const fixtures = ["connectionPool.ts", "board.tsx", "framework.js", "scheduler.py", "broker.rs", "gateway.go"] as const
/** Fixtures in languages whose grammars take longer. */
const slower = [
  "JavaTimerManager.java",
  "semversion.cs",
  "ReadableMapBuffer.kt",
  "warehouse.scala",
  "SwiftUIVirtualView.swift",
  "scanner.c",
  "nan_new.h",
  "installer.rb",
  "ProcessSupervisor.php",
  "test_functions.bash",
  "Util.lua"
]
const bytes = Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 255 }))))
const positions = Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))))

/** Inside, apart, or meeting on one line that both are on. */
const areOrdered = (a: Unit, b: Unit): boolean =>
  a.lines.start <= b.lines.start && (b.lines.start >= a.lines.end || b.lines.end <= a.lines.end)

const assertWellFormed = (outline: Outline, lines: number): void => {
  outline.units.forEach((unit, at) => {
    assert.isAbove(unit.name.trim().length, 0)
    assert.match(unit.signature, /^[^\r\n\p{Cc}]*$/u)
    assert.isTrue(1 <= unit.lines.start && unit.lines.start <= unit.lines.end && unit.lines.end <= lines, unit.name)
    const next = outline.units[at + 1]
    if (next !== undefined) assert.isTrue(areOrdered(unit, next), `${unit.name} and ${next.name}`)
  })
}

/** A second parser, which does not have the answers of the first in memory. */
class AnotherParser extends Context.Service<AnotherParser, Parser["Service"]>()(
  "ultragit/test/adapters/parser/hostile.test/AnotherParser"
) {
  static readonly layer = Layer.effect(AnotherParser, Parser).pipe(Layer.provide(Layer.fresh(Parser.layer)))
}

layer(Layer.merge(Parser.layer, AnotherParser.layer))("hostile files", (it) => {
  it.effect.prop(
    "arbitrary bytes have an outline in every language",
    [bytes],
    ([values]) =>
      Effect.gen(function* () {
        for (const path of [
          "a.ts",
          "a.js",
          "a.py",
          "a.rs",
          "a.go",
          "a.java",
          "a.cs",
          "a.kt",
          "a.scala",
          "a.swift",
          "a.c",
          "a.cc",
          "a.rb",
          "a.php",
          "a.sh",
          "a.lua"
        ]) {
          const content = Uint8Array.from(values)
          assertWellFormed(yield* outlineOf(path, content), values.filter((value) => value === 10).length + 1)
        }
      }),
    { arbitrary: { runs: scaled(30, 200) } }
  )

  for (const [name, runs, options] of [
    ...fixtures.map((each) => [each, scaled(6, 24), {}] as const),
    ...slower.map((each) => [each, 2, slow] as const)
  ]) {
    it.effect.prop(
      `a mangled ${name} has units in order within its lines, the same each time`,
      [positions],
      ([seeds]) =>
        Effect.gen(function* () {
          const text = mangle(source(name), seeds)
          const outline = yield* outlineOf(name, text)
          assertWellFormed(outline, text.split("\n").length)
          const another = yield* outlineOf(name, text).pipe(Effect.provideService(Parser, yield* AnotherParser))
          assert.deepStrictEqual(another, outline)
          assert.strictEqual(yield* outlineOf(name, text), outline)
        }),
      { ...options, arbitrary: { runs } }
    )
  }

  it.effect("a long word or row of signs is looked through in no longer than others", () =>
    Effect.gen(function* () {
      for (const [path, sign] of [
        ["a.cc", "*"],
        ["a.kt", "x"]
      ] as const) {
        const outline = yield* outlineOf(path, sign.repeat(400_000))
        assert.isUndefined(outline.failure, path)
      }
    })
  )

  it.effect("many imports do not end the process", () =>
    Effect.gen(function* () {
      const imports = Array.from({ length: 20_000 }, (_, at) => `import { a${at} } from "./m${at}.js"\n`).join("")
      const outline = yield* outlineOf("a.ts", `${imports}export const last = () => 1\n`)
      assert.deepStrictEqual(
        outline.units.map(({ name }) => name),
        ["last"]
      )
    })
  )

  /** Nested by rules of the grammar that differ from those of others here in their names only, or tried deeper below. */
  const alike = [
    "open brackets",
    "open type brackets",
    "sums",
    "conditions",
    "labels",
    "calls",
    "namespaces",
    "decorators",
    "words"
  ]
  /** These take the parser to its limits of time or memory. */
  const expensive = ["arrows", "type arguments", "templates"]
  /** These are read as blocks and branches are. */
  const similar = ["parentheses", "operators", "functions", "classes"]
  const nests: ReadonlyArray<readonly [string, (n: number) => string]> = [
    ["parentheses", (n) => `x = ${"(".repeat(n)}1${")".repeat(n)}`],
    ["open brackets", (n) => `x = ${"[".repeat(n)}`],
    ["open type brackets", (n) => `type A = ${"[".repeat(n)}`],
    ["blocks", (n) => "{".repeat(n) + "}".repeat(n)],
    ["operators", (n) => `x = ${"!".repeat(n)}1`],
    ["sums", (n) => `x = 1${"+1".repeat(n)}`],
    ["arrows", (n) => `x = ${"a=>".repeat(n)}1`],
    ["conditions", (n) => `x = ${"a?".repeat(n)}1${":1".repeat(n)}`],
    ["type arguments", (n) => `type A = ${"B<".repeat(n)}C${">".repeat(n)}`],
    ["templates", (n) => `x = ${"`${".repeat(n)}1${"}`".repeat(n)}`],
    ["labels", (n) => `${"a:".repeat(n)}1`],
    ["calls", (n) => `x = a${".b()".repeat(n)}`],
    ["branches", (n) => `if (a) {} ${"else if (a) {}".repeat(n)}`],
    ["functions", (n) => "function f() {".repeat(n) + "}".repeat(n)],
    ["classes", (n) => `${"class A { a = ".repeat(n)}1${"}".repeat(n)}`],
    ["namespaces", (n) => "namespace A {".repeat(n) + "}".repeat(n)],
    ["decorators", (n) => "@(".repeat(n)],
    ["words", (n) => `x = ${"new ".repeat(n)}A`]
  ]

  for (const [what, text] of nests) {
    it.effect.skipIf(alike.includes(what) && !isLong)(
      `deeply nested ${what} do not end the process`,
      () =>
        Effect.gen(function* () {
          for (const depth of [2_000, 100_000]) {
            const outline = yield* outlineOf("a.ts", `${text(depth)}\nfunction after() {}\n`)
            assertWellFormed(outline, 3)
          }
        }),
      expensive.includes(what) || similar.includes(what) ? slow : {}
    )
  }

  it.effect("nesting that the worker's stack is just large enough for, or too small, does not either", () =>
    Effect.gen(function* () {
      // The first is the most expensive: the parser touches all of its stack.
      for (const depth of isLong ? [380_000, 2_000_000] : [2_000_000]) {
        const outline = yield* outlineOf("a.ts", `type A = ${"[".repeat(depth)}\nfunction after() {}\n`)
        assert.isTrue(outline.partial)
      }
      assert.isFalse((yield* outlineOf("a.ts", "function after() {}")).partial)
    })
  )

  it.effect(
    "deep nesting in the other languages does not either",
    () =>
      Effect.gen(function* () {
        const cases = [
          ["a.py", (n: number) => `x = ${"(".repeat(n)}1${")".repeat(n)}\ndef after(): pass\n`],
          ["a.py", (n: number) => `${Array.from({ length: n }, (_, at) => `${" ".repeat(at)}if x:`).join("\n")}\n`],
          ["a.rs", (n: number) => `fn f() ${"{".repeat(n)}${"}".repeat(n)}\nfn after() {}\n`],
          ["a.rs", (n: number) => `${"mod a {".repeat(n)}${"}".repeat(n)}\nfn after() {}\n`],
          ["a.go", (n: number) => `package a\nfunc f() ${"{".repeat(n)}${"}".repeat(n)}\nfunc after() {}\n`],
          ["a.java", (n: number) => `${"class A {".repeat(n)}${"}".repeat(n)}\nclass After {}\n`],
          ["a.java", (n: number) => `class A { int x = ${"(".repeat(n)}1${")".repeat(n)}; String s = "open; }\n`],
          ["a.cs", (n: number) => `${"namespace A {".repeat(n)}class B { string s = @"open; }\n`],
          ["a.kt", (n: number) => `fun f() ${"{ run ".repeat(n)}${"}".repeat(n)}\nval s = """open\n`],
          ["a.scala", (n: number) => `${"object A {".repeat(n)}${"}".repeat(n)}\nval s = """open\n`],
          [
            "a.scala",
            (n: number) => `def f = ${Array.from({ length: n }, (_, at) => `\n${" ".repeat(at)}if x then`).join("")}\n`
          ],
          ["a.swift", (n: number) => `${"struct A {".repeat(n)}${"}".repeat(n)}\nlet s = """open\n`],
          ["a.swift", (n: number) => `let x = ${"[".repeat(n)}\n#if A\n`],
          ["a.c", (n: number) => `int f(void) ${"{".repeat(n)}${"}".repeat(n)}\nchar *s = "open;\nint after;\n`],
          ["a.c", (n: number) => `${"#if A\n{\n".repeat(n)}int f(void);\n`],
          ["a.h", (n: number) => `#define A ${"\\\n".repeat(n)}/* open`],
          ["a.cc", (n: number) => `${"namespace a {".repeat(n)}${"}".repeat(n)}\nauto s = R"x(open;\n`],
          ["a.cc", (n: number) => `void f() ${")noexcept(".repeat(n)}${"template<".repeat(n)}\n`],
          ["a.cc", (n: number) => `${"LIB_API ".repeat(n)}\n${"LIB_X(".repeat(n)}\n${"class A ".repeat(n)}\n`],
          ["a.rb", (n: number) => `${"class A;".repeat(n)}${"end;".repeat(n)}\nx = <<~OPEN\n`],
          ["a.rb", (n: number) => `${"a { ".repeat(n)}\n%w(open "#{\n`],
          ["a.php", (n: number) => `<?php function f() ${"{".repeat(n)}${"}".repeat(n)}\n$s = <<<OPEN\n`],
          ["a.sh", (n: number) => `${"f() { ".repeat(n)}${"}; ".repeat(n)}\ncat <<OPEN "$(\n`],
          ["a.sh", (n: number) => `x=${"$(".repeat(n)}\nafter() { :; }\n`],
          ["a.lua", (n: number) => `x = ${"{ f = ".repeat(n)}\nlocal s = [==[open\n`],
          ["a.lua", (n: number) => `${"function f() ".repeat(n)}${"end ".repeat(n)}\n--[[ open\n`]
        ] as const
        for (const [path, text] of cases) {
          for (const depth of isLong ? [300, 2_000] : [1_000]) {
            const content = text(depth)
            assertWellFormed(yield* outlineOf(path, content), content.split("\n").length)
          }
        }
      }),
    slow
  )

  const lengthy: ReadonlyArray<readonly [string, string, string]> = [
    ["a word of many macros' names", "a.cc", `int f() A${"LOCK".repeat(15_000)} 1;\n${"API".repeat(20_000)}\n`],
    ["many template arguments", "a.cc", `LIB ${"a<b> ".repeat(200)};\n`],
    ["a condition far behind its directive", "a.c", `#if${" ".repeat(20_000)}A\n#else\n#endif\n`],
    ["open comments in a directive", "a.c", `#define A ${"/*".repeat(30_000)}\n`],
    ["a namespace far behind its keyword", "a.h", `int a; /*\nnamespace${" ".repeat(60_000)}a\n*/\n`],
    ["empty lines", "a.cs", "\n".repeat(60_000)],
    ["many variables in one declaration", "a.c", `int a${",a".repeat(20_000)};\n`],
    ["patterns within patterns", "a.scala", `object O { ${"val (a, b) = new T { ".repeat(40)}${"}".repeat(41)}\n`],
    [
      "patterns in patterns",
      "a.kt",
      `val x = object : T {\n${"val (a, b) = object : T {\n".repeat(40)}${"}\n".repeat(41)}`
    ]
  ]

  for (const [what, path, text] of lengthy) {
    it.effect(`${what} do not hold up ${path}`, () =>
      Effect.gen(function* () {
        const outline = yield* outlineOf(
          path,
          `${/\.[ch]$/.test(path) ? "struct Before { int a; };" : "class Before {};"}\n${text}`
        )
        assert.include(
          outline.units.map(({ name }) => name),
          "Before"
        )
      })
    )
  }

  it.effect("a file over 5 MiB has no units and is partial", () =>
    Effect.gen(function* () {
      const outline = yield* outlineOf("a.ts", `function f() {}\n${" ".repeat(5 * 1024 * 1024)}`)
      assert.deepStrictEqual([outline.units, outline.partial], [[], true])
    })
  )
})
