import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Sessions } from "../../../src/serving/http/Sessions.ts"
import { type Served, ToolServer } from "../../../src/serving/server/Server.ts"
import { initialize, json } from "../../support/postMcp.ts"

const served: Served = {
  name: "demo",
  version: "1.2.3",
  instructions: "",
  contracts: () => Promise.resolve([]),
  call: () => undefined,
  run: () => Promise.reject(new Error("not to be called"))
}
const owner = { endpoint: "repo", principal: undefined, rights: "" }
const makeServer = () => new ToolServer(served, "legacy", { repository: "" })

/** Opens a session and lets the sessions that were idle for longer than a time end. Then asks in it. */
const askAfter = (idleMillis: number) =>
  Effect.promise(() => {
    const sessions = new Sessions({ maxSessions: 10, maxSessionsEach: 10, idleMillis, maxBodyBytes: 4096 })
    const send = (body: string, headers: Readonly<Record<string, string>> = {}) =>
      sessions.handle(
        new Request("http://localhost/r/repo/mcp", { method: "POST", headers: { ...json, ...headers }, body }),
        {},
        owner,
        makeServer
      )
    return send(initialize(1)).then((opened) => {
      const id = opened.headers.get("mcp-session-id") ?? ""
      sessions.expire()
      return send('{"jsonrpc":"2.0","id":2,"method":"ping"}', { "mcp-session-id": id }).then(({ status }) => ({
        status,
        left: sessions.size
      }))
    })
  })

describe("a session", () => {
  it.live("is gone after the idle limit, and stays before it", () =>
    Effect.gen(function* () {
      // It has been idle for longer than less than no time, whatever the clock says.
      assert.deepStrictEqual(yield* askAfter(-1), { status: 404, left: 0 })
      assert.deepStrictEqual(yield* askAfter(3_600_000), { status: 200, left: 1 })
    })
  )
})
