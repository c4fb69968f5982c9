import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { outlineOf } from "./outlines.ts"

const unitsOf = Effect.fnUntraced(function* (path: string, lines: ReadonlyArray<string>) {
  const { partial, units } = yield* outlineOf(path, lines.map((line) => `${line}\n`).join(""))
  return [partial, ...units.map(({ lines: { end, start }, name }) => `${name} ${start}-${end}`)]
})

const oursAndTheirs = [
  "<<<<<<< HEAD",
  "    let free = count > 1;",
  "    if free {",
  "=======",
  "    if count > 0 {",
  ">>>>>>> other"
]

const withBase = [...oursAndTheirs.slice(0, 3), "||||||| 1234567", "    if count > 1 && {", ...oursAndTheirs.slice(3)]

layer(Parser.layer)("a file with conflicts of a merge", (it) => {
  it.effect("has the units of our side where both do not parse together, and is partial", () =>
    Effect.gen(function* () {
      for (const conflict of [oursAndTheirs, withBase]) {
        const lines = ["fn first() {}", "fn take(count: u8) {", ...conflict, "    }", "}", "fn last() {}"]
        const end = lines.length
        assert.deepStrictEqual(yield* unitsOf("a.rs", lines), [
          true,
          "first 1-1",
          `take 2-${end - 1}`,
          `last ${end}-${end}`
        ])
        const crlf = lines.map((line) => `${line}\r`)
        assert.deepStrictEqual(yield* unitsOf("a.rs", crlf), yield* unitsOf("a.rs", lines))
        const script = lines.map((line) =>
          line
            .replace("fn", "function")
            .replace(": u8", "")
            .replace(/if (.*) \{/, "if ($1) {")
        )
        assert.deepStrictEqual(yield* unitsOf("a.js", script), yield* unitsOf("a.rs", lines))
      }
    })
  )

  it.effect("has the units of both sides where each added some", () =>
    Effect.gen(function* () {
      const conflict = ["<<<<<<< HEAD", "def ours(): pass", "=======", "def theirs(): pass", ">>>>>>> other"]
      assert.deepStrictEqual(yield* unitsOf("a.py", ["def first(): pass", ...conflict]), [
        false,
        "first 1-1",
        "ours 3-3",
        "theirs 5-5"
      ])
    })
  )

  it.effect("is parsed as it is where it parses, or its markers are no conflict", () =>
    Effect.gen(function* () {
      const quoted = ["const text = `", "<<<<<<< HEAD", "${function () {}}", "=======", ">>>>>>> other", "`"]
      assert.deepStrictEqual(yield* unitsOf("a.js", quoted), [false, "text 1-6"])
      const open = ["fn first() {}", "<<<<<<< HEAD", "fn ours() {", ">>>>>>> other", "=======", "fn last() {}"]
      assert.deepStrictEqual((yield* unitsOf("a.rs", open))[0], true)
    })
  )
})
