import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { select } from "../../src/mcp/Toolset.ts"
import { demoToolsets } from "../support/demoTools.ts"
import { at } from "../support/conformance/Subject.ts"

const opened = Effect.fnUntraced(function* () {
  const memoMap = yield* Layer.makeMemoMap
  const callers = yield* Effect.forEach(demoToolsets(), (toolset) => toolset.open(memoMap))
  return Effect.fnUntraced(function* (name: string, given: unknown = {}) {
    const answers = callers.flatMap((caller) => caller(name, given) ?? [])
    const [answer] = answers
    return answer === undefined ? yield* Effect.die(`no tool ${name}`) : yield* answer
  })
})

const built = (result: unknown) => at(result, "structuredContent", "built")

describe("Toolset", () => {
  it.effect("builds a layer at the first call of one of its tools, once for all toolsets that share it", () =>
    Effect.gen(function* () {
      const call = yield* opened()
      const results = yield* Effect.all(
        [call("demo_events"), call("other_built"), call("demo_events"), call("other_built")],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(results.map(built), [1, 1, 1, 1])
    })
  )

  it.effect("answers with the failure of its layer and tries again at the next call", () =>
    Effect.gen(function* () {
      const call = yield* opened()
      const failed = yield* call("fragile_built")
      assert.isTrue(failed.isError)
      assert.deepStrictEqual(failed.content, [{ type: "text", text: "The repository cannot be opened.\nCall again." }])
      assert.strictEqual(built(yield* call("fragile_built")), 2)
      assert.strictEqual(built(yield* call("fragile_built")), 2)
    })
  )

  it.effect("checks arguments without the layer's help and knows only its own tools", () =>
    Effect.gen(function* () {
      const memoMap = yield* Layer.makeMemoMap
      const [demo] = demoToolsets()
      const caller = demo === undefined ? undefined : yield* demo.open(memoMap)
      assert.isUndefined(caller?.("other_built", {}))
      assert.isDefined(caller?.("demo_events", {}))
    })
  )

  it.effect.each([
    [[], ["demo"]],
    [["other"], ["other"]],
    [
      ["other", "demo", "other"],
      ["demo", "other"]
    ],
    [[" other ", ""], ["other"]],
    [["all"], ["demo", "other", "fragile"]]
  ] as const)("chooses %j as %j", ([names, chosen]) =>
    Effect.gen(function* () {
      const toolsets = yield* select(demoToolsets(), names)
      assert.deepStrictEqual(
        toolsets.map((toolset) => toolset.name),
        [...chosen]
      )
    })
  )

  it.effect("refuses a name it does not know and lists those it knows", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(select(demoToolsets(), ["other", "comits"]))
      assert.strictEqual(error.message, "Unknown toolset: comits")
      assert.strictEqual(error.hint, "Known toolsets: demo, other, fragile, all.")
    })
  )
})
