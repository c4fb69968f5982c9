import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { joinOverloads } from "../../../src/adapters/parser/joinOverloads.ts"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { outlineOf, unitsOf } from "./outlines.ts"
import { processorMillis } from "../../support/processorMillis.ts"

const bytes = (head: ReadonlyArray<number>, text: string): Uint8Array =>
  Uint8Array.from([...head, ...new TextEncoder().encode(text)])

const joinedOutline = (path: string, text: string) =>
  Effect.map(outlineOf(path, text), (outline) => joinOverloads(outline, new TextEncoder().encode(text)).units)

const joined = (path: string, text: string) =>
  Effect.map(joinedOutline(path, text), (units) =>
    units.map(({ lines, name, signature }) => `${lines.start}-${lines.end} ${name} | ${signature}`)
  )

const namesOf = (path: string, text: string) =>
  Effect.map(joinedOutline(path, text), (units) => units.map(({ name }) => name))

layer(Parser.layer)("units", (it) => {
  it.effect("begin with the comments directly above, not with those after a blank line or behind code", () =>
    Effect.gen(function* () {
      const script = "// away\n\n// one\n/* two\n*/\nfunction a() {} // behind\nfunction b() {}\n"
      assert.deepStrictEqual(yield* unitsOf("a.js", script), [
        "3-6 function a | function a()",
        "7-7 function b | function b()"
      ])
      const python = "x = 1  # behind\ndef a(): pass\n# away\n\n# one\n@d\n# two\ndef b(): pass\n"
      assert.deepStrictEqual(yield* unitsOf("a.py", python), [
        "1-1 constant x | x",
        "2-2 function a | def a()",
        "5-8 function b | def b()"
      ])
      const rust = "const X: u8 = 1; // behind\n/// doc\n#[inline]\n// note\nfn a() {}\n//! inner\nfn b() {}\n"
      assert.deepStrictEqual(yield* unitsOf("a.rs", rust), [
        "1-1 constant X | const X: u8",
        "2-5 function a | fn a()",
        "7-7 function b | fn b()"
      ])
    })
  )

  it.effect("have the lines that git counts: only line feeds separate lines", () =>
    Effect.gen(function* () {
      for (const separator of ["\r", "\u2028", "\u2029", "\v", "\f"]) {
        const text = `/* a${separator}b */\nfunction f() {\n  return "c${separator === "\r" ? "" : separator}d"\n}\n`
        assert.deepStrictEqual(
          yield* unitsOf("a.js", text),
          ["1-4 function f | function f()"],
          JSON.stringify(separator)
        )
      }
      assert.deepStrictEqual(yield* unitsOf("a.py", "x = '''\r\r\n'''\ndef f():\n  pass"), [
        "1-2 constant x | x",
        "3-4 function f | def f()"
      ])
    })
  )

  it.effect("are found behind characters of any width and bytes that are not UTF-8", () =>
    Effect.gen(function* () {
      const invalid = [0x2f, 0x2f, 0xff, 0xfe, 0xe2, 0x0a, 0x2f, 0x2f, 0xf0, 0x9f, 0x8e, 0x89, 0x0a]
      const outline = yield* outlineOf("a.ts", bytes(invalid, "const é = '🎉'; const after = 1\n"))
      assert.deepStrictEqual(
        outline.units.map(({ lines, name }) => [name, lines.start, lines.end]),
        [
          ["é", 1, 3],
          ["after", 3, 3]
        ]
      )
      const python = yield* outlineOf("a.py", bytes([0x23, 0xff, 0x0a, 0x0a], "x = '🎉'; y = 1\ndef é(): pass\n"))
      assert.deepStrictEqual(
        python.units.map(({ lines, name }) => [name, lines.start]),
        [
          ["x", 3],
          ["y", 3],
          ["é", 4]
        ]
      )
    })
  )

  it.effect("have signatures on one line that do not depend on how the declaration is laid out", () =>
    Effect.gen(function* () {
      const flat = "export async function f<T>(a: T, b = [1, 2]): Promise<void> {}"
      const spread =
        "export async function f<\n  T,\n>(\n  // the first\n  a: T,\n  b = [1,\t2], /* last */\n): Promise<void>\n{\n}"
      const signature = "export async function f<T>(a: T, b = [1, 2]): Promise<void>"
      for (const text of [flat, spread]) {
        const { units } = yield* outlineOf("a.ts", text)
        assert.deepStrictEqual(
          units.map((unit) => unit.signature),
          [signature]
        )
      }
    })
  )

  it.effect("have bounded signatures and names without control characters", () =>
    Effect.gen(function* () {
      const parameters = Array.from({ length: 400 }, (_, n) => `p${n}: "🎉"`).join(", ")
      const long = yield* outlineOf("a.ts", `function f(${parameters}) {}\nfunction ${"n".repeat(10_000)}() {}`)
      assert.strictEqual(long.units.length, 2)
      for (const unit of long.units) {
        assert.isAtMost(unit.signature.length, 300)
        assert.isAtMost(unit.name.length, 200)
        assert.isTrue(unit.signature.endsWith("…") && unit.signature.isWellFormed())
      }
      const hostile = yield* outlineOf(
        "a.js",
        'var o = { "\u001b[31m\u0000\n": 1, "a\u001b]0;x\u0007b"() {} }'.replace("\n", "")
      )
      assert.deepStrictEqual(
        hostile.units.map(({ name, signature }) => [name, signature]),
        [
          ["o", "var o"],
          ["o.a ]0;x b", '"a ]0;x b"()']
        ]
      )
    })
  )

  it.effect("of overloads are joined with the implementation that follows them, in TypeScript and Python", () =>
    Effect.gen(function* () {
      const functions =
        "/** One */\nexport function f(\n  a: 1,\n): { x: 1 };\nexport function f(a: 2): void\nexport function f(a: number): void {\n}\nfunction g() {}\n"
      assert.deepStrictEqual(yield* joined("a.ts", functions), [
        "1-7 f | export function f(a: number): void",
        "8-8 g | function g()"
      ])
      const members =
        "class A {\n  constructor(a: 1)\n  constructor(a: number) {}\n  m(a: 1): void\n  m(a: 2): void;\n  m(a: number) {\n  }\n  n() {}\n}\n"
      assert.deepStrictEqual(yield* joined("a.tsx", members), [
        "1-9 A | class A",
        "2-3 A.constructor | constructor(a: number)",
        "4-7 A.m | m(a: number)",
        "8-8 A.n | n()"
      ])
      const declared = "interface I {\n  m(a: 1): void,\n  m(a: 2): void\n  n(): void\n}\n"
      assert.deepStrictEqual(yield* joined("a.d.ts", declared), [
        "1-5 I | interface I",
        "2-3 I.m | m(a: 2): void",
        "4-4 I.n | n(): void"
      ])
      const python =
        "@overload\ndef f(a: int) -> int: ...\n@typing.overload\ndef f(a: str) -> str: ...\ndef f(a):\n  return a\ndef f(b): pass\n"
      assert.deepStrictEqual(yield* joined("a.py", python), ["1-6 f | def f(a)", "7-7 f | def f(b)"])
    })
  )

  it.effect("of one name are not joined where each has a body, or others are between", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* namesOf("a.ts", "class A {\n  get m() { return 1 }\n  set m(v) {}\n}\n"), [
        "A",
        "A.m",
        "A.m"
      ])
      assert.deepStrictEqual(
        yield* namesOf(
          "a.d.ts",
          "declare function f(a: 1): void\ndeclare function g(): void\ndeclare function f(a: 2): void\n"
        ),
        ["f", "g", "f"]
      )
      const java = "class A {\n  int m(int a) { return a; }\n  int m(int a, int b) { return b; }\n}\n"
      assert.deepStrictEqual(yield* namesOf("A.java", java), ["A", "A.m", "A.m"])
    })
  )

  it.effect("of one name are joined in little time, however many blank lines are in them", () =>
    Effect.gen(function* () {
      const text = `def f(a):\n${"\n".repeat(100_000)}  return a\ndef f(b): pass\n`
      const outline = yield* outlineOf("a.py", text)
      const content = new TextEncoder().encode(text)
      assert.strictEqual(outline.units.length, 2)
      assert.isBelow(
        processorMillis(() => joinOverloads(outline, content)),
        1000
      )
    })
  )

  it.effect("are one for each declaration of an overloaded name", () =>
    Effect.gen(function* () {
      const overloads = "function f(a: 1): void\nfunction f(a: 2): void\nfunction f(a: number) {}\n"
      assert.deepStrictEqual(
        (yield* outlineOf("a.ts", overloads)).units.map(({ lines, name }) => [name, lines.start]),
        [
          ["f", 1],
          ["f", 2],
          ["f", 3]
        ]
      )
    })
  )

  it.effect("name what a module exports instead of a name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* unitsOf("a.js", "export default function () {}"), [
        "1-1 function default | export default function ()"
      ])
      assert.deepStrictEqual(yield* unitsOf("a.ts", "export default (a: number) => a"), [
        "1-1 function default | export default = (a: number)"
      ])
      assert.deepStrictEqual(yield* unitsOf("a.js", "export default { data() {}, nested: { f: () => 1 } }"), [
        "1-1 constant default | export default",
        "1-1 method default.data | data()",
        "1-1 method default.nested.f | f = ()"
      ])
      assert.deepStrictEqual(yield* unitsOf("a.js", "const x = () => 1\nexport default x\n"), [
        "1-1 function x | const x = ()"
      ])
      assert.deepStrictEqual(yield* unitsOf("a.cjs", "module.exports = function () {}"), [
        "1-1 function module.exports | module.exports = function ()"
      ])
      assert.deepStrictEqual(yield* unitsOf("a.cjs", "module.exports = { f() {}, g: () => 1 }"), [
        "1-1 method f | f()",
        "1-1 method g | g = ()"
      ])
      assert.deepStrictEqual(yield* unitsOf("a.cjs", "exports = module.exports = createApp\nfunction createApp() {}"), [
        "2-2 function createApp | function createApp()"
      ])
    })
  )

  it.effect("are read from declaration files, and from JavaScript with types in it", () =>
    Effect.gen(function* () {
      const declarations =
        "export const version: string\nexport default function f(a: 1): void\ndeclare class A { m(): void; p: 1 }\n"
      assert.deepStrictEqual(yield* unitsOf("a.d.ts", declarations), [
        "1-1 constant version | export const version: string",
        "2-2 function f | export default function f(a: 1): void",
        "3-3 class A | declare class A",
        "3-3 method A.m | m(): void"
      ])
      assert.deepStrictEqual(yield* unitsOf("a.js", "// @flow\nfunction f(a: string): void {}\n"), [
        "1-2 function f | function f(a: string): void"
      ])
    })
  )

  it.effect("are none for a file without any, and for an empty one", () =>
    Effect.gen(function* () {
      for (const path of ["a.ts", "a.js", "a.py", "a.rs", "a.go"]) {
        for (const text of ["", "\n\n", "\uFEFF"]) {
          const outline = yield* outlineOf(path, text)
          assert.deepStrictEqual([outline.units, outline.partial], [[], false], path)
        }
      }
    })
  )
})
