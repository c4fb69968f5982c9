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

describe("what is declared to construct something", () => {
  const declared = [
    "interface Maker { new (): Circle }",
    "interface Generic<T> { new (): T }",
    "type Made<T> = new (...args: Array<unknown>) => T",
    "declare const a: { new (): Circle }, b: new () => Circle, c: Maker, d: Made<Circle>, e: Generic<Circle>"
  ]

  it("gives it where it is constructed", () => {
    const lines = ["new a().area()", "new b().area()", "new c().area()", "new d().area()", "new e().area()"]
    assert.deepStrictEqual(callsIn("app.ts", ...declared, ...lines, "function run(F: typeof a) { new F().area() }"), [
      "6 Circle.area",
      "7 Circle.area",
      "8 Circle.area",
      "9 Circle.area",
      "10 Circle.area",
      "11 Circle.area"
    ])
  })

  it("gives it where type arguments are written", () => {
    const lines = [
      "class Own {}",
      "const Builder = Own as unknown as { all: number; new <T>(options: T): Circle }",
      "const a = new Builder<{ x: Square }>({ x: new Square() })",
      "a.area()"
    ]
    assert.deepStrictEqual(callsIn("app.ts", ...lines), ["5 Circle.area"])
  })

  it("gives it nowhere else, and nothing where it may be another thing", () => {
    assert.deepStrictEqual(callsIn("app.ts", ...declared, "a().area()", "c.area()", "new (c.new)().area()"), ["6 a"])
    assert.deepStrictEqual(
      callsIn("app.ts", "declare const a: { new (): Circle; new (side: number): Square }", "new a().area()"),
      []
    )
  })
})

describe("what functions of Object give", () => {
  it.each([
    ["freeze", "Object.freeze({ own: new Circle() })", "made.own.area()"],
    ["seal", "Object.seal(new Circle())", "made.area()"],
    ["create of an object", "Object.create({ area: Circle.prototype.area })", "made.area()"],
    ["create of a prototype", "Object.create(Circle.prototype)", "made.area()"],
    ["assign, of the first", "Object.assign(new Circle(), { own: 1 })", "made.area()"],
    ["assign, of the others", "Object.assign({}, { own: new Circle() })", "made.own.area()"]
  ])("has the members of what %s is given", (_name, text, call) => {
    assert.deepStrictEqual(callsIn("a.js", `const made = ${text}`, call), ["3 Circle.area"])
  })

  it("is unknown where some of it is, and not what another Object gives", () => {
    assert.deepStrictEqual(callsIn("a.js", "const made = Object.assign(new Circle(), other)", "made.area()"), [])
    const own = "const made = ((Object) => Object.freeze(new Circle()))(other)"
    assert.deepStrictEqual(callsIn("a.js", own, "made.area()"), [])
  })
})

describe("a constant that is constructed of an object", () => {
  const command = "declare class Command { constructor(options: { run(): Circle; stop(): Circle }); run(): Square }"

  it("has the members of its class, those of the object only otherwise", () => {
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        command,
        "const add = new Command({ run() { return new Circle() }, stop: () => new Circle() })",
        "add.run().side()",
        "class Commands { static add = new Command({ run: () => new Circle(), stop: () => new Circle() }) }",
        "Commands.add.run().side()",
        "declare class Typed<T> { constructor(options: { run(): T }); run(): Square }",
        "const typed = new Typed<Circle>({ run() { return new Circle() } })",
        "typed.run().side()"
      ),
      ["4 Command.run", "4 Square.side", "6 Command.run", "6 Square.side", "9 Typed.run", "9 Square.side"]
    )
    assert.deepStrictEqual(callsIn("app.ts", command, "const add = new Command({ stop() {} })", "add.stop()"), [
      "4 add.stop"
    ])
  })
})

describe("classes of one name in several functions", () => {
  it("have their own members each", () => {
    const lines = Array.from(
      { length: 9 },
      (_, at) => `test(() => { class Thing { get(z: Circle) { return ${at === 4 ? "new Square()" : "z"} } }
  new Thing().get(new Circle()).${at === 4 ? "side" : "area"}() })`
    )
    const found = callsIn("app.ts", ...lines)
    assert.strictEqual(found.filter((each) => each.endsWith(" Thing.get")).length, 9)
    assert.include(found, "11 Square.side")
  })
})
