import { assert, describe, it } from "@effect/vitest"
import { BlockList } from "node:net"
import { findPeer, isLoopback, isWithin, parseRanges } from "../../../src/adapters/http/peers.ts"

const ranges = (...given: ReadonlyArray<string>) => {
  const parsed = parseRanges(given)
  assert.isDefined(parsed)
  return parsed
}

describe("ranges of addresses", () => {
  it("are addresses, and prefixes of both families", () => {
    const parsed = ranges("10.0.0.0/8", "192.168.1.7", "fd00::/8")
    for (const address of ["10.1.2.3", "192.168.1.7", "fd00::1"]) assert.isTrue(isWithin(parsed, address), address)
    for (const address of ["11.1.2.3", "192.168.1.8", "fe80::1", "", "nonsense"]) {
      assert.isFalse(isWithin(parsed, address), address)
    }
  })

  it("are nothing else", () => {
    for (const text of ["10.0.0.0/33", "fd00::/129", "10.0.0/8", "proxy.example", "", "10.0.0.0/"]) {
      assert.isUndefined(parseRanges([text]), text)
    }
  })
})

describe("the client of a request", () => {
  const proxies = ranges("10.0.0.0/8")

  it("is the other end of its connection unless that is a trusted proxy", () => {
    const forged = { "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https" }
    const outside = findPeer(proxies, "203.0.113.5", forged, false)
    assert.deepStrictEqual(outside, { address: "203.0.113.5", protocol: "http", isNear: false })
    const none = findPeer(new BlockList(), "10.0.0.1", forged, false)
    assert.deepStrictEqual(none, { address: "10.0.0.1", protocol: "http", isNear: false })
  })

  it("is the last address that no trusted proxy has, since clients write the first ones", () => {
    const headers = { "x-forwarded-for": "127.0.0.1, 203.0.113.5, 10.0.0.9", "x-forwarded-proto": "https" }
    const found = findPeer(proxies, "::ffff:10.0.0.1", headers, false)
    assert.deepStrictEqual(found, { address: "203.0.113.5", protocol: "https", isNear: true })
    const nonsense = findPeer(proxies, "10.0.0.1", { "x-forwarded-for": "127.0.0.1, unknown" }, false)
    assert.deepStrictEqual(nonsense, { address: "10.0.0.1", protocol: "http", isNear: true })
  })

  it("is near on this machine", () => {
    assert.isTrue(findPeer(proxies, "::ffff:127.0.0.1", {}, false).isNear)
    assert.isTrue(isLoopback("::1"))
    assert.isFalse(isLoopback("127.0.0.1.example"))
  })
})
