import { assert, describe, it } from "@effect/vitest"
import { callsIn } from "../../support/code/callsOfThings.ts"

describe("overloads of different numbers of parameters", () => {
  const overloads = [
    "declare function make(): Circle",
    "declare function make(name: string, side?: number): Square",
    "interface Maker { meta(): string | undefined; meta(data: object): this; area(): void }"
  ]

  it("are told apart by the number of arguments", () => {
    assert.deepStrictEqual(
      callsIn("app.ts", ...overloads, "make().area()", 'make("a").area()', 'make("a", 1).area()'),
      ["5 make", "5 Circle.area", "6 make", "6 Square.area", "7 make", "7 Square.area"]
    )
  })

  it("are not told apart by a spread, or where no number fits", () => {
    assert.deepStrictEqual(callsIn("app.ts", ...overloads, "make(...x).area()", 'make("a", 1, 2).area()'), [
      "5 make",
      "6 make"
    ])
  })

  it("give the value itself where one of them does", () => {
    assert.deepStrictEqual(callsIn("app.ts", ...overloads, "declare const a: Maker", "a.meta({}).area()"), [
      "6 Maker.meta",
      "6 Maker.area"
    ])
  })
})

describe("many overloads", () => {
  const types = ["interface Job<T> { run(): void }", "type Task<T> = Promise<T> & Job<T>"]
  const names = "A B C D E F G H I J".split(" ")
  const kinds = names.map((name) => `interface ${name} {}`)
  const overloads = names.map((name) => `(of: ${name}): Task<${name}>`)
  const make = `type Make = { stop(): void } & { ${overloads.join("; ")} }`

  it("give what all of them give, whatever its arguments", () => {
    assert.deepStrictEqual(callsIn("app.ts", ...kinds, ...types, make, "declare const make: Make", 'make("a").run()'), [
      "16 make",
      "16 Job.run"
    ])
  })

  it("of an interface say what functions take that are given to them", () => {
    const takers = names.map((name) => `(of: ${name}, run: (it: Circle) => void): void`)
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        ...kinds,
        `interface Take { ${takers.join("; ")} }`,
        "declare const take: Take",
        "take({}, (it) => it.area())"
      ),
      ["14 take", "14 Circle.area"]
    )
  })
})
