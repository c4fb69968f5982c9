import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

const factsOf = await makeFacts("typescript", "javascript")

/** Lists what a file calls: lines count from 1. */
const callsOf = (sources: Sources, path: string) =>
  describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path)).flatMap((line) => {
    const [, at, rest] = /^(\d+) (?:\S+: )?(?:call|new) (.*)/.exec(line) ?? []
    return at === undefined || rest?.endsWith("name_only") === true ? [] : [`${at} ${rest}`]
  })

const declared = `
declare module "wasm" {
  export class Path<T> { node: T; remove(): void }
  export interface Visitor { enter(path: Path<string>): void }
  export function traverse(visitor: Visitor): Path<string>
}
declare module "whole" { function make(): import("wasm").Path<string>; export = make }
declare module "shape" { export default class Shape { draw(): void } }
declare module "*.svg" { const image: { load(): void }; export default image }
declare module "bodiless"
`

describe("modules that a project declares", () => {
  it("are what is imported of packages that the repository does not have", () => {
    const app = `import { traverse } from "wasm"
import * as wasm from "wasm"
import make from "whole"
import Shape from "shape"
import { thing } from "bodiless"
traverse({}).remove()
wasm.traverse({}).remove()
make().remove()
new Shape().draw()
thing().remove()
`
    assert.deepStrictEqual(callsOf({ "types.d.ts": declared, "app.ts": app }, "app.ts"), [
      "6 types.d.ts wasm.traverse resolved",
      "6 types.d.ts wasm.Path.remove imported",
      "7 types.d.ts wasm.traverse resolved",
      "7 types.d.ts wasm.Path.remove imported",
      "8 types.d.ts whole.make resolved",
      "8 types.d.ts wasm.Path.remove imported",
      "9 types.d.ts shape.Shape resolved",
      "9 types.d.ts shape.Shape.draw imported"
    ])
  })

  it("are their own default without another", () => {
    const app = 'import wasm from "wasm"\nimport none from "bodiless"\nwasm.traverse({}).remove()\nnone.remove()'
    assert.deepStrictEqual(callsOf({ "types.d.ts": declared, "app.ts": app }, "app.ts"), [
      "3 types.d.ts wasm.traverse resolved",
      "3 types.d.ts wasm.Path.remove imported"
    ])
  })

  it("are what JavaScript requires, and types in its comments", () => {
    const app = `const t = require("wasm")
const { traverse } = require("wasm")
/** @param {import("wasm").Path<string>} path */
function run(path) { path.remove(); t.traverse({}); traverse({}) }
`
    assert.deepStrictEqual(callsOf({ "types.d.ts": declared, "app.js": app }, "app.js"), [
      "4 types.d.ts wasm.Path.remove imported",
      "4 types.d.ts wasm.traverse resolved",
      "4 types.d.ts wasm.traverse resolved"
    ])
  })

  it("leave files and packages of the repository what they are, and those of other projects alone", () => {
    const sources = {
      "package.json": "{}",
      "other/package.json": "{}",
      "other/types.d.ts": declared,
      "wasm.ts": "export function traverse() {}",
      "a.ts": `import { traverse } from "wasm"\ntraverse()`,
      "b.ts": `import { traverse } from "./wasm"\ntraverse()`,
      "other/c.ts": `import { traverse } from "wasm"\ntraverse()`
    }
    assert.deepStrictEqual(callsOf(sources, "a.ts"), [])
    assert.deepStrictEqual(callsOf(sources, "b.ts"), ["2 wasm.ts traverse resolved"])
    assert.deepStrictEqual(callsOf(sources, "other/c.ts"), ["2 other/types.d.ts wasm.traverse resolved"])
  })

  it("are no exports of the file, and add to what a library declares", () => {
    const sources = {
      "types.ts": `import "koa"\ndeclare module "koa" { interface Context { user(): void } export default Context }\nexport const own = 1`,
      "app.ts": `import { Context } from "koa"\nimport types from "./types"\nfunction run(c: Context) { c.user(); c.body() }\ntypes.user()`
    }
    assert.deepStrictEqual(callsOf(sources, "app.ts"), ["3 types.ts koa.Context.user imported"])
  })
})

/** A file that adds a member to two global interfaces. */
const adding = (name: string) => `export {}
declare global { interface Source<T> { ${name}(): T } namespace Types { interface Builder<T> { ${name}(): T } } }`

describe("globals that a project declares", () => {
  const globals = `
declare function boot(): Engine
interface Engine { start(): void }
declare namespace Tools { function mend(): Engine }
interface Array<T> { own(): void }
`

  it("are what a name means that a file does not declare", () => {
    const app = `boot().start()
Tools.mend().start()
function run(engine: Engine, all: Array<Engine>) { engine.start(); all[0].start() }
`
    assert.deepStrictEqual(callsOf({ "globals.d.ts": globals, "app.ts": app }, "app.ts"), [
      "1 globals.d.ts boot resolved",
      "1 globals.d.ts Engine.start imported",
      "2 globals.d.ts Tools.mend resolved",
      "2 globals.d.ts Engine.start imported",
      "3 globals.d.ts Engine.start imported",
      "3 globals.d.ts Engine.start imported"
    ])
  })

  it("are those of declare global, also as members of the window", () => {
    const sources = {
      "own.ts": `export {}
declare global { interface Window { request(): void } var engine: { start(): void } }
window.request()
function hidden() {}
export const used = hidden
`,
      "app.ts": "window.request()\nself.request()\nwindow.alert()\nhidden()"
    }
    assert.deepStrictEqual(callsOf(sources, "own.ts"), ["3 own.ts global.Window.request imported"])
    assert.deepStrictEqual(callsOf(sources, "app.ts"), [
      "1 own.ts global.Window.request imported",
      "2 own.ts global.Window.request imported"
    ])
  })

  it("are what several files declare together, also in other packages, which may extend something", () => {
    const core = `export {}
class Impl<T> { constructor(init: (sink: Sink<T>) => void) {} subscribe(): T {} }
declare global {
  interface Sink<T> { next(value: T): void }
  interface SourceConstructor { new <T>(init: (sink: Sink<T>) => void): Source<T> }
  interface Source<T> {}
  var Source: SourceConstructor
  namespace Types { interface Builder<T> extends Impl<T> {} }
}`
    const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
    const sources = {
      ...Object.fromEntries(names.map((name) => [`own/${name}.ts`, adding(name)])),
      "own/package.json": "{}",
      "core/package.json": "{}",
      "core/core.ts": core,
      "own/app.ts": `class Pool { close() {} }
const source = new Source<Pool>((sink) => { sink.next(new Pool()) })
source.i().close()
function run(builder: Types.Builder<Pool>, text: string) { builder.h().close(); builder.subscribe().close(); text.i() }`
    }
    assert.deepStrictEqual(callsOf(sources, "own/app.ts"), [
      "2 core/core.ts global.Source resolved",
      "2 core/core.ts global.Sink.next imported",
      "2 own/app.ts Pool resolved",
      "3 own/i.ts global.Source.i imported",
      "3 own/app.ts Pool.close imported",
      "4 own/h.ts global.Types.Builder.h imported",
      "4 own/app.ts Pool.close imported",
      "4 core/core.ts Impl.subscribe imported",
      "4 own/app.ts Pool.close imported"
    ])
  })

  it("are those of a file that imports something within the modules only that it declares", () => {
    const types = `${globals}
declare module "pica" { import type { Size } from "sizes"; import { Unit } from "units"; export function resize(to: Size<Unit>): void }
declare module "mica" { import type { Size } from "sizes" }`
    const sources = { "globals.d.ts": types, "app.ts": "boot()" }
    assert.deepStrictEqual(callsOf(sources, "app.ts"), ["1 globals.d.ts boot resolved"])
    const module = { "globals.d.ts": `${types}\nimport type { Size } from "sizes"`, "app.ts": "boot()" }
    assert.deepStrictEqual(callsOf(module, "app.ts"), [])
  })

  it("are none that a test assigns to an object", () => {
    const sources = {
      "globals.d.ts": globals,
      "app.test.ts": "export {}\n(global as any).Observer = class Observer { observe() {} }",
      "app.ts": "new Observer().observe()"
    }
    assert.deepStrictEqual(callsOf(sources, "app.ts"), [])
  })

  it("do not reach modules, other projects or JavaScript", () => {
    const sources = {
      "module.ts": "export const x = 1\nfunction boot() {}",
      "script.js": "function boot() {}",
      "other/tsconfig.json": "{}",
      "other/globals.d.ts": globals,
      "app.ts": "boot()"
    }
    assert.deepStrictEqual(callsOf(sources, "app.ts"), [])
  })
})
