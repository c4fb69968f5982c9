import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView } from "../../support/linking.ts"

const factsOf = await makeFacts("typescript")

const shapes = `
export class Circle { area() {} own() {} }
export class Square { area() {} own() {} }
export class Round extends Circle { area() {} }
export class Failure extends Error { tell() {} }
`

/** Links statements of a function of some parameters, and lists what they call: lines count from 1. */
const callsOf = (parameters: string, statements: ReadonlyArray<string>) => {
  const app = `import { Circle, Failure, Round, Square } from "./shapes"; export function run(${parameters}) {\n${statements.join("\n")}\n}\n`
  const edges = describeEdges(linkAll(makeSourceView({ "shapes.ts": shapes, "app.ts": app }, factsOf)).get("app.ts"))
  return edges.flatMap((line) => {
    const [, at, name] = /^(\d+) \S+: call shapes\.ts (\S+)/.exec(line) ?? []
    return at === undefined ? [] : [`${Number(at) - 1} ${name}`]
  })
}

/** Lists what is called after a test that leaves in some way. */
const callsAfter = (leaving: string) => callsOf("x: unknown", [`if (!(x instanceof Square)) ${leaving}`, "x.own()"])

describe("a variable that instanceof tests", () => {
  it("is of the class where the test holds, and what it was elsewhere", () => {
    assert.deepStrictEqual(
      callsOf("x: Circle | Square", [
        "if (x instanceof Circle) {",
        "  x.own()",
        "} else {",
        "  x.area()",
        "}",
        "x.own()"
      ]),
      ["2 Circle.own", "4 Circle.area", "4 Square.area", "6 Circle.own", "6 Square.own"]
    )
  })

  it("is of the class where nothing was known of it", () => {
    assert.deepStrictEqual(
      callsOf("run: () => void", ["try { run() } catch (error) {", "  if (error instanceof Circle) error.own()", "}"]),
      ["2 Circle.own"]
    )
  })

  it("is of the class after what leaves otherwise", () => {
    assert.deepStrictEqual(callsAfter("return"), ["2 Square.own"])
    assert.deepStrictEqual(callsAfter("{ throw new Error() }"), ["2 Square.own"])
    assert.deepStrictEqual(callsAfter("{ String(x) }"), [])
  })

  it("is of the class in what an operator runs only then", () => {
    const lines = [
      "x instanceof Circle && x.own()",
      "!(x instanceof Circle) || x.own()",
      "x instanceof Circle ? x.own() : 0",
      "1 < 2 && x instanceof Circle && (() => x.own())()",
      "x instanceof Circle || x.own()",
      "x instanceof Circle ?? x.own()"
    ]
    assert.deepStrictEqual(
      callsOf("x: unknown", lines),
      [1, 2, 3, 4].map((line) => `${line} Circle.own`)
    )
  })

  it("is of one of several classes", () => {
    assert.deepStrictEqual(callsOf("x: unknown", ["if (x instanceof Circle || x instanceof Square) x.area()"]), [
      "1 Circle.area",
      "1 Square.area"
    ])
    assert.deepStrictEqual(callsOf("x: unknown, y: unknown", ["if (x instanceof Circle || y) x.area()"]), [])
  })

  it("keeps a class that is derived from the one tested", () => {
    assert.deepStrictEqual(callsOf("x: Round", ["if (x instanceof Circle) x.area()"]), ["1 Round.area"])
    assert.deepStrictEqual(callsOf("x: Circle", ["if (x instanceof Round) x.area()"]), ["1 Round.area"])
  })

  it("is of none of the project's classes where the library's is no base of them", () => {
    assert.deepStrictEqual(callsOf("x: Circle | Date", ["if (x instanceof Date) x.own()"]), [])
    assert.deepStrictEqual(callsOf("x: Failure | string", ["if (x instanceof Error) x.tell()"]), ["1 Failure.tell"])
  })

  it("is of the class in what the function gives", () => {
    assert.deepStrictEqual(
      callsOf("", [
        "pick(1).own()",
        "function pick(x: unknown) {",
        "  if (x instanceof Circle) return x",
        "  throw x",
        "}"
      ]),
      ["1 Circle.own"]
    )
  })

  it("of the file is still referred to by its name", () => {
    const app = `import { Circle } from "./shapes"\nconst made: unknown = JSON.parse("")\nexport function run() {\n  if (made instanceof Circle) run2(made)\n}\nfunction run2(x: unknown) {}\n`
    const edges = describeEdges(linkAll(makeSourceView({ "shapes.ts": shapes, "app.ts": app }, factsOf)).get("app.ts"))
    assert.lengthOf(
      edges.filter((line) => line.startsWith("4 run: read app.ts made")),
      2
    )
  })

  it("keeps what is assigned to it there", () => {
    const app = `import { Circle } from "./shapes"
const one = () => 1
const two = () => 2
export function run() {
  let act: unknown = one
  if (act instanceof Circle) act = two
  act()
}
`
    const edges = describeEdges(linkAll(makeSourceView({ "shapes.ts": shapes, "app.ts": app }, factsOf)).get("app.ts"))
    assert.include(edges.filter((line) => line.startsWith("7 ")).join("\n"), "call app.ts two")
  })
})
