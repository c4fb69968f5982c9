import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

const factsOf = await makeFacts("typescript", "javascript")

/** Lists what a file calls of classes of things: lines count from 1. */
const callsOf = (sources: Sources, path: string) =>
  describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path)).flatMap((line) => {
    const [, at, name] = /^(\d+) (?:\S+: )?call \S+ ((?:Circle|Square|Base)\.\S+)/.exec(line) ?? []
    return at === undefined ? [] : [`${at} ${name}`]
  })

const things = `
export class Base { base() {} }
export class Circle extends Base { area() {} }
export class Square extends Base { area() {} }
export class Box<T extends Base> {
  item: T
  get first(): T { return this.item }
  all(): Array<T> { return [] }
  later(): Promise<T> { return x }
  visit(by: (item: T, box: Box<T>) => void): void { this.item.base() }
  map<U>(by: (item: T) => U): Box<T> { return this }
}
export class Circles extends Box<Circle> {}
export interface Source<A, B = Circle> extends Target<B> { read(): A; pair: [A, Circle]; options: { on: (each: A) => void } }
export interface Target<C> { write(each: (item: C) => void): void }
export type Boxed<T extends Base> = { inside: Box<T> }
export type Alias<T extends Base> = Box<T>
export class Many extends Set<Circle> {}
export class Named<V extends Base> extends Map<string, V> {}
`
const head = `import { Alias, Base, Box, Boxed, Circle, Circles, Many, Named, Source, Square } from "./things"\n`

/** Lists what statements call, where some variables are declared. */
const callsWith = (declared: string, statements: ReadonlyArray<string>) =>
  callsOf(
    { "things.ts": things, "app.ts": `${head}declare const x: ${declared}\n${statements.join("\n")}` },
    "app.ts"
  ).map((line) => line.replace(/^\d+/, (at) => String(Number(at) - 2)))

describe("type parameters of types in TypeScript", () => {
  it("stand for the arguments of the type: in fields, getters, results and callbacks", () => {
    assert.deepStrictEqual(
      callsWith("Box<Circle>", [
        "x.item.area()",
        "x.first.area()",
        "x.all()[0].area()",
        "for (const each of x.all()) each.area()",
        "const run = async () => (await x.later()).area()",
        "x.visit((item, box) => { item.area(); box.item.area() })",
        "x.map((item) => item.area()).item.area()",
        "x.item.base()"
      ]),
      [
        "1 Circle.area",
        "2 Circle.area",
        "3 Circle.area",
        "4 Circle.area",
        "5 Circle.area",
        "6 Circle.area",
        "6 Circle.area",
        "7 Circle.area",
        "7 Circle.area",
        "8 Base.base"
      ]
    )
  })

  it("stand for what they extend without arguments, and within the type", () => {
    assert.deepStrictEqual(callsWith("Box", ["x.item.base()", "x.item.area()"]), ["1 Base.base"])
    assert.deepStrictEqual(callsOf({ "things.ts": things }, "things.ts"), ["10 Base.base"])
  })

  it("are those of bases, too", () => {
    assert.deepStrictEqual(callsWith("Circles", ["x.item.area()", "x.visit((item) => item.area())"]), [
      "1 Circle.area",
      "2 Circle.area"
    ])
    assert.deepStrictEqual(
      callsWith("Source<Square, Circle>", [
        "x.read().area()",
        "x.write((item) => item.area())",
        "x.pair[0].area()",
        "x.options.on = (each) => each.area()"
      ]),
      ["1 Square.area", "2 Circle.area", "3 Square.area", "4 Square.area"]
    )
  })

  it("are those of named types and of what is made", () => {
    assert.deepStrictEqual(callsWith("Boxed<Square>", ["x.inside.item.area()"]), ["1 Square.area"])
    assert.deepStrictEqual(callsWith("Alias<Square>", ["x.item.area()"]), ["1 Square.area"])
    assert.deepStrictEqual(callsWith("unknown", ["new Box<Square>().item.area()"]), ["1 Square.area"])
  })

  it("keep apart the same type with other arguments", () => {
    assert.deepStrictEqual(callsWith("Box<Circle> | Box<Square>", ["x.item.area()"]), [
      "1 Circle.area",
      "1 Square.area"
    ])
    assert.deepStrictEqual(callsWith("Box<Box<Circle>>", ["x.item.item.area()"]), ["1 Circle.area"])
  })

  it("are those of lists of the library that a class extends", () => {
    assert.deepStrictEqual(
      callsWith("Many", ["for (const each of x) each.area()", "x.forEach((each) => each.area())"]),
      ["1 Circle.area", "2 Circle.area"]
    )
    assert.deepStrictEqual(callsWith("Named<Square>", ["x.get('a').area()", "for (const [, each] of x) each.area()"]), [
      "1 Square.area",
      "2 Square.area"
    ])
  })

  it("do not hide what overloads of one generic type give", () => {
    const text = `${things}
declare function make(kind: "a"): Box<Circle>
declare function make(kind: "b"): Box<Square>
make("a").visit(() => {}); make("a").item.base()
`
    assert.deepStrictEqual(callsOf({ "things.ts": text }, "things.ts").slice(1), ["23 Base.base"])
  })

  it("survive types that nest without end", () => {
    const text = `${things}
interface List<T extends Base> extends Chain<List<Box<T>>> { item: T; next: List<Box<T>> }
interface Chain<T> { last: T; other: Chain<Chain<T>> }
declare const list: List<Circle>
list.item.area()
list.next.next.next.item.item.item.item.area()
list.last.last.other.last.last
`
    assert.deepStrictEqual(callsOf({ "things.ts": text }, "things.ts").slice(1), ["24 Circle.area", "25 Circle.area"])
  })
})

describe("type parameters in comments of JavaScript", () => {
  const boxes = `
/**
 * @template T
 * @typedef {(item: T) => void} Visitor
 */
/**
 * @template T
 * @typedef {{ enter: Visitor<T>, leave?: Visitor<T> }} Visitors
 */
/** @template T */
class Box {
  constructor() {
    /** @type {T} */
    this.item = undefined
  }
  /** @param {Visitors<T>} visitors */
  use(visitors) { return this }
}
class Circle { area() {} }
/** @extends {Box<Circle>} */
class Circles extends Box {}
/** @template T @extends {Set<T>} */
class Sorted extends Set {}
module.exports = { Box, Circle, Circles, Sorted }
`

  it("stand for the arguments of a base, of typedefs and of declared types", () => {
    const app = `const { Box, Circles } = require("./boxes")
new Circles().item.area()
new Circles().use({ enter: (item) => item.area() })
/** @param {Box<import("./boxes").Circle>} box */
function run(box) { box.item.area(); box.use({ leave(item) { item.area() } }) }
/** @type {import("./boxes").Visitor<import("./boxes").Circle>} */
const visit = (item) => item.area()
/** @param {import("./boxes").Sorted<import("./boxes").Circle>} sorted */
function list(sorted) { for (const each of sorted) each.area() }
`
    assert.deepStrictEqual(callsOf({ "boxes.js": boxes, "app.js": app }, "app.js"), [
      "2 Circle.area",
      "3 Circle.area",
      "5 Circle.area",
      "5 Circle.area",
      "7 Circle.area",
      "9 Circle.area"
    ])
  })

  it("are those of a class that is its whole module", () => {
    const sources = {
      "sorted.js": "/** @template T @extends {Set<T>} */\nclass Sorted extends Set {}\nmodule.exports = Sorted\n",
      "app.js": `const Sorted = require("./sorted")
class Circle { area() {} }
class Group {
  constructor() {
    /** @type {Sorted<Circle>} */
    this.circles = new Sorted()
  }
  run() { for (const each of this.circles) each.area() }
}
`
    }
    assert.deepStrictEqual(callsOf(sources, "app.js"), ["8 Circle.area"])
  })
})
