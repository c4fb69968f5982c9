import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { bind } from "../../../src/toolsets/tool/bind.ts"
import { OpenRepositories } from "../../../src/openRepositories/OpenRepositories.ts"
import { make, select, type ServedToolset } from "../../../src/serving/server/ServedToolset.ts"
import { DemoError, demoToolsets } from "../../support/demoTools.ts"
import { at } from "../../support/conformance/Subject.ts"

const context = { repository: "/" }

/** Opens a toolset on repositories of its own. */
const open = (toolset: ServedToolset) =>
  Effect.flatMap(Layer.build(OpenRepositories.layer), (repositories) =>
    Effect.provideContext(toolset.open(), repositories)
  )

const opened = Effect.fnUntraced(function* () {
  const repositories = yield* Layer.build(OpenRepositories.layer)
  const callers = yield* Effect.forEach(demoToolsets(), (toolset) => toolset.open()).pipe(
    Effect.provideContext(repositories)
  )
  return Effect.fnUntraced(function* (name: string, given: unknown = {}) {
    const answers = callers.flatMap((caller) => caller(context, name, given) ?? [])
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

  it.effect("releases what a failed layer had opened, and opens it again", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const opening = Layer.effectDiscard(
        Effect.acquireRelease(
          Effect.sync(() => events.push("opened")),
          () => Effect.sync(() => events.push("released"))
        )
      )
      const layer = Layer.effectDiscard(
        Effect.suspend(() => (events.length < 3 ? new DemoError({ text: "not yet" }) : Effect.void))
      ).pipe(Layer.provideMerge(opening))
      const toolset = make({
        name: "t",
        title: "t",
        instructions: "t",
        default: true,
        names: ["t"],
        tools: () =>
          Promise.resolve([
            bind({
              contract: {
                name: "t",
                title: "t",
                command: "t",
                description: "t",
                input: Schema.Struct({}),
                output: Schema.Struct({}),
                hints: { readOnly: true, idempotent: true, destructive: false }
              },
              program: () => Effect.succeed({})
            })
          ]),
        layer
      })
      const caller = yield* open(toolset)
      const call = caller(context, "t", {}) ?? Effect.die("no tool")
      assert.isTrue((yield* call).isError)
      assert.deepStrictEqual(events, ["opened", "released"])
      assert.isUndefined((yield* call).isError)
      assert.deepStrictEqual(events, ["opened", "released", "opened"])
    })
  )

  it.effect("knows only its own tools", () =>
    Effect.gen(function* () {
      const [demo] = demoToolsets()
      const caller = demo === undefined ? undefined : yield* open(demo)
      assert.isUndefined(caller?.(context, "other_built", {}))
      assert.isDefined(caller?.(context, "demo_events", {}))
    })
  )

  it.effect("checks arguments before it builds anything", () =>
    Effect.gen(function* () {
      const call = yield* opened()
      const refused = yield* call("fragile_built", [])
      assert.isTrue(refused.isError)
      assert.include(at(refused, "content", 0, "text"), "must be an object")
      assert.isTrue((yield* call("fragile_built")).isError)
      assert.strictEqual(built(yield* call("fragile_built")), 2)
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
