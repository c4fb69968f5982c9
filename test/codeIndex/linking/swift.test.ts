import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView } from "../../support/linking.ts"

const factsOf = await makeFacts("swift")

describe("links of Swift", () => {
  it("are found in expansions of macros, which are no calls of functions with the macro's name", () => {
    const sources = {
      "Pool.swift": "struct Pool {\n  func size() -> Int { 1 }\n}\nfunc open() -> Pool? { nil }\n",
      "PoolTests.swift":
        "func expect(_ a: Int) {}\n@Test func opens(at: Location = #_sourceLocation) throws {\n  let pool = try #require(open())\n  #expect(pool.size() == 1)\n  expect(2)\n}\n"
    }
    const edges = describeEdges(linkAll(makeSourceView(sources, factsOf)).get("PoolTests.swift"))
    assert.deepStrictEqual(
      edges.filter((line) => / call /.test(line)),
      [
        "3 opens: call Pool.swift open resolved",
        "4 opens: call Pool.swift Pool.size imported",
        "5 opens: call PoolTests.swift expect resolved"
      ]
    )
  })
})
