import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { checkTexts } from "../../../src/writing/context/checkTexts.ts"

const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`

const refused = (value: unknown) => Effect.map(Effect.flip(checkTexts(value)), ({ code, details }) => [code, details])

describe("texts of an annotation", () => {
  it.effect("with a credential are refused by field, kind and a masked excerpt", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* refused({ summary: "x", regions: [{}, { constraints: [{ text: `Use ${token}` }] }] }),
        ["secret_found", ["regions[1].constraints[0].text has what looks like a GitHub token: ghp_… (40 characters)"]]
      )
    })
  )

  it.effect("with a credential pass when that is allowed", () => checkTexts({ summary: token }, { allowSecret: true }))

  it.effect("copied from code, such as signatures, pass", () =>
    checkTexts({ anchor: { signature: `const token = "${token}"` } })
  )

  it.effect.each([
    ["\u001b", "\\x1b"],
    ["\u0000", "\\x00"],
    ["\r", "\\x0d"],
    ["\u0085", "\\x85"],
    ["\u202e", "\\u202e"],
    ["\u2066", "\\u2066"],
    ["\ud800", "\\ud800"]
  ] as const)("with %j are refused by field and escaped character", ([character, shown]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused({ task: `a${character}b` }), [
        "text_refused",
        [`task has the control character ${shown}.`]
      ])
    })
  )

  it.effect("pass with line feeds, tabs, marks of direction and characters beyond the basic plane", () =>
    checkTexts({ task: "a\n\tb \u200fعربي 😀" })
  )

  it.effect("of more than 16 KiB are refused", () =>
    Effect.gen(function* () {
      yield* checkTexts({ task: "é".repeat(8192) })
      assert.deepStrictEqual(yield* refused({ task: `${"é".repeat(8192)}a` }), [
        "text_refused",
        ["task has 16385 bytes; at most 16384 are allowed."]
      ])
    })
  )
})
