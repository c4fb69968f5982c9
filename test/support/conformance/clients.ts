import { assert, it } from "@effect/vitest"
import { Client as ModernClient } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { Effect } from "effect"
import { initialize, request } from "../McpProcess.ts"
import { slow } from "../scale.ts"
import { at, type ConnectedSubject } from "./Subject.ts"

/** What `tools/list` says. */
export const listing = (subject: ConnectedSubject): void => {
  it.live("lists tools that every client can read, the same each time", () =>
    Effect.gen(function* () {
      const lists = yield* Effect.forEach([1, 2], () =>
        Effect.scoped(
          Effect.gen(function* () {
            const server = yield* subject.transport.connect
            yield* initialize(server, "2025-11-25")
            yield* server.send(request(1, "tools/list"))
            return at(yield* server.answer(1), "result", "tools")
          })
        )
      )
      assert.deepStrictEqual(lists[0], lists[1])
      const tools = lists[0]
      assert.isArray(tools)
      // Every session pays for it.
      assert.isAtMost(Buffer.byteLength(JSON.stringify({ tools })), 8 * 1024)
      for (const tool of Array.isArray(tools) ? tools : []) {
        assert.isString(at(tool, "title"))
        assert.isAtMost(Buffer.byteLength(String(at(tool, "description"))), 1024)
        assert.strictEqual(at(tool, "annotations", "openWorldHint"), false)
        for (const hint of ["readOnlyHint", "idempotentHint", "destructiveHint"]) {
          assert.isBoolean(at(tool, "annotations", hint))
        }
        for (const schema of [at(tool, "inputSchema"), at(tool, "outputSchema")]) {
          assert.strictEqual(at(schema, "type"), "object")
          assert.isObject(at(schema, "properties"))
          for (const key of ["anyOf", "oneOf", "allOf", "$ref", "$defs", "not"]) assert.isUndefined(at(schema, key))
          assert.notInclude(JSON.stringify(schema), '"$ref"')
        }
      }
    })
  )
}

/** The list of tools, and the official clients that read it. */
export const clients = (subject: ConnectedSubject): void => {
  it.live("serves the 1.x SDK's client", () =>
    Effect.gen(function* () {
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new OldClient({ name: "old", version: "1" })),
        (opened) => Effect.promise(() => opened.close())
      )
      const transport = yield* subject.transport.forOldClient
      yield* Effect.promise(() => client.connect(transport))
      assert.isString(client.getInstructions())
      const { tools } = yield* Effect.promise(() => client.listTools())
      assert.deepStrictEqual(
        tools.map((tool) => tool.name),
        [...subject.tools]
      )
      const answered = yield* Effect.promise(() => client.callTool(subject.call))
      assert.isObject(answered.structuredContent)
    })
  )

  const negotiations = [
    [{ mode: "auto" }, {}],
    [{ mode: { pin: "2026-07-28" } }, slow],
    [undefined, {}]
  ] as const
  for (const [versionNegotiation, options] of negotiations) {
    it.live(
      `serves the 2.x SDK's client, negotiating ${JSON.stringify(versionNegotiation)}`,
      () =>
        Effect.gen(function* () {
          const client = yield* Effect.acquireRelease(
            Effect.sync(
              () =>
                new ModernClient(
                  { name: "new", version: "1" },
                  versionNegotiation === undefined ? {} : { versionNegotiation }
                )
            ),
            (opened) => Effect.promise(() => opened.close())
          )
          const transport = yield* subject.transport.forNewClient
          yield* Effect.promise(() => client.connect(transport))
          const { tools } = yield* Effect.promise(() => client.listTools())
          assert.deepStrictEqual(
            tools.map((tool) => tool.name),
            [...subject.tools]
          )
          const answered = yield* Effect.promise(() => client.callTool(subject.call))
          assert.isObject(answered.structuredContent)
          assert.strictEqual(
            client.getNegotiatedProtocolVersion(),
            versionNegotiation === undefined ? "2025-11-25" : "2026-07-28"
          )
        }),
      options
    )
  }
}
