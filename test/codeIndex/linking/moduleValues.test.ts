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

describe("a CommonJS module", () => {
  it("refers to what it exports by exports, module.exports and this", () => {
    const sources = {
      "pool.ts": pool,
      "a.js": `const { Pool } = require("./pool")
exports.run = function () { exports.stop() }
module.exports.stop = function () { module.exports.pool.acquire(); this.run() }
exports.pool = new Pool()`,
      "b.js": `const { Pool } = require("./pool")
module.exports = {
  run() { this.stop(); module.exports.pool.acquire() },
  stop: function () { this.pool.acquire() },
  pool: new Pool(),
  nested: { list() { this.check() }, check() {} }
}`
    }
    assert.deepStrictEqual(callsOf(sources, "a.js"), ["2 stop", "3 Pool.acquire", "3 run"])
    assert.deepStrictEqual(callsOf(sources, "b.js"), ["3 stop", "3 Pool.acquire", "4 Pool.acquire", "6 nested.check"])
  })

  it("does not say what this is in a function that it exports by a name, which may be a constructor", () => {
    const text = "exports.Pool = function () { this.run() }\nexports.run = function () {}"
    assert.deepStrictEqual(callsOf({ "a.js": text }, "a.js"), [])
  })

  it("leaves names that a file declares alone", () => {
    const text = "const exports = { run() {} }\nexports.run()\nmodule.exports = { run() {} }"
    assert.deepStrictEqual(callsOf({ "a.js": text }, "a.js"), ["2 exports.run"])
  })
})

describe("what this is in an object", () => {
  it("is the object that a function returns, or that is within another", () => {
    const text = `function make() { return { run() { this.stop() }, stop() {}, own: { run() { this.end() }, end() {} } } }
const later = async () => ({ run() { this.stop() }, stop() {} })
const routes = { users: { list() { this.check() }, check() {} } }
class Pool { make() { return { run() { this.stop() }, stop() {} } } stop() {} }`
    assert.deepStrictEqual(callsOf({ "a.js": text }, "a.js"), [
      "1 make.stop",
      "1 make.own.end",
      "2 later.stop",
      "3 routes.users.check",
      "4 Pool.make.stop"
    ])
  })

  it("is what a comment declares it to be", () => {
    const types = "export interface Runner { run(this: Runner): void; stop(): void }"
    const text = '/** @type {import("./types").Runner} */\nmodule.exports = { run() { this.stop() } }'
    assert.deepStrictEqual(callsOf({ "types.ts": types, "a.js": text }, "a.js"), ["2 Runner.stop"])
  })
})
