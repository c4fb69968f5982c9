import { assert, describe, it } from "@effect/vitest"
import { callsOf } from "../../support/code/callsOfThings.ts"

const pool = `export class Pool { acquire() {} }`

describe("what a module exports as its default", () => {
  const use = 'import it from "./own"\n'

  it.each([
    ["an instance", "export default new Pool()", "it.acquire()", ["2 Pool.acquire"]],
    ["a function", "export default (size) => new Pool(size)", "it(1).acquire()", ["2 default", "2 Pool.acquire"]],
    ["an object", "export default { pool: new Pool(), Pool }", "it.pool.acquire()", ["2 Pool.acquire"]],
    ["what TypeScript assigns", "export = { pool: new Pool() }", "it.pool.acquire()", ["2 Pool.acquire"]]
  ])("is %s", (_name, text, calls, expected) => {
    const sources = {
      "pool.ts": pool,
      "own.ts": `import { Pool } from "./pool"\n${text}`,
      "a.ts": `${use}${calls}`
    }
    assert.deepStrictEqual(callsOf(sources, "a.ts"), expected)
  })

  it("refers to what is in it", () => {
    const own = `import { Pool } from "./pool"\nexport default { pool: new Pool(), run() { this.pool.acquire(); this.stop() }, stop() {} }`
    assert.deepStrictEqual(callsOf({ "pool.ts": pool, "own.js": own }, "own.js"), ["2 Pool.acquire", "2 default.stop"])
  })
})
