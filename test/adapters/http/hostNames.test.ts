import { networkInterfaces } from "node:os"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { canonicalHost, hostNamesAt } from "../../../src/adapters/http/hostNames.ts"
import { startHttp } from "../../support/conformance/overHttp.ts"
import { demoToolsets } from "../../support/demoTools.ts"
import { initialize, post } from "../../support/postMcp.ts"

const demo = { name: "demo", version: "1.2.3", toolsets: demoToolsets(), repository: "" }
const addresses = Object.values(networkInterfaces()).flat()
const own = addresses.find((each) => each?.family === "IPv4" && !each.internal)?.address

const local = ["localhost", "127.0.0.1", "[::1]"]

describe("a host name", () => {
  it("is compared as requests have it", () => {
    const names = ["Git.Example.COM", "bücher.example", "2001:DB8:0::1", "[2001:db8::1]", "192.0.2.1"].map(
      canonicalHost
    )
    assert.deepStrictEqual(names, [
      "git.example.com",
      "xn--bcher-kva.example",
      "[2001:db8::1]",
      "[2001:db8::1]",
      "192.0.2.1"
    ])
    for (const text of ["", "a b", "a:80", "[::1]:80", "user@a", "a/b", "https://a", "*.example", "[a]", "999.1.1.1"]) {
      assert.isUndefined(canonicalHost(text), text)
    }
  })

  it("is that of the server's address, of this machine where it listens there, or one that was named", () => {
    assert.deepStrictEqual(hostNamesAt("192.0.2.1", ["Git.Example.com"]), ["192.0.2.1", "git.example.com"])
    assert.deepStrictEqual(hostNamesAt("2001:db8::1", []), ["[2001:db8::1]"])
    assert.deepStrictEqual(hostNamesAt("127.0.0.2", []), [...local, "127.0.0.2"])
    assert.deepStrictEqual(hostNamesAt("::1", []), [...local, "[::1]"])
    assert.deepStrictEqual(hostNamesAt("0.0.0.0", ["a"]), [...local, "a"])
    assert.deepStrictEqual(hostNamesAt("::", []), local)
  })

  it.live("of another loopback address addresses the server there", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* startHttp(demo, { host: "127.0.0.2", hostNames: ["Git.Example.COM"] }))
      const url = `http://127.0.0.2:${port}/r/repo/mcp`
      const statusAs = (host: string) => Effect.map(post(url, initialize(1), { host }), ({ status }) => status)
      assert.strictEqual(yield* statusAs(`127.0.0.2:${port}`), 200)
      assert.strictEqual(yield* statusAs("git.example.com"), 200)
      assert.strictEqual(yield* statusAs("127.0.0.3"), 403)
    })
  )

  it.live.skipIf(own === undefined)("of this machine does not address a server on another address", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* startHttp(demo, { host: own ?? "" }))
      const send = (headers: Readonly<Record<string, string>>) =>
        Effect.map(post(`http://${own}:${port}/r/repo/mcp`, initialize(1), headers), ({ status }) => status)
      assert.strictEqual(yield* send({}), 200)
      assert.strictEqual(yield* send({ host: "localhost" }), 403)
      assert.strictEqual(yield* send({ origin: "http://localhost:3000" }), 200)
      assert.strictEqual(yield* send({ origin: "https://evil.example" }), 403)
    })
  )
})
