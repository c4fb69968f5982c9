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
  it("is of the class where the test holds, and of others elsewhere", () => {
    assert.deepStrictEqual(
      callsOf("x: Circle | Square", [
        "if (x instanceof Circle) {",
        "  x.own()",
        "} else {",
        "  x.area()",
        "}",
        "x.own()"
      ]),
      ["2 Circle.own", "4 Square.area", "6 Circle.own", "6 Square.own"]
    )
  })

  it("is none of the class where the test does not hold", () => {
    assert.deepStrictEqual(
      callsOf("x: Circle | Square | Round", [
        "if (x instanceof Circle) { x.own() } else { x.area() }",
        "if (x instanceof Square) return",
        "x.area()",
        "const all = x instanceof Round ? 0 : x.area()",
        "if (!(x instanceof Circle || x instanceof Failure)) x.own()"
      ]),
      ["1 Circle.own", "1 Square.area", "3 Circle.area", "3 Round.area", "4 Circle.area", "5 Circle.own"]
    )
    assert.deepStrictEqual(callsOf("x: Square", ["if (!(x instanceof Circle)) x.own()"]), ["1 Square.own"])
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

const guards = `
import { Circle, Round, Square } from "./shapes"
export interface Named { own(): void; name(): void }
export function isCircle(other: unknown, x: unknown): x is Circle { return true }
export const isSquare = (x: unknown): x is Square => true
export function isNamed(x: unknown): x is Named { return true }
export function isDefined<T>(x: T | undefined): x is T { return true }
export function isText(x: unknown): x is string { return true }
export function isReady(x: unknown): boolean { return true }
export function isKind<K extends string>(kind: K) {
  return (x: unknown): x is K extends "circle" ? Circle : Square => true
}
export function assertCircle(x: unknown): asserts x is Circle {}
export const Makers = { make: () => new Circle() }
export interface Checker { isSquare(x: unknown): x is Square }
`

/** Links statements of a function of some parameters, and lists what they call in `shapes.ts` and of `Named`. */
const guardedCalls = (parameters: string, statements: ReadonlyArray<string>) => {
  const imports =
    'import { Circle, Round, Square } from "./shapes"; import { type Checker, type Named, Makers, assertCircle, isCircle, isDefined, isKind, isNamed, isReady, isSquare, isText } from "./guards"'
  const app = `${imports}; export function run(${parameters}) {\n${statements.join("\n")}\n}\n`
  const files = { "shapes.ts": shapes, "guards.ts": guards, "app.ts": app }
  return describeEdges(linkAll(makeSourceView(files, factsOf)).get("app.ts")).flatMap((line) => {
    const [, at, name] = /^(\d+) \S+: call (?:shapes\.ts|guards\.ts) ([A-Z]\S+)/.exec(line) ?? []
    return at === undefined ? [] : [`${Number(at) - 1} ${name}`]
  })
}

describe("a variable that a type guard tests", () => {
  it("is of the type where the guard holds, by the argument that it checks", () => {
    const statements = ["if (isCircle(y, x)) x.own()", "else x.own()", "if (isCircle(x, y)) x.own()"]
    assert.deepStrictEqual(guardedCalls("x: Circle | Square, y: unknown", statements), [
      "1 Circle.own",
      "2 Square.own",
      "3 Circle.own",
      "3 Square.own"
    ])
    assert.deepStrictEqual(guardedCalls("x: unknown", ["if (!isSquare(x)) return", "x.own()"]), ["2 Square.own"])
    assert.deepStrictEqual(guardedCalls("x: unknown, c: Checker", ["return c.isSquare(x) && x.own()"]), [
      "1 Checker.isSquare",
      "1 Square.own"
    ])
  })

  it("remains what it is known to be where the function is no guard, or says nothing of its class", () => {
    for (const guard of ["isReady", "isDefined", "isText"]) {
      assert.deepStrictEqual(guardedCalls("x: Circle", [`if (${guard}(x)) x.own()`]), ["1 Circle.own"], guard)
    }
    assert.deepStrictEqual(guardedCalls("x: Circle | Square", ["if (isSquare(x) && isReady(x)) x.own()"]), [
      "1 Square.own"
    ])
    assert.deepStrictEqual(guardedCalls("x: Circle | Square", ["if (isSquare(x) || isReady(x)) x.own()"]), [
      "1 Circle.own",
      "1 Square.own"
    ])
    assert.deepStrictEqual(guardedCalls("x: Circle | string", ["if (isText(x)) x.own()"]), [])
    assert.deepStrictEqual(guardedCalls("", ["const x = new Circle()", "if (isSquare(x)) x.area()"]), [
      "2 Circle.area",
      "2 Square.area"
    ])
  })

  it("is of both where it has another type than the one checked", () => {
    assert.deepStrictEqual(guardedCalls("x: Round", ["if (isCircle(0, x)) x.area()"]), ["1 Round.area"])
    assert.deepStrictEqual(guardedCalls("x: Circle", ["if (isNamed(x)) { x.area(); x.name() }"]), [
      "1 Circle.area",
      "1 Named.name"
    ])
    assert.deepStrictEqual(guardedCalls("x: Circle | Square", ["if (isNamed(x)) x.area()"]), [
      "1 Circle.area",
      "1 Square.area"
    ])
  })

  it("is of the type after an assertion", () => {
    assert.deepStrictEqual(guardedCalls("x: unknown", ["assertCircle(x)", "x.own()"]), ["2 Circle.own"])
  })

  it("is called as what it holds", () => {
    const statements = ["const make = Makers.make", "if (isReady(make)) make().own()"]
    assert.deepStrictEqual(guardedCalls("", statements), ["2 Makers.make", "2 Circle.own"])
  })
})

/** Filters and tests with a guard that is made of a kind. */
const filtered = (kind: string) => [`xs.filter(isKind(${kind}))[0].own()`, `if (isKind(${kind})(x)) x.own()`]

describe("elements that a guard filters", () => {
  it("are of the type", () => {
    const own = "(x): x is Circle => true"
    const statements = [
      "for (const x of xs.filter(isSquare)) x.own()",
      `xs.filter(${own}).map((x) => x.own())`,
      "xs.find(isSquare)?.own()",
      "xs.filter((x) => x instanceof Circle)[0].own()"
    ]
    assert.deepStrictEqual(guardedCalls("xs: Array<Circle | Square>", statements), [
      "1 Square.own",
      "2 Circle.own",
      "3 Square.own",
      "4 Circle.own"
    ])
  })

  it("are the same where the function is no guard, and by what the guard was made with, if its type depends on that", () => {
    const both = ["1 Circle.own", "1 Square.own"]
    for (const guard of ["isReady", "isDefined", "(x) => isReady(x)"]) {
      assert.deepStrictEqual(guardedCalls("xs: Array<Circle | Square>", [`xs.filter(${guard})[0].own()`]), both, guard)
    }
    const types = "xs: Array<Circle | Square>, x: Circle | Square, kind: string"
    assert.deepStrictEqual(guardedCalls(types, filtered('"circle"')), ["1 Circle.own", "2 Circle.own"])
    assert.deepStrictEqual(guardedCalls(types, filtered("kind")), [])
    assert.deepStrictEqual(guardedCalls("xs: Circle[]", ['xs.filter(isKind("circle"))[0].own()']), ["1 Circle.own"])
  })
})
