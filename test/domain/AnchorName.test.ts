import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  matchNames,
  findRelatedNames,
  findSimilarNames,
  normalizeName,
  resolveName,
  splitName,
  makeNameMatcher
} from "../../src/domain/AnchorName.ts"
import { processorMillis } from "../support/processorMillis.ts"

const Word = Schema.String.pipe(Schema.check(Schema.isPattern(/^[A-Za-z_]{1,12}$/)))
const Name = Schema.NonEmptyArray(Word)
const separators = ["::", ".", "#", "/", ":", "\\"]

describe("anchor names", () => {
  it.each([
    ["MqttClient::connect", "MqttClient.connect", "exact"],
    ["Pool#acquire", "Pool/acquire", "exact"],
    ["connect", "MqttClient::connect", "unqualified"],
    ["mqtt::MqttClient::connect", "MqttClient.connect", "unqualified"],
    ["connect", "reconnect", undefined],
    ["Client.connect", "MqttClient.connect", undefined],
    ["", "connect", undefined],
    ["::", "connect", undefined]
  ])("compares %s with %s as %s", (a, b, expected) => {
    assert.strictEqual(matchNames(a, b), expected)
  })

  it.prop("treats all separators alike", [Name], ([parts]) => {
    const spelled = separators.map((separator) => parts.join(separator))
    return spelled.every((name) => matchNames(name, parts.join(".")) === "exact")
  })

  it.prop(
    "compares alike in both directions",
    [Name, Name],
    ([a, b]) => matchNames(a.join("::"), b.join(".")) === matchNames(b.join("."), a.join("::"))
  )

  it.prop(
    "finds every name by its last segment",
    [Name],
    ([parts]) => resolveName(parts.at(-1) ?? "", [parts.join("::")]) !== undefined
  )

  it("prefers the exact name to an unqualified one", () => {
    assert.deepStrictEqual(resolveName("connect", ["Client.connect", "connect"]), { match: "exact", indexes: [1] })
  })

  it("finds the nearest of 200,000 names", () => {
    const names = [...Array.from({ length: 200_000 }, (_, index) => `f${index}`), "acquire"]
    assert.deepStrictEqual(resolveName("aquire", names), { match: "fuzzy", indexes: [200_000] })
  })

  it("knows the last 64 suffixes of a name, so that one of 100,000 segments takes little time", () => {
    const long = `${"a.".repeat(100_000)}b.c`
    const resolve = () => [resolveName("b.c", [long]), resolveName(long, ["c", "b.c"])]
    assert.deepStrictEqual(resolve(), [
      { match: "unqualified", indexes: [0] },
      { match: "unqualified", indexes: [1] }
    ])
    assert.isBelow(processorMillis(resolve), 1000)
  })

  it("gives all that share the best kind of match", () => {
    assert.deepStrictEqual(resolveName("add", ["A.add", "b", "C.add"]), { match: "unqualified", indexes: [0, 2] })
  })

  it("prefers the names that what is asked for is the end of, then the longest of its own ends", () => {
    assert.deepStrictEqual(resolveName("b.c", ["a.b.c", "c"]), { match: "unqualified", indexes: [0] })
    assert.deepStrictEqual(resolveName("a.b.c", ["c", "b.c"]), { match: "unqualified", indexes: [1] })
  })

  it.each([
    ["Pool.connect", ["connect"], ["connect", "Pool.connect"], undefined],
    ["connect", ["Pool.connect"], ["connect", "Pool.connect"], undefined],
    ["connect", ["Pool.connect"], ["Pool.connect", "Client.connect"], "unqualified"],
    ["mqtt::connect", ["connect"], ["connect"], "unqualified"],
    ["Pool::connect", ["Pool.connect"], ["connect", "Pool.connect"], "exact"],
    ["gone", ["gone"], ["connect"], "exact"],
    ["", ["connect"], ["connect"], undefined]
  ] as const)("lets %s speak of %s among %s: %s", (noted, asked, names, expected) => {
    assert.strictEqual(makeNameMatcher(asked, names)(noted), expected)
  })

  it("resolves a misspelling to the nearest name only", () => {
    assert.deepStrictEqual(resolveName("conect", ["connect", "collect"]), { match: "fuzzy", indexes: [0] })
  })

  it("does not guess beyond the limit", () => {
    assert.isUndefined(resolveName("ab", ["ac"]))
    assert.isUndefined(resolveName("abcdefghi", ["abcdeXXXX"]))
  })

  it.each([
    ["ab", 0],
    ["abc", 1],
    ["abcdef", 2],
    ["abcdefghijkl", 3]
  ])("allows for %s %d edits", (name, edits) => {
    const edited = (count: number) => ["_".repeat(count) + name.slice(count)]
    assert.isDefined(resolveName(name, edited(edits)))
    assert.isUndefined(resolveName(name, edited(edits + 1)))
  })

  it("drops empty segments", () => {
    assert.deepStrictEqual(splitName("::a..b::"), ["a", "b"])
    assert.strictEqual(normalizeName("  crate::a "), "crate.a")
    const names = [
      "a.b",
      ".a",
      "a.",
      "a..b",
      "a b",
      "a.b ",
      "\ufeffa",
      "a:b",
      "a: b",
      ":",
      "",
      ".",
      "a\\b",
      "é.ü#x",
      "a.b.c"
    ]
    assert.deepStrictEqual(
      names.map(normalizeName),
      names.map((name) => splitName(name).join("."))
    )
  })

  it("offers near names, nearest first and no more than asked", () => {
    assert.deepStrictEqual(findSimilarNames("conect", ["connect", "collect", "disconnect", "unrelated"], 2), [
      "connect",
      "collect"
    ])
  })

  it("relates names that contain one another, after the near ones", () => {
    const names = ["Pool.reconnectAll", "Pool.connect", "conectt", "Pool.to", "unrelated", "Connection"]
    assert.deepStrictEqual(findRelatedNames("connectt", names, 5), ["conectt", "Pool.connect"])
    assert.deepStrictEqual(findRelatedNames("connect", names, 5), [
      "Pool.connect",
      "conectt",
      "Connection",
      "Pool.reconnectAll"
    ])
  })
})
