import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { startHttp } from "../../support/conformance/overHttp.ts"
import { demoToolsets } from "../../support/demoTools.ts"
import { exchange } from "../../support/postMcp.ts"

const demo = { name: "demo", version: "1.2.3", toolsets: demoToolsets(), repository: "" }

const ask = (base: string, headers: string, version = "1.1") =>
  exchange(base, `GET /mcp HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`)

describe("the header Host", () => {
  it.live.each<readonly [what: string, headers: string]>([
    ["missing", ""],
    ["there twice", "Host: localhost\r\nhost: evil.example\r\n"],
    ["with a user", "Host: user@localhost\r\n"],
    ["with a path", "Host: localhost/r/repo/\r\n"],
    ["with a path of another kind", "Host: localhost\\r\\repo\\\r\n"],
    ["with a query", "Host: localhost?\r\n"],
    ["with a fragment", "Host: localhost#\r\n"]
  ])("is refused in JSON: %s", ([, headers]) =>
    Effect.gen(function* () {
      const answered = yield* ask(yield* startHttp(demo), headers)
      assert.match(answered, /^HTTP\/1\.1 400 [^]*content-type: application\/json/i)
      assert.include(answered, '"code":"bad_request"')
    })
  )

  it.live("is not needed by probes of HTTP/1.0", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      assert.match(yield* exchange(base, "GET /healthz HTTP/1.0\r\n\r\n"), /^HTTP\/1\.1 200 /)
      assert.match(yield* ask(base, "", "1.0"), /^HTTP\/1\.1 403 [^]*Missing Host header/)
    })
  )
})
