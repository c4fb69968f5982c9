import { assert, describe, it } from "@effect/vitest"
import { callsIn, callsOf, factsOf } from "../../support/code/callsOfThings.ts"
import { linkAll, makeSourceView } from "../../support/linking.ts"

describe("what is spread into an object", () => {
  it("has its members there, apart from those of the object itself", () => {
    assert.deepStrictEqual(
      callsOf(
        {
          "shapes.ts": "export const draw = () => {}\nexport const fill = () => {}",
          "other.ts": "export const fill = () => {}",
          "app.ts": [
            'import * as shapes from "./shapes"',
            'import * as other from "./other"',
            "const own = () => {}",
            "const z = { ...shapes, ...other, own }",
            "z.draw()",
            "z.fill()",
            "z.own()",
            "z.nothing()"
          ].join("\n")
        },
        "app.ts"
      ),
      ["5 draw", "6 fill", "7 own"]
    )
  })

  it("takes the last that has the member", () => {
    const sources = {
      "a.ts": "export const fill = () => {}",
      "b.ts": "export const fill = () => {}",
      "app.ts": 'import * as a from "./a"\nimport * as b from "./b"\nconst z = { ...b, ...a }\nz.fill()'
    }
    assert.deepStrictEqual(
      linkAll(makeSourceView(sources, factsOf))
        .get("app.ts")
        ?.edges.filter(({ kind }) => kind === "call")
        .map(({ target }) => target.path),
      ["a.ts"]
    )
  })

  it("may be the object itself", () => {
    assert.deepStrictEqual(
      callsIn("app.js", "function run(options) {", "  run({ ...options, at: 1 })", "  options.area()", "}"),
      ["3 run"]
    )
  })

  it("says nothing of members where something unknown is spread after it", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        "declare const anything: any",
        "const circle = { draw: new Circle() }",
        "const a = { ...circle, ...anything }",
        "a.draw.area()",
        "const b = { ...circle, at: 1 }",
        "b.draw.area()"
      ),
      ["7 Circle.area"]
    )
  })
})

describe("variables without a value where they are declared", () => {
  it("hold what is assigned to them, if that is the same everywhere", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.js",
        "function run(isBig) {",
        "  let shape, other = null",
        "  if (isBig) { shape = new Circle() } else { shape = new Circle() }",
        "  other = shape",
        "  shape.area()",
        "  other?.area()",
        "}"
      ),
      ["6 Circle.area", "7 Circle.area"]
    )
  })

  it("are unknown where they may hold another thing", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.js",
        "function run(isBig, given) {",
        "  let a, b, c, d",
        "  if (isBig) a = new Circle()",
        "  else a = new Square()",
        "  a.area()",
        "  b = new Circle()",
        "  const set = () => { b = new Square() }",
        "  b.area()",
        "  c = new Circle()",
        "  c = given",
        "  c.area()",
        "  for (d of given) d = new Circle()",
        "  if (isBig && (d = given)) d.area()",
        "}"
      ),
      []
    )
  })
})

describe("fields without a type or a value where they are declared", () => {
  it("hold what the constructor assigns", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.js",
        "class Pool {",
        "  #shape",
        "  other = null",
        "  /** @param {Circle} shape */",
        "  constructor(shape) {",
        "    this.#shape = shape",
        "    this.other = new Square()",
        "    this.later = null",
        "  }",
        "  run() { this.#shape.area(); this.other.side(); this.later.side() }",
        "  open() { this.later = new Square() }",
        "}"
      ),
      ["11 Circle.area", "11 Square.side", "11 Square.side"]
    )
  })

  it("hold the same where they are also set to nothing", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.js",
        "class Pool {",
        "  constructor(events) {",
        "    this.shape = null",
        "    events.on(() => { this.shape = null; this.other = undefined })",
        "  }",
        "  open() { this.shape = this.other = new Circle() }",
        "  run() { this.shape.area(); this.other.area() }",
        "}",
        "function run(given) {",
        "  let shape = null",
        "  for (const each of given) { shape = new Circle(); each(() => { shape = undefined }) }",
        "  shape.area()",
        "}"
      ),
      ["8 Circle.area", "8 Circle.area", "13 Circle.area"]
    )
  })

  it("are unknown where what is assigned only begins as nothing does", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.js",
        "function run(nullable) {",
        "  let shape",
        "  shape = new Circle()",
        "  setTimeout(() => { shape = nullable; shape = undefined.x })",
        "  shape.area()",
        "}"
      ),
      []
    )
  })

  it("may have any name", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.js",
        "class Pool {",
        '  "a(" = null',
        "  $b = null",
        "  é = null",
        '  open() { this["a("] = new Circle(); this.$b = new Circle(); this.é = new Circle() }',
        '  run() { this["a("].area(); this.$b.area(); this.é.area() }',
        "}"
      ),
      ["7 Circle.area", "7 Circle.area"]
    )
  })

  it("are unknown where the constructor or the methods assign different things", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.js",
        "class Pool {",
        "  first = null",
        "  second",
        "  third",
        "  constructor(given) {",
        "    if (given) this.first = new Circle()",
        "    else this.first = new Square()",
        "  }",
        "  open() { this.second = new Circle() }",
        "  close() { this.second = new Square() }",
        "  reset() { setTimeout(() => { this.third = new Circle() }) }",
        "  run() { this.first.area(); this.second.area(); this.third.area() }",
        "}"
      ),
      []
    )
  })
})

describe("the class of an instance", () => {
  it("is what `constructor` gives, and no constructor is called by it", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        "class Pool {",
        "  constructor() {}",
        "  static open() {}",
        "  close() {}",
        "  run() { this.constructor.open(); new this.constructor().close() }",
        "}"
      ),
      ["6 Pool.open", "6 Pool.close"]
    )
  })
})

describe("what `map` and `flatMap` give", () => {
  it("is a list of what a function gives", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        "declare const circles: Array<Circle>, other: { map(by: (at: Circle) => void): Square }",
        "const square = (circle: Circle) => new Square()",
        "circles.map(() => new Square())[0].side()",
        "circles.map(square).filter(Boolean).forEach((each) => each.side())",
        "for (const each of circles.flatMap((circle) => [circle, circle])) each.area()",
        "circles.map((circle) => circle).map((circle) => circle).pop().area()",
        "circles.map((circle) => [circle])[0].area()",
        "other.map((circle) => circle.area()).side()"
      ),
      ["4 Square.side", "5 Square.side", "6 Circle.area", "7 Circle.area", "9 Circle.area", "9 Square.side"]
    )
  })
})

describe("a part of a parameter with a default", () => {
  it("is of the class of which the default is, even if the parameter has one, too", () => {
    assert.deepStrictEqual(callsIn("app.js", "function run({ shape = new Circle() } = {}) { shape.area() }"), [
      "2 Circle.area"
    ])
  })
})

describe("a field that is assigned where something else is done, too", () => {
  it("is what is assigned", () => {
    assert.deepStrictEqual(
      callsIn(
        "a.js",
        "class Page {",
        "  constructor() { this.last = null; const first = this.first = new Circle(); run(this.second = new Square()) }",
        "  make() { const own = this.last = new Circle(); return (this.made = new Square()) }",
        "  draw() { this.first.area(); this.second.side(); this.last.area(); this.made.side() }",
        "}"
      ),
      ["5 Circle.area", "5 Square.side", "5 Circle.area", "5 Square.side"]
    )
  })
})
