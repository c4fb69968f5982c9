import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CurrentPrincipal } from "../../../src/domain/Principal.ts"
import { CurrentVisibility } from "../../../src/domain/Visibility.ts"
import { OpenRepositories } from "../../../src/openRepositories/OpenRepositories.ts"
import { openToolsets } from "../../../src/serving/server/openToolsets.ts"
import { make } from "../../../src/serving/server/ServedToolset.ts"

/** Whom it runs for, and whether that may know of a repository. */
const whoAsks = Effect.gen(function* () {
  const principal = yield* CurrentPrincipal
  const isVisible = yield* CurrentVisibility
  return [principal?.name ?? "the user", String(isVisible?.({ name: "app" }) ?? true)]
})

const described = { name: "who", description: "Who asks", mimeType: "application/json" } as const

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
    load: () => Promise.resolve({ read: () => whoAsks, complete: () => whoAsks })
  }
})

describe("the resources of a server", () => {
  it.live("are read and completed for whom they are asked", () =>
    Effect.gen(function* () {
      const { resources } = yield* openToolsets({ name: "demo", version: "1.2.3", toolsets: [toolset] }).pipe(
        Effect.provideContext(yield* Layer.build(OpenRepositories.layer))
      )
      if (resources === undefined) return assert.fail("no resources")
      const { signal } = new AbortController()
      const principal = { name: "ann", repositories: ["lib"], scopes: ["read" as const] }
      const ann = { repository: "", principal, isVisible: () => false }
      const read = yield* Effect.promise(() => resources.read(ann, "demo://who", signal))
      assert.deepStrictEqual(read, { text: '["ann","false"]' })
      const completed = yield* Effect.promise(() => resources.complete(ann, "demo://{name}", "", signal))
      assert.deepStrictEqual(completed, ["ann", "false"])
      const local = yield* Effect.promise(() => resources.read({ repository: "" }, "demo://who", signal))
      assert.deepStrictEqual(local, { text: '["the user","true"]' })
    })
  )
})
