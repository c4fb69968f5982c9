import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

const factsOf = await makeFacts("typescript", "javascript")

const edgesOf = (sources: Sources, path: string) => describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path))

const callsOf = (sources: Sources, path: string) => edgesOf(sources, path).filter((line) => / (?:call|new) /.test(line))

const pool = `
export interface Closable { close(): void }
export abstract class Base implements Closable {
  close(): void {}
  self(): this { return this }
  static make() { return new Pool() }
}
export class Pool extends Base {
  readonly idle: Array<Connection> = []
  constructor(private readonly log: Log = new Log()) { super() }
  async acquire(): Promise<Connection> { this.log.write("x"); return new Connection() }
  only() {}
}
export class Connection { query(text: string) {} }
export class Log { write(text: string) {} }
export function connect(): Pool { return new Pool() }
export default connect
`

describe("links of TypeScript", () => {
  it("find static members of a base through super", () => {
    const sources = {
      "a.ts":
        "class Counter { static count() { return 0 } }\nclass Double extends Counter {\n  static count() { return super.count() * 2 }\n}\n"
    }
    assert.deepStrictEqual(callsOf(sources, "a.ts"), ["3 Double.count: call a.ts Counter.count resolved"])
  })

  it("follow elements into lists that the platform makes of them", () => {
    const sources = {
      "a.ts": `class Log { write() {} }
declare const logs: Set<Log>
declare const named: Record<string, Log>
Array.from(logs, (log) => log.write())
Array.from(logs).forEach((log) => log.write())
Object.values(named).map((log) => log.write())
for (const [name, log] of Object.entries(named)) log.write(name)
Array.from(logs, () => new Log())[0].write()
Array.from({ length: 2 }, (log) => log.write())
`
    }
    assert.deepStrictEqual(
      callsOf(sources, "a.ts").filter((line) => line.includes("Log.write")),
      [4, 5, 6, 7, 8].map((line) => `${line} call a.ts Log.write imported`)
    )
  })

  it("belong to the function that runs them, not to the field that is assigned", () => {
    const sources = {
      "a.ts": `class Log {}
export class Service {
  private readonly made = new Log()
  private readonly log: Log
  private readonly flush: () => void
  constructor() {
    this.log = new Log()
    this.flush = () => { new Log() }
  }
}
`
    }
    assert.deepStrictEqual(callsOf(sources, "a.ts"), [
      "3 Service.made: new a.ts Log resolved",
      "7 Service.constructor: new a.ts Log resolved",
      "8 Service.flush: new a.ts Log resolved"
    ])
  })

  it("follow barrels, namespaces and default exports", () => {
    const sources = {
      "src/pool.ts": pool,
      "src/all.ts": `export * from "./pool.js"\nexport * as pools from "./pool.js"\nexport { default as open } from "./pool"`,
      "src/index.ts": `export * from "./all.js"\nexport { connect as dial } from "./all.js"`,
      "src/app.ts": `
import open, { Pool, dial, pools } from "./index.js"
import * as all from "."
import direct from "./pool.ts"
dial()
new pools.Pool()
all.open()
all.pools.connect()
direct()
Pool.make()
open()
`
    }
    assert.deepStrictEqual(callsOf(sources, "src/app.ts"), [
      "5 call src/pool.ts connect resolved",
      "6 new src/pool.ts Pool resolved",
      "7 call src/pool.ts connect resolved",
      "8 call src/pool.ts connect resolved",
      "9 call src/pool.ts connect resolved",
      "10 call src/pool.ts Base.make resolved"
    ])
  })

  it("find members of receivers by declared types, fields, parameters, returns and promises", () => {
    const app = `
import { type Closable, Pool, connect, type Connection } from "./pool.js"
class App {
  private pool = connect()
  constructor(private given: Pool, readonly many: Map<string, Connection>) {}
  async run(each: Closable, either: Pool | undefined) {
    const connection = await this.pool.acquire()
    connection.query("a")
    this.given.close()
    this.given.self().only()
    each.close()
    either?.only()
    for (const one of this.given.idle) one.query("b")
    this.many.get("x")?.query("c")
    this.unknown.thing()
    ;[1, 2].map(String)
  }
}
class Other extends Pool { close() { super.close() } }
`
    assert.deepStrictEqual(callsOf({ "pool.ts": pool, "app.ts": app }, "app.ts"), [
      "4 App.pool: call pool.ts connect resolved",
      "7 App.run: call pool.ts Pool.acquire imported",
      "8 App.run: call pool.ts Connection.query imported",
      "9 App.run: call pool.ts Base.close imported",
      "10 App.run: call pool.ts Base.self imported",
      "10 App.run: call pool.ts Pool.only imported",
      "11 App.run: call pool.ts Closable.close imported",
      "12 App.run: call pool.ts Pool.only imported",
      "13 App.run: call pool.ts Connection.query imported",
      "14 App.run: call pool.ts Connection.query imported",
      "15 App.run: call thing name_only",
      "19 Other.close: call pool.ts Base.close resolved"
    ])
  })

  it("leave out members of all objects where a value may be a text, too", () => {
    const sources = {
      "node.ts": `export class Node { toString() { return "" } }`,
      "app.ts": `import { Node } from "./node.js"
export const print = (child: string | Node) => child.toString()
export const printNode = (child: Node) => child.toString()`
    }
    assert.deepStrictEqual(callsOf(sources, "app.ts"), ["3 printNode: call node.ts Node.toString imported"])
  })

  it("keep types and values of one name apart", () => {
    const sources = {
      "shape.ts": `export type Shape = { area(): number }\nexport const Shape = { make() { return 1 } }\nexport type Error = { code: number }`,
      "app.ts": `
import { Shape, type Error as Problem } from "./shape.js"
type Error = Problem
export const f = (shape: Shape): Error => { Shape.make(); throw new Error() }
`
    }
    assert.deepStrictEqual(edgesOf(sources, "app.ts"), [
      "3 Error: type shape.ts Error resolved",
      "4 f: type shape.ts Shape resolved",
      "4 f: type app.ts Error resolved",
      "4 f: read shape.ts Shape resolved",
      "4 f: call shape.ts Shape.make resolved"
    ])
  })

  it("mix CommonJS and ES modules", () => {
    const sources = {
      "lib/create.js": `
module.exports = create
function create() { return app }
const app = exports.app = {}
app.listen = function listen() {}
function Router() {}
Router.prototype.route = function () {}
module.exports.Router = Router
`,
      "lib/index.js": `'use strict'\nmodule.exports = require('./create')`,
      "use.mjs": `import create, { Router } from "./lib/index.js"\ncreate()\nnew Router().route()`,
      "use.cjs": `
const create = require("./lib")
const { Router } = require("./lib/create")
create()
new create.Router().route()
new Router()
`
    }
    assert.deepStrictEqual(callsOf(sources, "use.mjs"), [
      "2 call lib/create.js create resolved",
      "3 new lib/create.js Router resolved",
      "3 call lib/create.js Router.route imported"
    ])
    assert.deepStrictEqual(callsOf(sources, "use.cjs"), [
      "4 call lib/create.js create resolved",
      "5 new lib/create.js Router resolved",
      "5 call lib/create.js Router.route imported",
      "6 new lib/create.js Router resolved"
    ])
  })

  it("survive modules of CommonJS that are set to each other", () => {
    const sources = {
      "a.js": `module.exports = require("./b.js")`,
      "b.js": `module.exports = require("./d.js")`,
      "c.js": `const p = require("./a.js")\np()`,
      "d.js": `module.exports = f\nfunction f() {}`
    }
    assert.deepStrictEqual(callsOf({ ...sources, "b.js": `module.exports = require("./a.js")` }, "c.js"), [])
    assert.include(callsOf(sources, "c.js"), "2 call d.js f resolved")
  })

  it("survive circles of modules, bases, aliases and initial values", () => {
    const sources = {
      "a.ts": `
export * from "./b.js"
import { B, x } from "./b.js"
export class A extends B { run() { this.go(); y.go() } }
export const y = x
export type Loop = Pool2
type Pool2 = Loop
export function f(l: Loop) { l.go(); f(l) }
`,
      "b.ts": `export * from "./a.js"\nimport { A, y } from "./a.js"\nexport class B extends A {}\nexport const x = y`
    }
    assert.deepStrictEqual(callsOf(sources, "a.ts"), [
      "4 A.run: call go name_only",
      "4 A.run: call go name_only",
      "8 f: call go name_only",
      "8 f: call a.ts f resolved"
    ])
  })
})

const importsOf = (sources: Sources, path: string) =>
  (linkAll(makeSourceView(sources, factsOf)).get(path)?.imports ?? []).map(({ kind, module, path: found }) =>
    [module, kind, found].filter((part) => part !== "").join(" ")
  )

describe("modules of TypeScript", () => {
  it("are found in packages of the repository by their source", () => {
    const sources = {
      "packages/core/package.json": JSON.stringify({
        name: "@acme/core",
        exports: {
          ".": { types: "./dist/index.d.ts", import: "./dist/index.js" },
          "./*": "./dist/*.js",
          "./node": "./lib/node/index.mjs",
          "./internal/*": null
        },
        imports: { "#log": "./src/log.ts" }
      }),
      "packages/core/src/index.ts": `import "#log"`,
      "packages/core/src/log.ts": "",
      "packages/core/src/deep/pool.ts": "",
      "packages/core/src/node/index.ts": "",
      "packages/old/package.json": `{ "name": "old", "main": "lib/main.js" }`,
      "packages/old/src/main.ts": "",
      "packages/old/src/extra.ts": "",
      "app.ts": `
import "@acme/core"
import "@acme/core/deep/pool"
import "@acme/core/node"
import "@acme/core/internal/x"
import "old"
import "old/lib/extra"
import "react"
import "node:fs"
import "path"
`
    }
    assert.deepStrictEqual(importsOf(sources, "app.ts"), [
      "@acme/core local packages/core/src/index.ts",
      "@acme/core/deep/pool local packages/core/src/deep/pool.ts",
      "@acme/core/node local packages/core/src/node/index.ts",
      "@acme/core/internal/x external",
      "old local packages/old/src/main.ts",
      "old/lib/extra local packages/old/src/extra.ts",
      "react external",
      "node:fs builtin",
      "path builtin"
    ])
    assert.deepStrictEqual(importsOf(sources, "packages/core/src/index.ts"), ["#log local packages/core/src/log.ts"])
  })

  it("are found under conditions that a project names itself", () => {
    const sources = {
      "packages/zod/package.json": JSON.stringify({
        name: "zod",
        exports: {
          "./v4": { types: "./v4/index.d.cts", import: "./v4/index.js", "@zod/source": "./src/v4/index.ts" },
          "./core": { "our-files": "./src/core.ts", import: "./core/index.js" },
          "./env": { browser: "./src/client.ts", default: "./src/server.ts" },
          "./both": { "react-server": "./src/server.ts", import: "./src/client.ts" }
        }
      }),
      "packages/zod/src/v4/index.ts": "",
      "packages/zod/src/core.ts": "",
      "packages/zod/src/server.ts": "",
      "packages/zod/src/client.ts": "",
      "app.ts": `import "zod/v4"\nimport "zod/core"\nimport "zod/both"\nimport "zod/env"`
    }
    assert.deepStrictEqual(importsOf(sources, "app.ts"), [
      "zod/v4 local packages/zod/src/v4/index.ts",
      "zod/core local packages/zod/src/core.ts",
      "zod/both local packages/zod/src/client.ts",
      "zod/env local packages/zod/src/server.ts"
    ])
  })

  it("are found by paths and baseUrl of a tsconfig, inherited ones included", () => {
    const sources = {
      "tsconfig.base.json": `{ // a comment
        "compilerOptions": { "paths": { "~/*": ["./web/src/*"], "exact": ["./web/src/one"] }, },
      }`,
      "web/tsconfig.json": `{ "extends": "../tsconfig.base.json" }`,
      "web/src/one.tsx": "",
      "web/src/main.ts": `import "~/one"\nimport "exact"\nimport "~/missing"\nimport "../../../out"`,
      "lib/jsconfig.json": `{ "compilerOptions": { "baseUrl": "." } }`,
      "lib/a/b.js": "",
      "lib/main.js": `import "a/b"`
    }
    assert.deepStrictEqual(importsOf(sources, "web/src/main.ts"), [
      "~/one local web/src/one.tsx",
      "exact local web/src/one.tsx",
      "~/missing external",
      "../../../out external"
    ])
    assert.deepStrictEqual(importsOf(sources, "lib/main.js"), ["a/b local lib/a/b.js"])
  })

  it("survive configuration of any form", () => {
    const forms = [
      "",
      "[]",
      "null",
      `{"name":1,"exports":[[]],"main":{}}`,
      `{"name":"x","exports":{".":{"import":{}}}}`
    ]
    for (const text of forms) {
      const sources = {
        "package.json": text,
        "tsconfig.json": text === "" ? `{"extends":["./tsconfig.json",1],"compilerOptions":{"paths":{"x":1}}}` : text,
        "a.ts": `import "x"\nimport "#x"\nimport ""`
      }
      assert.deepStrictEqual(
        importsOf(sources, "a.ts"),
        ["x external", "#x external", " external"].map((each) => each.trim())
      )
    }
  })
})
