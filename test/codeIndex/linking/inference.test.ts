import { assert, describe, it } from "@effect/vitest"
import { callsIn, callsOf } from "../../support/code/callsOfThings.ts"

/** Lists what is called on what a generic function gives. */
const areasOf = (declared: string, ...lines: ReadonlyArray<string>) => callsIn("app.ts", declared, ...lines)

describe("a type parameter of a function", () => {
  it("is what is given in its place, or in a list, promise, record or object", () => {
    const lines = [
      ["function same<T>(x: T): T { return x }", "same(new Circle()).area()"],
      ["declare function first<T>(items: readonly T[]): T", "first([new Circle()]).area()"],
      ["declare function any<T>(...items: T[]): T", "any(1, 2).x; any(new Circle()).area()"],
      ["declare function wait<T>(x: Promise<T>): T", "declare const z: Promise<Circle>; wait(z).area()"],
      ["declare function keyBy<T>(items: T[]): Record<string, T>", "keyBy([new Circle()]).a.area()"],
      ["declare function open<T>(x: { value: T }): T", "open({ value: new Circle() }).area()"],
      ["declare function maybe<T>(x: T | Promise<T>): T", "declare const z: Promise<Circle>; maybe(z).area()"]
    ] as const
    for (const [declared, called] of lines) {
      assert.include(areasOf(declared, called).at(-1) ?? declared, "3 Circle.area")
    }
  })

  it("is what a function gives that is given, or an instance of a class", () => {
    const run = "declare function run<T>(by: () => Promise<T>): T"
    assert.include(areasOf(run, "run(async () => { const z = new Circle(); return z }).area()"), "3 Circle.area")
    assert.include(
      areasOf(run, "const made = run(async () => ({ z: new Circle() }))", "made.z.area()"),
      "4 Circle.area"
    )
    const create = "function create<T>(type: new () => T): T { return new type() }"
    assert.include(areasOf(create, "create(Circle).area()"), "3 Circle.area")
    const named = "type Type<T> = { new (): T } | string; declare function make<M>(type: Type<M>): M[]"
    assert.include(areasOf(named, "for (const z of make(Circle)) z.area()"), "3 Circle.area")
    const construct = "interface Type<T> { new (): T }; declare function make<M>(type: Type<M>): Promise<M>"
    assert.include(areasOf(construct, "(await make(Circle)).area()"), "3 Circle.area")
  })

  it("is an argument of the type that something is an instance of, of a base or of an interface that it has the members of", () => {
    const box = "class Box<T> { declare x: T; declare get: () => T }; declare function unbox<T>(box: Box<T>): T"
    const lines = [box, "class Own extends Box<Circle> {}", "unbox(new Own()).area()"]
    assert.include(areasOf(lines.join("\n")), "4 Circle.area")
    const options = "interface Options<T> { run: () => T }; declare function use<T>(options: Options<T>): T"
    assert.include(areasOf(options, "use({ run: () => new Circle() }).area()"), "3 Circle.area")
  })

  it("is what this is, and known in other files", () => {
    const sources = {
      "things.ts": "export class Circle { area() {} }",
      "model.ts": `type Static<M> = typeof Model & { new (): M }
export class Model { static all<M extends Model>(this: Static<M>): M[] { return [] } save() {} }`,
      "app.ts": `import { Model } from "./model"
class User extends Model { greet() {} }
User.all()[0].greet()
User.all()[0].save()`
    }
    assert.deepStrictEqual(callsOf(sources, "app.ts"), ["3 Model.all", "3 User.greet", "4 Model.all", "4 Model.save"])
  })

  it("is what is written, in what the function gives and in what it takes", () => {
    assert.include(areasOf("declare function get<T>(key: string): T", 'get<Circle>("a").area()'), "3 Circle.area")
    const on = "declare function on<T>(key: string, by: (x: T) => void): void"
    assert.include(areasOf(on, 'on<Circle>("a", (x) => x.area())'), "3 Circle.area")
  })

  it("is not confused with that of another function, nor of the type around", () => {
    const box = "class Box<T> { declare x: T; with<U>(u: U): U { return u } own<U>(u: U): T { return this.x } }"
    const lines = [
      box,
      "declare const box: Box<Circle>",
      "box.with(new Square()).side()",
      "box.own(new Square()).area()"
    ]
    assert.includeMembers(areasOf(lines.join("\n")), ["4 Square.side", "5 Circle.area"])
  })

  it("is its constraint where nothing of the project is given, and nothing otherwise", () => {
    const make = "declare function make<T extends Circle>(by?: string): T"
    assert.include(areasOf(make, 'make("a").area()'), "3 Circle.area")
    assert.deepStrictEqual(areasOf("declare function make<T>(by?: unknown): T", "make(new Circle()).area()"), [
      "3 make"
    ])
  })

  it("does not make a chain of calls that are given functions too long", () => {
    const app =
      "declare class App<S> { use<T>(path: string, by: (x: Circle) => T): App<S & T> }; declare const app: App<{}>"
    const lines = Array.from({ length: 10 }, () => '  .use("/", (x) => ({ given: x.area() }))')
    const calls = areasOf(app, "app", ...lines)
    assert.includeMembers(calls, ["4 App.use", "13 App.use", "4 Circle.area", "13 Circle.area"])
  })

  it("that depends on itself ends", () => {
    const lines = [
      "function a<T>(x: T) { return b([x]) }",
      "function b<T>(x: T) { return a([x]) }",
      "a(new Circle()).area()"
    ]
    assert.notInclude(areasOf(lines.join("\n")), "4 Circle.area")
  })
})

describe("types of functions and classes", () => {
  it("lead to what the function gives, and to instances", () => {
    const make = "function make() { return new Circle() }"
    assert.include(areasOf(make, "declare const z: ReturnType<typeof make>", "z.area()"), "4 Circle.area")
    assert.include(areasOf("declare const z: InstanceType<typeof Circle>", "z.area()"), "3 Circle.area")
  })
})
