import { assert, describe, it } from "@effect/vitest"
import { shortenWays } from "../../../src/codeIndex/model/shortenWays.ts"

describe("ways to the nodes of a list", () => {
  it("begin with the last node that an earlier way gives, so that they can be put together again", () => {
    const ways = [
      { node: "a", path: [] },
      { node: "b", path: ["a"] },
      { node: "c", path: ["a", "x"] },
      { node: "d", path: ["a", "x", "c"] },
      { node: "e", path: ["y", "z"] },
      { node: "f", path: ["y", "z", "w"] },
      // The way to c is another one.
      { node: "g", path: ["y", "c"] }
    ]
    const short = shortenWays(ways)
    assert.deepStrictEqual(short, [[], ["a"], ["a", "x"], ["c"], ["y", "z"], ["z", "w"], ["y", "c"]])
    const whole = new Map<string, ReadonlyArray<string>>()
    for (const [at, path] of short.entries()) {
      const [first = ""] = path
      const joined = [...(whole.get(first) ?? []), ...path]
      assert.deepStrictEqual(joined, ways[at]?.path)
      for (const [index, node] of [...joined, ways[at]?.node ?? ""].entries())
        if (!whole.has(node)) whole.set(node, joined.slice(0, index))
    }
  })
})
