import { Deferred, Effect, Layer } from "effect"
import { make } from "../../src/serving/server/ServedToolset.ts"
import { bind } from "../../src/toolsets/tool/bind.ts"
import { contract, Done, Nothing } from "./demoTools.ts"

/** A toolset whose one tool, `demo_held`, answers when the test lets it. */
export const makeHeldTool = Effect.gen(function* () {
  const [started, released] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const held = bind({
    contract: contract("demo_held", Nothing, Done),
    program: () =>
      Deferred.succeed(started, undefined).pipe(Effect.andThen(Deferred.await(released)), Effect.as({ done: true }))
  })
  const toolset = make({
    name: "held",
    title: "Held",
    instructions: "Call demo_held.",
    default: true,
    names: ["demo_held"],
    tools: () => Promise.resolve([held]),
    layer: Layer.empty
  })
  return { toolset, started: Deferred.await(started), release: Deferred.succeed(released, undefined) }
})
