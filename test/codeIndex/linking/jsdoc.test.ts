import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView } from "../../support/linking.ts"

const factsOf = await makeFacts("javascript", "typescript")

const pool = `
class Pool { acquire() {} clone() { return this } }
module.exports = Pool
module.exports.Other = class Other { acquire() {} }
`

const edgesOf = (app: string, path: string) =>
  describeEdges(linkAll(makeSourceView({ "pool.js": pool, [path]: app }, factsOf)).get(path))

/** Lists the calls of a file next to `pool.js` of what that one has. */
const callsOf = (lines: ReadonlyArray<string>, path = "app.js") =>
  edgesOf(lines.join("\n"), path).flatMap((line) => {
    const [, at, name] = /^(\d+) (?:\S+: |\S+ )?call pool\.js (\S+)/.exec(line) ?? []
    return at === undefined ? [] : [`${at} ${name}`]
  })

const required = 'const Pool = require("./pool")'
const typedef = '/** @typedef {import("./pool")} Pool */'

describe("types in comments of JavaScript", () => {
  it("are those of parameters", () => {
    const lines = [
      required,
      "/**",
      " * Runs.",
      " * @param {Pool} pool the pool",
      " * @param {?Pool=} second another one",
      " * @param {Pool} [third] and one",
      " */",
      "function run(pool, second, third = null) {",
      "  pool.acquire()",
      "  second.acquire()",
      "  third.acquire()",
      "}"
    ]
    assert.deepStrictEqual(callsOf(lines), ["9 Pool.acquire", "10 Pool.acquire", "11 Pool.acquire"])
  })

  it("are found by a typedef of another file", () => {
    const lines = [
      '/** @typedef {import("./pool").Other} Other */',
      typedef,
      "module.exports = class App {",
      "  /**",
      "   * @param {Pool} pool pool",
      "   * @param {Array.<Other>} others others",
      "   * @returns {void}",
      "   */",
      "  run(pool, others) {",
      "    pool.acquire()",
      "    for (const other of others) other.acquire()",
      "  }",
      "}"
    ]
    assert.deepStrictEqual(callsOf(lines), ["10 Pool.acquire", "11 Other.acquire"])
  })

  it("are found by an import in a comment", () => {
    const lines = [
      '/** @import { Other } from "./pool" */',
      "/** @param {Other} other */",
      "export const run = (other) => other.acquire()"
    ]
    assert.deepStrictEqual(callsOf(lines), ["3 Other.acquire"])
  })

  it("are what a function gives", () => {
    const lines = [
      typedef,
      "/** @returns {Promise<Pool>} */",
      "const open = async () => JSON.parse('')",
      "open().then()"
    ]
    assert.deepStrictEqual(callsOf([...lines, "export const run = async () => (await open()).acquire()"]), [
      "5 Pool.acquire"
    ])
  })

  it("are those of variables, fields and casts", () => {
    const lines = [
      typedef,
      "/** @type {Map<string, Pool>} */",
      "const pools = new Map()",
      "class App {",
      "  /** @type {Pool} */",
      "  declared = null",
      "  constructor(given) {",
      "    /** @type {Pool} */",
      "    this.assigned = given",
      "  }",
      "  run(name, other) {",
      "    pools.get(name).acquire()",
      "    this.declared.acquire()",
      "    this.assigned.acquire()",
      "    const cast = /** @type {Pool} */ (other)",
      "    cast.acquire()",
      "  }",
      "}"
    ]
    assert.deepStrictEqual(
      callsOf(lines),
      [12, 13, 14, 16].map((line) => `${line} Pool.acquire`)
    )
  })

  it("are those of parameters where they are written, by position of a pattern, and of methods of objects", () => {
    const lines = [
      typedef,
      "const inline = (/** @type {Pool} */ pool) => pool.acquire()",
      "/** @param {{ pool: Pool }} options */",
      "function take({ pool }) { pool.acquire() }",
      "const methods = {",
      "  /** @param {Pool} pool */",
      "  take(pool) { pool.acquire() }",
      "}"
    ]
    assert.deepStrictEqual(callsOf(lines), ["2 Pool.acquire", "4 Pool.acquire", "7 Pool.acquire"])
  })

  it("are those of what a typedef lists", () => {
    const lines = [
      typedef,
      "/**",
      " * @typedef {object} Options",
      " * @property {Pool} pool the pool",
      " * @property {Pool[]=} [others] others",
      " * @property {string} name",
      " */",
      "/** @param {Options} options */",
      "function run({ pool, others }) { pool.acquire(); others[0].acquire() }",
      "/** @param {Options} options */",
      "function again(options) { options.pool.acquire(); options.name.acquire() }"
    ]
    assert.deepStrictEqual(callsOf(lines), ["9 Pool.acquire", "9 Pool.acquire", "11 Pool.acquire"])
  })

  it("are those of members that a comment lists of a parameter", () => {
    const lines = [
      typedef,
      "/**",
      " * @param {Object} options",
      " * @param {Pool} options.pool",
      " * @param {Object[]} list",
      " * @param {Pool} list[].pool",
      " * @param {Pool} last",
      " */",
      "function run({ pool }, list, last) {",
      "  pool.acquire()",
      "  list[0].pool.acquire()",
      "  last.acquire()",
      "}"
    ]
    assert.deepStrictEqual(
      callsOf(lines),
      [10, 11, 12].map((line) => `${line} Pool.acquire`)
    )
  })

  it("are those of functions by a callback", () => {
    const lines = [
      typedef,
      "/**",
      " * @callback Take",
      " * @param {Pool} pool",
      " * @param {...Pool} others",
      " * @returns {Pool}",
      " */",
      "/** @type {Take} */",
      "const take = (pool, first, second) => { pool.acquire(); second.acquire() }",
      "/** @param {Take} take */",
      "const run = (take) => take().acquire()"
    ]
    assert.deepStrictEqual(callsOf(lines), ["9 Pool.acquire", "9 Pool.acquire", "11 Pool.acquire"])
  })

  it("are that of this", () => {
    const lines = [
      typedef,
      "/** @this {Pool} @param {Pool} other */",
      "function run(other) { this.acquire(); other.acquire() }",
      "module.exports = {",
      "  /** @this {Pool} */",
      "  take() { this.acquire(); return () => this.acquire() }",
      "}",
      "class App {",
      "  /** @this {Pool} */",
      "  run() { this.acquire(); this.run() }",
      "}"
    ]
    assert.deepStrictEqual(callsOf(lines), ["3 Pool.acquire", "3 Pool.acquire", "6 Pool.acquire", "6 Pool.acquire"])
    assert.include(edgesOf(lines.join("\n"), "app.js"), "10 App.run: call app.js App.run resolved")
  })

  it("are those of a list of the rest", () => {
    const lines = [
      typedef,
      "/** @param {...Pool} pools */",
      "const run = (...pools) => { for (const pool of pools) pool.acquire() }"
    ]
    assert.deepStrictEqual(callsOf(lines), ["3 Pool.acquire"])
  })

  it("are those that type parameters extend", () => {
    const lines = [
      typedef,
      "class T { acquire() {} }",
      "/**",
      " * @template {Pool} P",
      " * @template T, U",
      " * @param {P} pool",
      " * @param {T} other",
      " */",
      "const run = (pool, other) => { pool.acquire(); other.acquire() }"
    ]
    assert.deepStrictEqual(callsOf(lines), ["9 Pool.acquire"])
    assert.notInclude(edgesOf(lines.join("\n"), "app.js").join("\n"), "T.acquire resolved")
  })

  it("are found by an import over several lines, of the module and of names", () => {
    const lines = [
      "/**",
      " * @import Pool, {",
      " *   Other",
      ' * } from "./pool"',
      " */",
      "/** @param {Pool} pool @param {Other} other */",
      "const run = (pool, other) => { pool.acquire(); other.acquire() }"
    ]
    assert.deepStrictEqual(callsOf(lines), ["7 Pool.acquire", "7 Other.acquire"])
  })

  it("are exported from where they are declared, unless a value has the name", () => {
    const options = [
      typedef,
      "/** @typedef {{ pool: Pool }} Options */",
      "/** @typedef {string} Other */",
      "class Other { acquire() {} }",
      "module.exports = { Other }"
    ]
    const app = [
      '/** @import { Options, Other } from "./options" */',
      "/** @param {Options} options @param {Other} other */",
      "const run = (options, other) => { options.pool.acquire(); other.acquire() }"
    ]
    const files = { "pool.js": pool, "options.js": options.join("\n"), "app.js": app.join("\n") }
    const edges = describeEdges(linkAll(makeSourceView(files, factsOf)).get("app.js"))
    const calls = edges.flatMap((line) => /call (\S+ \S+) imported/.exec(line)?.[1] ?? [])
    assert.deepStrictEqual(calls, ["pool.js Pool.acquire", "options.js Other.acquire"])
  })

  it("are what functions of an object expect", () => {
    const declared = [typedef, "/** @typedef {{ take: (pool: Pool) => void }} Taker */"]
    const object = "{ take(pool) { pool.acquire() }, other() {} }"
    const written = [
      `/** @type {Taker} */ module.exports = ${object}`,
      `/** @type {Taker} */ module.exports.taker = ${object}`,
      `/** @type {Taker} */ const taker = ${object}`,
      `/** @satisfies {Taker} */ const taker = ${object}`,
      `const takers = { /** @type {Taker} */ one: ${object} }`,
      `class Takers { /** @type {Taker} */ one = ${object} }`,
      `/** @type {Taker} */ export default ${object}`,
      `const taker = /** @satisfies {Taker} */ (${object})`,
      `/** @type {Taker["take"]} */ module.exports = (pool) => pool.acquire()`
    ]
    for (const line of written) assert.deepStrictEqual(callsOf([...declared, line]), ["3 Pool.acquire"], line)
    const call = [...declared, `/** @type {Taker} */ const taker = ${object}`, "taker.other()"]
    assert.include(edgesOf(call.join("\n"), "app.js"), "4 call app.js taker.other resolved")
  })

  it("leave what a function that is assigned calls with the function", () => {
    const lines = [
      typedef,
      "/** @callback Take @param {Pool} pool */",
      "class App {",
      "  constructor() {",
      "    /** @type {Take} */",
      "    this.take = (pool) => pool.acquire()",
      "  }",
      "}"
    ]
    assert.include(edgesOf(lines.join("\n"), "app.js"), "6 App.take: call pool.js Pool.acquire imported")
  })

  it("are those of getters", () => {
    const lines = [
      typedef,
      "class App { /** @type {Pool} */ get pool() { return this.made() } }",
      "new App().pool.acquire()",
      "const app = { /** @type {Pool} */ get pool() { return made() }, /** @returns {Pool} */ get other() { return made() } }",
      "app.pool.acquire()",
      "app.other.acquire()"
    ]
    assert.deepStrictEqual(
      callsOf(lines),
      [3, 5, 6].map((line) => `${line} Pool.acquire`)
    )
  })

  it("are what a guard checks", () => {
    const lines = [
      typedef,
      "/** @param {unknown} value @returns {value is Pool} */",
      "const isPool = (value) => true",
      "function run(value) { if (isPool(value)) value.acquire() }"
    ]
    assert.deepStrictEqual(callsOf(lines), ["4 Pool.acquire"])
  })

  it("do not hide what a module exports", () => {
    const lines = [
      '/** @typedef {import("./elsewhere")} Elsewhere */',
      'const { make } = require("./app")',
      "/** @type {Elsewhere} */",
      "module.exports = exported()",
      'function exported() { return { make: () => new (require("./pool"))() } }',
      "make().acquire()"
    ]
    assert.deepStrictEqual(callsOf(lines), ["6 Pool.acquire"])
  })

  it("refer to what they name, at their place", () => {
    const lines = [
      required,
      "/**",
      " * @param {string} text",
      " * @param {Pool} pool",
      " */",
      "function run(text, pool) {}"
    ]
    assert.include(edgesOf(lines.join("\n"), "app.js"), "4 run: type pool.js Pool resolved")
  })

  it("hide nothing where they say nothing, or are none", () => {
    for (const type of ["*", "Object", "any", "Pool)", "Pool }", "class Pool {}", "Pool; type X = string"]) {
      const lines = [required, `/** @type {${type}} */`, "const pool = new Pool()", "pool.acquire()"]
      assert.deepStrictEqual(callsOf(lines), ["4 Pool.acquire"], type)
    }
  })

  it("do not hide the members of an object", () => {
    const lines = [required, "/** @type {Pool} */", "const own = { make: () => new Pool() }", "own.make().acquire()"]
    assert.deepStrictEqual(callsOf(lines), ["4 Pool.acquire"])
  })

  it("of which one is none leave the others", () => {
    const lines = [
      typedef,
      "/** @type {function(string): void} */",
      "/**",
      " * @param {Pool} pool",
      " * @param {Pool[} broken",
      " */",
      "function run(pool, broken) { pool.acquire(); broken.acquire() }"
    ]
    assert.deepStrictEqual(callsOf(lines), ["7 Pool.acquire"])
  })

  it("count in JavaScript only", () => {
    const lines = ["/** @param {import('./pool.js')} pool */", "export function run(pool: unknown) { pool.acquire() }"]
    assert.deepStrictEqual(callsOf(lines, "app.ts"), [])
  })
})

describe("a function that runs another one once", () => {
  it("gives what the other one gives", () => {
    const made = "const Pool = require('./pool'); const { memoize, lazy } = require('library')"
    for (const call of ["memoize", "require('library').once"]) {
      const lines = [made, `const getPool = ${call}(() => new Pool())`, "getPool().acquire()"]
      assert.deepStrictEqual(callsOf(lines), ["3 Pool.acquire"], call)
    }
    for (const call of ["lazy(() => new Pool())", "memoize((pool) => new Pool())", "memoize(() => undefined)"]) {
      assert.deepStrictEqual(callsOf([made, `const getPool = ${call}`, "getPool().acquire()"]), [], call)
    }
  })
})
