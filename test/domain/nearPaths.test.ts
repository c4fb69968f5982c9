import { assert, describe, it } from "@effect/vitest"
import { nearPaths } from "../../src/domain/nearPaths.ts"
import { processorMillis } from "../support/processorMillis.ts"

describe("similar paths", () => {
  it("are those with the name, then those that differ by little", () => {
    const paths = ["src/pool.ts", "lib/pools.ts", "test/pool.ts", "src/broker.ts"]
    assert.deepStrictEqual(nearPaths("src/pool.ts", paths), ["src/pool.ts", "test/pool.ts", "lib/pools.ts"])
    assert.deepStrictEqual(nearPaths("src/pol.ts", paths), ["src/pool.ts", "test/pool.ts"])
  })

  it("are looked for in linear time, also for a long path that is asked about", () => {
    const paths = Array.from({ length: 20_000 }, (_, at) => `src/folder/file${at}.ts`)
    const millis = processorMillis(() => {
      assert.deepStrictEqual(nearPaths("x".repeat(256 * 1024), paths), [])
    })
    assert.isBelow(millis, 1_000)
  })
})
