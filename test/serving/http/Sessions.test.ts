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

/** Waits for the end of an answer, until which its session is not idle. */
const readAll = (response: Response): Promise<Response> => response.text().then(() => response)

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
    return send(initialize(1))
      .then(readAll)
      .then((opened) => {
        const id = opened.headers.get("mcp-session-id") ?? ""
        sessions.expire()
        return send('{"jsonrpc":"2.0","id":2,"method":"ping"}', { "mcp-session-id": id }).then(({ status }) => ({
          status,
          left: sessions.size
        }))
      })
  })

/** Sends messages to as many as two sessions of a server that never answers `tools/list`. */
const makeTwo = () => {
  const sessions = new Sessions({ maxSessions: 2, maxSessionsEach: 2, idleMillis: -1, maxBodyBytes: 4096 })
  const hanging: Served = { ...served, contracts: () => new Promise(() => undefined) }
  const send = (body: string, session?: string) =>
    sessions.handle(
      new Request("http://localhost/r/repo/mcp", {
        method: "POST",
        headers: session === undefined ? json : { ...json, "mcp-session-id": session },
        body
      }),
      {},
      { ...owner, principal: "ann" },
      () => new ToolServer(hanging, "legacy", { repository: "" })
    )
  return {
    expire: () => sessions.expire(),
    open: Effect.promise(() =>
      send(initialize(1))
        .then(readAll)
        .then(({ headers }) => headers.get("mcp-session-id") ?? "")
    ),
    ping: (session: string) =>
      Effect.promise(() =>
        send('{"jsonrpc":"2.0","id":2,"method":"ping"}', session)
          .then(readAll)
          .then(({ status }) => status)
      ),
    list: (session: string) => Effect.promise(() => send('{"jsonrpc":"2.0","id":3,"method":"tools/list"}', session))
  }
}

describe("a session", () => {
  it.live("does not end while it answers a call, but the longest idle one", () =>
    Effect.gen(function* () {
      const { expire, list, open, ping } = makeTwo()
      const [busy, idle] = [yield* open, yield* open]
      yield* list(busy)
      assert.strictEqual(yield* ping(idle), 200)
      const third = yield* open
      assert.deepStrictEqual([yield* ping(busy), yield* ping(idle), yield* ping(third)], [200, 404, 200])
      expire()
      assert.deepStrictEqual([yield* ping(busy), yield* ping(third)], [200, 404])
    })
  )

  it.live("ends although it answers a call where all of them do", () =>
    Effect.gen(function* () {
      const { list, open, ping } = makeTwo()
      const [first, second] = [yield* open, yield* open]
      yield* Effect.all([list(first), list(second)])
      const third = yield* open
      assert.deepStrictEqual([yield* ping(first), yield* ping(second), yield* ping(third)], [404, 200, 200])
    })
  )

  it.live("is gone after the idle limit, and stays before it", () =>
    Effect.gen(function* () {
      // It has been idle for longer than less than no time, whatever the clock says.
      assert.deepStrictEqual(yield* askAfter(-1), { status: 404, left: 0 })
      assert.deepStrictEqual(yield* askAfter(3_600_000), { status: 200, left: 1 })
    })
  )
})
