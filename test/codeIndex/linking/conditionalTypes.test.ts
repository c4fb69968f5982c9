import { assert, describe, it } from "@effect/vitest"
import { callsIn } from "../../support/code/callsOfThings.ts"

/** Lists what is called on what functions give whose types depend on others. */
const areasOf = (declared: string, ...lines: ReadonlyArray<string>) => callsIn("app.ts", declared, ...lines)

const shapes =
  "class Shape { draw() {} name() {} }; class Round extends Shape { name() {} }; class Flat extends Shape {}"

describe("a conditional type that is not decided", () => {
  it("has what both branches have, and nothing else", () => {
    const pick = `${shapes}; declare function pick<T>(x: T): T extends string ? Round : Flat`
    assert.include(areasOf(pick, "pick(1).draw()"), "3 Shape.draw")
    const named = areasOf(pick, "pick(1).name()")
    assert.notInclude(named, "3 Round.name")
    assert.notInclude(named, "3 Shape.name")
  })

  it("is found out where it stands for itself in one branch, and ends", () => {
    const deep = `type Deep<T> = T extends string ? Deep<T> : Circle; declare function deep<T>(x: T): Deep<T>`
    assert.include(areasOf(deep, "deep({}).area()"), "3 Circle.area")
    const wide = "type W<T> = T extends string ? [W<W<T>>, W<[T]>] : W<T[]>; declare function wide<T>(x: T): W<T>"
    assert.notInclude(areasOf(wide, "wide({}).area()"), "3 Circle.area")
  })

  it("is what a value of it is that takes both, in overloads too", () => {
    const open = `${shapes}; declare function open(x: string): Round; declare function open(x: number): Flat`
    assert.include(areasOf(open, "open(1).draw()"), "3 Shape.draw")
    assert.notInclude(areasOf(open, "open(1).name()"), "3 Shape.name")
  })
})

describe("a conditional type", () => {
  it("is decided by constants, never and defaults", () => {
    const mode = "type Made<T, M> = M extends 'db' ? T : Square"
    const made = "declare const made: { db: Made<Circle, 'db'>; x: Made<Circle, 'x'>; y: Made<Circle, true> }"
    assert.includeMembers(areasOf(mode, made, "made.db.area(); made.x.side(); made.y.side()"), [
      "4 Circle.area",
      "4 Square.side"
    ])
    const only = "type Only<T, E = never> = [E] extends [never] ? T : Square; declare function get<T>(x: T): Only<T>"
    assert.include(areasOf(only, "get(new Circle()).area()"), "3 Circle.area")
  })

  it("is decided by classes, functions and types of the platform", () => {
    const kind = "type Kind<T> = T extends Circle ? Circle : Square; declare function kind<T>(x: T): Kind<T>"
    assert.include(areasOf(kind, "class Own extends Circle {}", "kind(new Own()).area()"), "4 Circle.area")
    assert.include(areasOf(kind, 'declare const z: string; kind<typeof z>("").side()'), "3 Square.side")
    const fn = "type Run<T> = T extends () => void ? Circle : Square; declare function run<T>(x: T): Run<T>"
    assert.include(areasOf(fn, "function f() { return new Circle() }", "run(f).area()"), "4 Circle.area")
  })

  it("is what it infers", () => {
    const inner = "type Inner<T> = T extends Promise<infer U> ? U : T; declare function wait<T>(x: T): Inner<T>"
    const called = areasOf(inner, "declare const z: Promise<Circle>", "wait(z).area()", "wait(new Circle()).area()")
    assert.includeMembers(called, ["4 Circle.area", "5 Circle.area"])
  })
})

describe("a default of a type parameter", () => {
  it("counts where nothing is said of it, and its constraint does within the type", () => {
    const box =
      "class Own extends Circle { own() {} }; class Box<T extends Circle = Own> { declare x: T; in() { this.x.area() } }"
    assert.includeMembers(areasOf(box, "new Box().x.own()", "declare const y: Box; y.x.own()"), [
      "2 Circle.area",
      "3 Own.own",
      "4 Own.own"
    ])
    const pair = "interface Pair<A, B = A> { b: B }; declare const pair: Pair<Circle>"
    assert.include(areasOf(pair, "pair.b.area()"), "3 Circle.area")
    assert.include(areasOf("declare function make<T = Circle>(): T", "make().area()"), "3 Circle.area")
  })

  it("may be what a type has under a symbol", () => {
    const lines = [
      "declare const Key: unique symbol; class Driver { declare [Key]: Circle }",
      "class Orm<D extends Driver, M = D[typeof Key] & Square> { declare m: M }",
      "declare const orm: Orm<Driver>; orm.m.area(); orm.m.side()"
    ]
    assert.includeMembers(areasOf(lines.join("\n")), ["4 Circle.area", "4 Square.side"])
  })
})

describe("this in a type", () => {
  it("is what a member was taken from", () => {
    const base =
      "type Named<T> = T & { a: 1 }; class Base { named(): Named<this> { return this } later(): Promise<this> { return x } }"
    assert.includeMembers(
      areasOf(base, "class Own extends Base { own() {} }", "new Own().named().own(); (await new Own().later()).own()"),
      ["4 Own.own"]
    )
  })
})
