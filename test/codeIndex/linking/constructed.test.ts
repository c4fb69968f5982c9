import { assert, describe, it } from "@effect/vitest"
import { callsIn } from "../../support/code/callsOfThings.ts"

describe("a proxy", () => {
  it("has the members of what it stands for", () => {
    assert.deepStrictEqual(callsIn("app.ts", "const z = new Proxy(new Circle(), { get: () => 1 })", "z.area()"), [
      "3 Circle.area"
    ])
  })

  it("that a method gives of itself is what the method was called on", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.js",
        "class Shape { wrap() { return new Proxy(this, {}) } }",
        "class Round extends Shape { roll() {} }",
        "new Round().wrap().wrap().roll()"
      ),
      ["4 Shape.wrap", "4 Shape.wrap", "4 Round.roll"]
    )
  })

  it("is nothing of the kind where the name is that of something else, or what it stands for is not known", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.js",
        "class Proxy { area() {} }",
        "new Proxy(new Circle()).area()",
        "function run(Proxy) { new Proxy(new Circle(), {}).area() }"
      ),
      ["3 Proxy.area"]
    )
    assert.deepStrictEqual(callsIn("app.js", "new Proxy(...x).area()", "new Proxy().area()"), [])
  })
})

describe("a set", () => {
  it("has what it is made of, in JavaScript as in TypeScript", () => {
    const lines = ["for (const z of new Set([new Circle()])) z.area()"]
    assert.deepStrictEqual(callsIn("app.ts", ...lines), ["2 Circle.area"])
    assert.deepStrictEqual(callsIn("app.js", ...lines), ["2 Circle.area"])
  })
})
