import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { bind } from "../../../src/toolsets/tool/bind.ts"

const tool = {
  contract: {
    name: "find",
    title: "Find",
    description: "Finds commits.",
    input: Schema.Struct({
      path: Schema.String,
      since: Schema.optionalKey(Schema.Int),
      limit: Schema.optionalKey(Schema.Int),
      lines: Schema.optionalKey(Schema.String.annotate({ description: "Line range START:END, e.g. '42:67'" }))
    }),
    output: Schema.Struct({}),
    hints: { readOnly: true, idempotent: true, destructive: false },
    command: "find"
  },
  program: () => Effect.succeed({})
}

const call = (given: unknown) => Effect.flatten(bind(tool).accept(given))

/** Message and hint for arguments that are refused. */
const refusal = (given: unknown) => Effect.map(Effect.flip(call(given)), ({ hint, message }) => [message, hint])

describe("arguments that a tool does not take", () => {
  it.effect("are named where a required one is missing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refusal({ file: "a.ts", limit: 1 }), [
        "Missing required argument: path",
        'The arguments are path, since, limit, lines; there is no "file".'
      ])
      assert.deepStrictEqual(yield* refusal({ limit: 1 }), ["Missing required argument: path", undefined])
      assert.deepStrictEqual(yield* refusal({}), ["Missing required argument: path", undefined])
    })
  )

  it.effect("are ignored where none is missing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* call({ path: "a.ts", file: "b.ts" })).value, {})
      assert.deepStrictEqual(yield* refusal({ path: 7, file: "b.ts" }), [
        "Argument path must be a string, got 7",
        undefined
      ])
    })
  )
})

describe("a value of another type", () => {
  it.effect("is refused with what the argument is", () =>
    Effect.gen(function* () {
      for (const [lines, got] of [
        [7, "7"],
        [[1, 2], "an array"],
        [{ start: 1 }, "an object"]
      ] as const) {
        assert.deepStrictEqual(yield* refusal({ path: "a.ts", lines }), [
          `Argument lines must be a string, got ${got}`,
          "lines: Line range START:END, e.g. '42:67'."
        ])
      }
    })
  )
})

describe("a date where a number is expected", () => {
  it.effect("is given in Unix seconds", () =>
    Effect.gen(function* () {
      const path = "a.ts"
      assert.deepStrictEqual(yield* refusal({ path, since: "2024-01-01" }), [
        'Argument since must be an integer, got "2024-01-01"',
        "2024-01-01 is 1704067200 in Unix seconds."
      ])
      assert.strictEqual(
        (yield* refusal({ path, since: "2024-01-01T00:00:00Z" }))[1],
        "2024-01-01T00:00:00Z is 1704067200 in Unix seconds."
      )
      for (const since of ["2024-99-99", "last week", "1704067200"]) {
        assert.isUndefined((yield* refusal({ path, since }))[1])
      }
    })
  )
})
