import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { golden, outlineOf, source } from "./outlines.ts"
import { slow } from "../../support/scale.ts"

const names = Effect.fnUntraced(function* (path: string, text: string) {
  const outline = yield* outlineOf(path, text)
  assert.isTrue(outline.partial, text)
  return outline.units.map(({ lines, name }) => `${name} ${lines.start}-${lines.end}`)
})

/** Between a first and a last function, with a blank line on both sides. */
const between = (text: string, keyword: string, body = "() {}"): string =>
  `${keyword} first${body}\n\n${text}\n\n${keyword} last${body}\n`

layer(Parser.layer)("a file with syntax errors", (it) => {
  it.effect("keeps the units before and after a broken TypeScript or JavaScript declaration", () =>
    Effect.gen(function* () {
      const broken = [
        "let x = ;",
        "function open(a) {\n  if (a) {\n    return 1\n",
        "class Open {\n  one() {}\n  two( { return }\n}",
        "const list = [1, 2",
        "const text = 'never closed",
        "call(function () {\n  inner(1\n",
        "}}}",
        "import { a from 'b'",
        "const o = {\n  a: 1\n  b: 2\n}",
        "const t = `${`"
      ]
      for (const text of broken) {
        for (const path of ["a.ts", "a.js", "a.tsx"]) {
          const found = yield* names(path, between(text, "function"))
          const end = text.split("\n").length + 4
          assert.include(found, "first 1-1", text)
          assert.include(found, `last ${end}-${end}`, text)
        }
      }
    })
  )

  it.effect("keeps the members around a broken one", () =>
    Effect.gen(function* () {
      const text =
        "class A {\n  one() {}\n  two() {\n    if (x) {\n  }\n  three() {}\n  four( { return }\n  five() {}\n}\nfunction g() {}\n"
      assert.deepStrictEqual(yield* names("a.js", text), [
        "A 1-9",
        "A.one 2-2",
        "A.two 3-5",
        "A.three 6-6",
        "A.five 8-8",
        "g 10-10"
      ])
    })
  )

  it.effect("keeps a function that is not closed yet", () =>
    Effect.gen(function* () {
      const found = yield* names(
        "a.ts",
        between("/** open */\nexport function open(a: 1) {\n  while (a) {\n    f(a", "function")
      )
      assert.deepStrictEqual(found, ["first 1-1", "open 3-6", "last 8-8"])
    })
  )

  it.effect("does not take text in a template literal for code", () =>
    Effect.gen(function* () {
      const text = "const t = `\nfunction inText() {}\nclass InText {}\n`\nfunction real() {}\nlet x = ;\n"
      assert.deepStrictEqual(yield* names("a.ts", text), ["t 1-4", "real 5-5"])
    })
  )

  it.effect("keeps the units before and after a broken Python, Rust or Go declaration", () =>
    Effect.gen(function* () {
      const cases = [
        ["a.py", "def", "(): pass", ["x = = 1", "class A(:\n    def m(self): pass", "def broken(\n", "if :\n    pass"]],
        ["a.rs", "fn", "() {}", ["let x = ;", "struct S { a: }", "fn broken( {}", "impl for {}"]],
        ["a.go", "func", "() {}", ["var = 1", "type T struct { a }}", "func broken( {}", "var x = = 1"]]
      ] as const
      for (const [path, keyword, body, broken] of cases) {
        for (const text of broken) {
          const head = path === "a.go" ? "package a\n" : ""
          const found = yield* names(path, head + between(text, keyword, body))
          assert.isTrue(
            found.some((name) => name.startsWith("first ")),
            `${path} ${text}`
          )
          assert.isTrue(
            found.some((name) => name.startsWith("last ")),
            `${path} ${text}: ${found.join()}`
          )
        }
      }
    })
  )

  it.effect(
    "loses at most what is near, wherever one line of a real file is cut",
    () =>
      Effect.gen(function* () {
        for (const name of ["connectionPool.ts", "framework.js"]) {
          const lines = source(name).split("\n")
          const expected = golden(name)
            .trimEnd()
            .split("\n")
            .map((line) => line.split(" ").slice(0, 3).join(" "))
          for (let cut = 10; cut < lines.length; cut += 9) {
            const broken = lines.map((line, at) => (at === cut ? "  ) ] (" : line)).join("\n")
            const { units } = yield* outlineOf(name, broken)
            const found = new Set(
              units.map((unit) => `${unit.lines.start}-${unit.lines.end} ${unit.type} ${unit.name}`)
            )
            const lost = expected.filter((unit) => !found.has(unit))
            assert.isBelow(lost.length, 25, `${name}:${cut + 1}\n${lost.join("\n")}`)
          }
        }
      }),
    slow
  )
})
