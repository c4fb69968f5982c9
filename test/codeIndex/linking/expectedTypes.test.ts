import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

const factsOf = await makeFacts("typescript", "tsx")

/** The calls of members in `a.ts` or `a.tsx`: `line: target`. */
const callsOf = (sources: Sources) =>
  Object.keys(sources)
    .filter((path) => path.startsWith("a."))
    .flatMap((path) => describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path)))
    .filter((line) => !line.includes("App.get "))
    .flatMap((line) => /^(\d+) .*call (?:b|a)\.tsx? (\w+\.\w+|\w+) \w+$/.exec(line)?.slice(1).join(": ") ?? [])

const app = `
export class Context { text(value: string): void {} req = new Request() }
export class Request { header(name: string): string { return name } }
export type Next = () => Promise<void>
export type Handler = (c: Context, next: Next) => void
export type Middleware = (c: Context, next: Next) => Promise<void>
export type H = Handler | Middleware
export interface Route {
  (handler: H): App
  (path: string, handler: H): App
  (path: string, ...handlers: [H, H]): App
  (path: string, ...handlers: Array<H>): App
}
export class App {
  get!: Route
  use(...handlers: Array<H>): this { return this }
  close(): void {}
}
export interface Options { onRequest?: (request: Request) => void; nested?: { run(c: Context): void } }
export const serve = (options: Options): void => {}
export const wrap = (make: (name: string) => Handler): void => {}
export const pair = (...handlers: [Handler, Handler]): void => {}
export const later = async (run: () => Promise<Handler>): Promise<void> => {}
export class Server { onstart: (c: Context) => void = () => {}; constructor(run: (c: Context) => void) {} }
`

describe("parameters of functions in TypeScript", () => {
  it("are counted without this", () => {
    const text = `import type { Handler } from "./b.ts"
const one: Handler = function (this: object, c, next) { c.text("x") }
const call = (run: (c: { text(): void }) => void) => run(null)
function two(this: object, run) { run() }
function three() {}
two.call({}, three)
two(three)
`
    assert.deepStrictEqual(callsOf({ "a.ts": text, "b.ts": app }), ["2: Context.text", "4: three", "6: two", "7: two"])
  })

  it("have the types of what is at any key", () => {
    const text = `import type { Context, Handler } from "./b.ts"
const byName: { [name: string]: Handler } = { home: (c) => c.text("x") }
const byKey: Record<"a" | "b", { run: Handler }> = { a: { run(c) { c.text("x") } }, ["b"]: { run: (c) => c.text("x") } }
const contexts: { [name: string]: Context } = {}
contexts.first.text("x")
contexts[byKey.toString()].text("x")
`
    assert.deepStrictEqual(callsOf({ "a.ts": text, "b.ts": app }), [
      "2: Context.text",
      "3: Context.text",
      "3: Context.text",
      "5: Context.text",
      "6: Context.text"
    ])
  })

  it("have the types of elements of a list, of operands, and of defaults", () => {
    const text = `import type { Handler, Request } from "./b.ts"
const handlers: Handler[] = [(c) => c.text("x"), (c) => c.text("y"), ...[], (c) => c.text("z")]
const pair: [string, { run: Handler }] = ["x", { run(c) { c.text("x") } }]
export const pick = (handler: Handler | undefined): Handler => handler ?? ((c) => c.text("x"))
export const run = (handler: Handler = (c) => c.text("x")) => handler
export const one: Handler = handlers[0] || ((c, next) => c.req.header("x"))
`
    assert.deepStrictEqual(callsOf({ "a.ts": text, "b.ts": app }), [
      "2: Context.text",
      "2: Context.text",
      "2: Context.text",
      "3: Context.text",
      "4: Context.text",
      "5: Context.text",
      "6: Request.header"
    ])
  })

  it("have the types of what a call declares: signatures, aliases, tuples and rests", () => {
    const text = `import { App, pair } from "./b.ts"
const app = new App()
app.get("/", (c) => c.text("x"))
app.get((c) => { c.req.header("x") })
app.get("/", (c, next) => next(), (c) => c.text("x"))
app.get("/", (c) => {}, (c) => {}, (c) => c.text("x"))
app.use(async (c) => c.text("x"), (c) => c.text("y"))
app.get("/", (c) => {}).close()
pair((c) => {}, (c) => c.text("x"))
`
    assert.deepStrictEqual(callsOf({ "a.ts": text, "b.ts": app }), [
      "3: Context.text",
      "4: Request.header",
      "5: Context.text",
      "6: Context.text",
      "7: App.use",
      "7: Context.text",
      "7: Context.text",
      "8: App.close",
      "9: pair",
      "9: Context.text"
    ])
  })

  it("have the types that their place declares: objects, variables, returns, fields, constructors, assignments", () => {
    const text = `import { serve, wrap, later, Server, type Handler, type Options, type Context } from "./b.ts"
serve({ onRequest: (request) => request.header("x"), nested: { run(c) { c.text("x") } } })
const one: Handler = (c) => c.text("x")
const two = (): Handler => (c) => c.text("x")
function three(): Handler { return function (c) { c.text("x") } }
wrap((name) => (c) => c.text(name))
later(async () => (c) => c.text("x"))
class Own { run: Handler = (c) => c.text("x") }
const server = new Server((c) => c.text("x"))
class Later { run: Handler; constructor() { this.run = (c) => c.text("x") } }
const four = { onRequest: (request) => request.header("x") } satisfies Options
const five = ((c) => c.text("x")) as Handler
const six: Handler = Math.random() > 1 ? (c) => c.text("x") : (c) => c.text("y")
const seven = async (): Promise<Handler> => (c) => c.text("x")
`
    assert.deepStrictEqual(
      callsOf({ "a.ts": text, "b.ts": app }).filter((line) => line.includes(".")),
      [
        "2: Request.header",
        "2: Context.text",
        "3: Context.text",
        "4: Context.text",
        "5: Context.text",
        "6: Context.text",
        "7: Context.text",
        "8: Context.text",
        "9: Context.text",
        "10: Context.text",
        "11: Request.header",
        "12: Context.text",
        "13: Context.text",
        "13: Context.text",
        "14: Context.text"
      ]
    )
  })

  it("have the types of construct signatures and of conditional rests", () => {
    const text = `import { Context } from "./b.ts"
declare const Literal: { new (run: (c: Context) => void): Context }
new Literal((c) => c.text("x"))
interface Constructor { new <T>(run: (c: Context) => void): Box<T> }
interface Box<T> {}
declare var Box: Constructor
new Box<string>((c) => c.text("x"))
type Given<T extends unknown[]> = undefined extends T[0] ? { [K in keyof T]?: T[K] } : { [K in keyof T]-?: T[K] }
declare function start(...given: Given<[options: { run(c: Context): void } | string, then?: (c: Context) => void]>): void
start({ run: (c) => c.text("x") }, (c) => c.text("y"))
new Unknown((c) => c.text("x"))
`
    assert.deepStrictEqual(
      callsOf({ "a.ts": text, "b.ts": app }).filter((line) => line.includes(".")),
      ["3: Context.text", "7: Context.text", "10: Context.text", "10: Context.text"]
    )
  })

  it("have the types of members that are functions, and of methods named as those of arrays", () => {
    const text = `import { Server, Context } from "./b.ts"
const set = (server: Server) => { server.onstart = (c) => c.text("x") }
class Pool { forEach(run: (c: Context) => void) {} }
new Pool().forEach((c) => c.text("x"))
`
    assert.deepStrictEqual(callsOf({ "a.ts": text, "b.ts": app }), [
      "2: Context.text",
      "4: Pool.forEach",
      "4: Context.text"
    ])
  })

  it("are found besides the members of types that can be called", () => {
    const text = `import { Context } from "./b.ts"
interface Callable { (run: (c: Context) => void): void }
interface Named { close(): void }
interface Both extends Callable, Named {}
declare const both: Both
both((c) => c.text("x"))
both.close()
type Literal = { (run: (c: Context) => void): void; size: number }
declare const literal: Literal
literal((c) => c.text("x"))
`
    assert.deepStrictEqual(
      callsOf({ "a.ts": text, "b.ts": app }).filter((line) => line.includes(".")),
      ["6: Context.text", "7: Named.close", "10: Context.text"]
    )
  })

  it("have the types that a component declares for its attributes", () => {
    const text = `import { Page } from "./b.ts"
const view = <Page onShow={(c) => c.text("x")} />
const other = <div onClick={(event) => event.text()} />
`
    const page = `${app}\nexport const Page = (props: { onShow: (c: Context) => void }) => null\n`
    assert.deepStrictEqual(callsOf({ "a.tsx": text, "b.ts": page }), ["2: Context.text"])
  })

  it("are not known by what type parameters extend, unless the type has arguments: a call may say more", () => {
    const text = `
class Base { run() {} }
const one = <T extends Base>(items: Array<T>, use: (item: T) => void): void => {}
class Pool<T extends Base> { each(use: (item: T) => void): void {} }
interface Each<T extends Base> { (use: (item: T) => void): void }
declare const each: Each<Base>
one([], (item) => item.run())
new Pool().each((item) => item.run())
each((item) => item.run())
const two = <F extends (item: Base) => void>(use: F): void => {}
two((item) => item.run())
`
    assert.deepStrictEqual(
      callsOf({ "a.ts": text }).filter((line) => line.endsWith("run")),
      ["9: Base.run", "11: Base.run"]
    )
  })

  it("keep the types that they declare themselves", () => {
    const text = `import { App } from "./b.ts"
class Own { text(value: string) {} }
new App().get("/", (c: Own) => c.text("x"))
`
    assert.deepStrictEqual(callsOf({ "a.ts": text, "b.ts": app }), ["3: Own.text"])
  })

  it("survive functions that are declared by each other", () => {
    const text = `
type A = (b: B) => A
type B = (a: A) => B
declare const a: A
a((b) => b((c) => c((d) => d)))
const self: typeof self = (x) => self(x)
const one = two((x) => x.y(), one)
const two = one((x) => x.y(), two)
interface Loop extends Loop { (run: Loop): Loop }
declare const loop: Loop
loop((x) => x((y) => y.z()))
`
    assert.deepStrictEqual(
      callsOf({ "a.ts": text }).filter((line) => line.startsWith("11")),
      ["11: loop"]
    )
  })
})

describe("overloads in TypeScript", () => {
  const schema = `
export class Text { trim(): void {} }
export class Type { parse(): void {} }
`

  it("mean the first of those that take the same", () => {
    const text = `import { Text, Type } from "./b.ts"
function text(name?: string): Text
function text<T extends string>(name?: string): Type
function text(name?: string): Text | Type | undefined { return undefined }
text().trim()
text().parse()
`
    assert.deepStrictEqual(callsOf({ "a.ts": text, "b.ts": schema }), ["5: text", "5: Text.trim", "6: text"])
  })

  it("never mean the implementation", () => {
    const text = `import { Text, Type } from "./b.ts"
function one(name: string): Text
function one(name: string | number): Type { return new Type() }
one("x").trim()
`
    assert.deepStrictEqual(callsOf({ "a.ts": text, "b.ts": schema }), ["4: one", "4: Text.trim"])
  })

  it("are those of one side: static members are no overloads of others", () => {
    const text = `import { Text, Type } from "./b.ts"
declare class Maker { static make(): Text; make(): Type }
Maker.make().trim()
new Maker().make().parse()
`
    assert.deepStrictEqual(
      callsOf({ "a.ts": text, "b.ts": schema }).filter((line) => !line.endsWith("make")),
      ["3: Text.trim", "4: Type.parse"]
    )
  })

  it("mean none where what they take differs", () => {
    const text = `import { Text, Type } from "./b.ts"
function make(name: string): Text
function make(name: number): Type
function make(name: string | number): Text | Type | undefined { return undefined }
function same<T extends string>(name: T): Text
function same<T extends number>(name: T): Type
make("x").trim()
same("x").trim()
`
    assert.deepStrictEqual(callsOf({ "a.ts": text, "b.ts": schema }), ["7: make", "8: same"])
  })

  it("are known by what both branches of a conditional type have in common", () => {
    const text = `
class Chain {
  refine<T>(check: T): T extends string ? this & { brand: T } : this { return this as never }
  either<T>(check: T): T extends string ? Chain : Other { return this as never }
  end(): void {}
}
class Other { end(): void {} }
declare const chain: Chain
chain.refine(1).end()
chain.either(1).end()
`
    assert.deepStrictEqual(callsOf({ "a.ts": text }), ["9: Chain.refine", "9: Chain.end", "10: Chain.either"])
  })
})
