import { assert, describe, it } from "@effect/vitest"
import { callsIn } from "../../support/code/callsOfThings.ts"

describe("`this` in functions", () => {
  it("is what the type says that a function is expected to have", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        "declare function on(name: string, by: (this: Circle, at: number) => void): void",
        "type Handlers = { draw: (this: Square) => void; paint: (this: Circle) => void }",
        'on("a", function () { this.area() })',
        'on("b", function (this: Square) { this.side() })',
        'on("c", () => { this.area() })',
        "const handlers: Handlers = { draw() { this.side() }, paint() { this.area() } }"
      ),
      ["4 on", "4 Circle.area", "5 on", "5 Square.side", "6 on", "7 Square.side", "7 Circle.area"]
    )
  })

  it("is what a mapped type says of all methods", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        "type Methods<T> = Partial<{ [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (this: T, ...args: A) => R : never }>",
        "function make(): Methods<Circle> {",
        "  return { area() { this.area() } }",
        "}"
      ),
      ["4 Circle.area"]
    )
  })
})

describe("mapped and conditional types", () => {
  it("have the members of the type that they only modify", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        "type Frozen<T> = { readonly [K in keyof T]: T[K] }",
        "type Renamed<T> = { [K in keyof T as `get${K}`]: T[K] }",
        "declare const a: Frozen<Circle>, b: Renamed<Circle>",
        "a.area()",
        "b.area()"
      ),
      ["5 Circle.area"]
    )
  })

  it("have the members of the type whose members they are made of", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        "type Deep<T> = { [K in keyof T]?: Deep<T[K]> }",
        "type Method<F> = F extends (first: string, ...rest: infer A) => infer R ? (...rest: A) => R : never",
        "type Bound<T> = { readonly [K in keyof T]: Method<T[K]> }",
        "type Mocked<T> = { [K in keyof T]: T[K] extends () => infer R ? () => R : T[K] }",
        "interface Shapes { circle: Circle; make(name: string): Square }",
        "declare const deep: Deep<Shapes>, bound: Bound<Shapes>, mocked: Mocked<Shapes>",
        "deep.circle?.area()",
        'bound.make("a").side()',
        "mocked.make().side()",
        "declare class Box<T> { side(): T }",
        "type Boxes<T> = { [K in keyof T]: Box<T[K]> }",
        "declare const boxes: Boxes<Shapes>; boxes.circle.side()",
        "declare function open<T>(boxes: Boxes<T>): T; open(boxes).circle.side()"
      ),
      ["8 Circle.area", "9 Shapes.make", "9 Square.side", "10 Shapes.make", "10 Square.side", "13 Box.side", "14 open"]
    )
  })

  it("have at any key what does not depend on the key", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        "type Pools = { [K in 'a' | 'b']: Circle }",
        "type Given<T> = { [K in keyof T]: (self: T) => T[K] }",
        "declare const pools: Pools",
        "pools.a.area()",
        "const given: Given<Square> = { area: (self) => self.side() }"
      ),
      ["5 Circle.area", "6 Square.side"]
    )
  })

  it("are the branch that is not never, of which what is inferred is unknown", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        "type Only<T> = T extends string ? Circle : never",
        "type Inner<T> = T extends Array<infer Square> ? Square : never",
        "declare const a: Only<string>, b: Inner<string>",
        "a.area()",
        "b.side()"
      ),
      ["5 Circle.area"]
    )
  })
})
