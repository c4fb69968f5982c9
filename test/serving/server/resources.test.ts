import { assert, describe, it } from "@effect/vitest"
import { Data, Effect, Layer } from "effect"
import type { Failure } from "../../../src/domain/Failure.ts"
import { CurrentPrincipal } from "../../../src/domain/Principal.ts"
import { CurrentVisibility } from "../../../src/domain/Visibility.ts"
import { OpenRepositories } from "../../../src/openRepositories/OpenRepositories.ts"
import { openToolsets } from "../../../src/serving/server/openToolsets.ts"
import { type CallContext, make } from "../../../src/serving/server/ServedToolset.ts"

class Unopened extends Data.TaggedError("Unopened")<Failure> {}

/** Whom it runs for, and whether that may know of a repository. */
const whoAsks = Effect.gen(function* () {
  const principal = yield* CurrentPrincipal
  const isVisible = yield* CurrentVisibility
  return [principal?.name ?? "the user", String(isVisible?.({ name: "app" }) ?? true)]
})

const openDemo = Effect.gen(function* () {
  const { resources } = yield* openToolsets({ name: "demo", version: "1.2.3", toolsets: [toolset] }).pipe(
    Effect.provideContext(yield* Layer.build(OpenRepositories.layer))
  )
  return resources ?? assert.fail("no resources")
})

const ann = {
  repository: "",
  principal: { name: "ann", repositories: ["lib"], scopes: ["read" as const] },
  isVisible: () => false
}

const described = { name: "who", description: "Who asks", mimeType: "application/json" } as const

const unopened = new Unopened({
  code: "not_a_repository",
  message: "Not a git repository: /srv/secret",
  hint: undefined
})

const toolset = make({
  name: "demo",
  title: "Demo",
  instructions: "",
  default: true,
  names: [],
  tools: () => Promise.resolve([]),
  layer: Layer.empty,
  resources: {
    list: [{ uri: "demo://who", ...described }],
    templates: [{ uriTemplate: "demo://{name}", ...described }],
    load: () =>
      Promise.resolve({ read: (uri) => (uri === "demo://unopened" ? unopened : whoAsks), complete: () => whoAsks })
  }
})

describe("the resources of a server", () => {
  it.live("are read and completed for whom they are asked", () =>
    Effect.gen(function* () {
      const resources = yield* openDemo
      const { signal } = new AbortController()
      const read = yield* Effect.promise(() => resources.read(ann, "demo://who", signal))
      assert.deepStrictEqual(read, { text: '["ann","false"]' })
      const completed = yield* Effect.promise(() => resources.complete(ann, "demo://{name}", "", signal))
      assert.deepStrictEqual(completed, ["ann", "false"])
      const local = yield* Effect.promise(() => resources.read({ repository: "" }, "demo://who", signal))
      assert.deepStrictEqual(local, { text: '["the user","true"]' })
    })
  )

  it.live("tell no principal in which folder a repository cannot be opened", () =>
    Effect.gen(function* () {
      const resources = yield* openDemo
      const { signal } = new AbortController()
      const read = (context: CallContext) => Effect.promise(() => resources.read(context, "demo://unopened", signal))
      assert.deepStrictEqual(yield* read({ repository: "" }), { problem: unopened.message })
      assert.deepStrictEqual(yield* read(ann), { problem: "The server cannot open this repository." })
    })
  )
})
