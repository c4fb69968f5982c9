import { assert, describe, it } from "@effect/vitest"
import { factsOf } from "../../support/code/callsOfThings.ts"
import { describeEdges, linkAll, makeSourceView } from "../../support/linking.ts"

const things = `
class Circle { area() {} }
class Square { side() {} }
module.exports = { Circle, Square }
`
const keys = 'module.exports = { kShape: Symbol("shape"), kDraw: Symbol("draw"), first: 0 }'

/** Lists the calls of a file that has the names of things and keys. */
const callsOf = (...lines: ReadonlyArray<string>) => {
  const head = 'const { Circle, Square } = require("./things"), { kShape, kDraw, first } = require("./keys")'
  const sources = { "things.js": things, "keys.js": keys, "app.js": [head, ...lines].join("\n") }
  return describeEdges(linkAll(makeSourceView(sources, factsOf)).get("app.js")).flatMap((line) => {
    const [, at, name, how] = /^(\d+) (?:\S+: )?call \S+ (\S+) (\S+)$/.exec(line) ?? []
    return at === undefined || how === "name_only" ? [] : [`${at} ${name}${how === "by_value" ? " by value" : ""}`]
  })
}

describe("members that are named by a symbol", () => {
  it("are found by the name of its constant, of this file or another", () => {
    assert.deepStrictEqual(
      callsOf(
        'const kOwn = Symbol("own"), kShared = Symbol.for("shared")',
        "class Shape {",
        "  [kShape] = new Circle();",
        "  constructor() { this[kOwn] = new Square(); this[kShared] = new Square() }",
        "  [kDraw]() {}",
        "  [Symbol.iterator]() { return new Circle() }",
        "}",
        "class Round extends Shape {",
        "  run() {",
        "    const shape = this[kShape]",
        "    shape.area()",
        "    this[kOwn].side()",
        "    this[kShared].side()",
        "    this[kDraw]()",
        "    this[Symbol.iterator]().area()",
        "  }",
        "}"
      ),
      [
        "12 Circle.area",
        "13 Square.side",
        "14 Square.side",
        "15 Shape.[kDraw]",
        "16 Shape.[Symbol.iterator]",
        "16 Circle.area"
      ]
    )
  })

  it("are elements where the key is none, or the value has no such member", () => {
    assert.deepStrictEqual(
      callsOf(
        "/** @type {Array<Circle>} */ const list = make()",
        "list[first].area()",
        "const table = { a: new Square() }",
        "table[first].side()",
        "/** @type {Record<string, () => Circle>} */ const makers = make()",
        "makers[first]().area()",
        "const functions = [function one() {}, function two() {}]",
        "functions[first]()"
      ),
      ["3 Circle.area", "5 Square.side", "7 Circle.area", "9 functions.one by value", "9 functions.two by value"]
    )
  })

  it("are not found by a variable of the name", () => {
    assert.deepStrictEqual(
      callsOf(
        "class Shape { [kShape] = new Circle() }",
        "const run = (kShape) => new Shape()[kShape].area()",
        "function other(Symbol) { const kOwn = Symbol(); new Shape()[kOwn].area() }"
      ),
      []
    )
  })
})
