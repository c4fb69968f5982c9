import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { renderDefinitions, renderExports, renderImports, renderReferences } from "./renderFacts.ts"
import { assertWellFormed, factsOf } from "./factsOf.ts"

const definitionsOf = (text: string, path = "a.ts") => Effect.map(factsOf(path, text), renderDefinitions)
/** What references mean, without where. */
const referencesOf = (text: string, path = "a.ts") =>
  Effect.map(factsOf(path, text), (facts) => renderReferences(facts).map((row) => row.replace(/^\S+ /, "")))
const exportsOf = (text: string, path = "a.ts") => Effect.map(factsOf(path, text), renderExports)
const importsOf = (text: string, path = "a.ts") => Effect.map(factsOf(path, text), renderImports)

describe("definitions of TypeScript and JavaScript", () => {
  it.effect("have fields, parameter properties, and those assigned where no types are declared, each once", () =>
    Effect.gen(function* () {
      const text = `export class A {
  readonly one: B
  private two = new C()
  static three = 3
  declare four?: B
  #five = 5
  constructor(private readonly six: B, seven: B) {
    this.one = six
    this.eight = new D()
  }
}
`
      const untyped = "class A {\n  constructor(a) { this.b = new C(); this.b = a }\n  c() { this.d = this.b }\n}\n"
      assert.deepStrictEqual(yield* definitionsOf(untyped, "a.js"), [
        "1:6 class A",
        "2:2 method A.constructor of A; in A; (a); 0/1/0",
        "2:24 field A.b of A; in A.constructor; = new(global C)",
        "3:2 method A.c of A; in A; 0/1/0",
        "3:13 field A.d of A; in A.c; = this<A>.b"
      ])
      assert.deepStrictEqual(yield* definitionsOf(text), [
        "1:13 class A exported",
        "2:11 field A.one exported; of A; in A; = instance(global B)",
        "3:10 field A.two of A; in A; = new(global C)",
        "4:9 constant A.three exported; static; of A; in A; = instance(global Number)",
        "5:10 field A.four exported; of A; in A; = instance(global B)",
        "6:2 field A.#five of A; in A; = instance(global Number)",
        "7:2 method A.constructor exported; of A; in A; (six: instance(global B), seven: instance(global B)); 0/1/0",
        "7:31 field A.six of A; in A.constructor; = instance(global B)"
      ])
    })
  )

  it.effect("have the members of interfaces, enums and type literals", () =>
    Effect.gen(function* () {
      const text = `interface A extends B, n.C<D> { m(): E; f: () => E; p: E | null; get g(): E }
enum F { G, H = "h" }
type I = { a: E; b(): E }
type J = E[]
`
      assert.deepStrictEqual(yield* definitionsOf(text), [
        "1:10 interface A bases global B, global n.C",
        "1:32 method A.m of A; in A; yields instance(global E)",
        "1:40 method A.f of A; in A; yields instance(global E)",
        "1:52 field A.p of A; in A; = instance(global E)",
        "1:69 method A.g of A; in A; = instance(global E); yields instance(global E)",
        "2:5 enum F",
        "2:9 field F.G static; of F; in F; = instance(F)",
        "2:12 field F.H static; of F; in F; = instance(F)",
        "3:5 type I = {a: instance(global E), b: () => instance(global E)}",
        "4:5 type J = global Array<global E>"
      ])
    })
  )

  it.effect("say what calls give: by the declared type, otherwise by what is returned", () =>
    Effect.gen(function* () {
      const text = `import { P } from "./p.js"
function declared(): P { return other }
function returned(a) { if (a) return new P(); return new P() }
function several(a) { if (a) return new P(); return f() }
function unknown(a) { if (a) return a; return new P() }
const arrow = () => new P()
async function promise() { return new P() }
async function typed(): Promise<P> { return x }
function* generator() { return new P() }
const chained = () => promise()
class A { self() { return this }; typed(): this { return x }; soon(): Promise<this> { return x }; get g() { return new P() } }
class B<T> extends Map<string, P> implements Iterable<P>, Own<P> { n = new Set<P>(); o = new Own<P>() }
interface C extends Readonly<{ p: P }> {}
declare module "bodiless"
const maker = () => ({ p: new P(), inner() { return this.p } })
`
      assert.deepStrictEqual(
        (yield* definitionsOf(text)).map((row) => row.replace(/^\S+ /, "").replace(/;? [\d/]+$/, "")),
        [
          "function declared yields instance(import ./p.js#P)",
          "function returned yields new(import ./p.js#P); (a)",
          "function several yields (new(import ./p.js#P) | global f()); (a)",
          "function unknown (a)",
          "function arrow yields new(import ./p.js#P)",
          "function promise yields instance(global Promise<typeof(new(import ./p.js#P))>)",
          "function typed yields instance(global Promise<import ./p.js#P>)",
          "function generator",
          "function chained yields promise()",
          "class A",
          "method A.self of A; in A; yields this<A>",
          "method A.typed of A; in A; yields this<A>",
          "method A.soon of A; in A; yields instance(global Promise<typeof(this<A>)>)",
          "method A.g of A; in A; = new(import ./p.js#P); yields new(import ./p.js#P)",
          "class B bases global Map<global String, import ./p.js#P>, global Iterable<import ./p.js#P>, global Own<import ./p.js#P>",
          "field B.n of B; in B; = instance(global Set<import ./p.js#P>)",
          "field B.o of B; in B; = instance(global Own<import ./p.js#P>)",
          "interface C bases global Readonly<{p: instance(import ./p.js#P)}>",
          "module bodiless",
          "function maker yields {p: new(import ./p.js#P), inner: maker.inner}",
          "method maker.inner in maker; yields await(maker()).p"
        ]
      )
    })
  )

  it.effect("count their own branches, nesting and cognitive complexity", () =>
    Effect.gen(function* () {
      const text = `function sumOfPrimes(max) {
  let total = 0
  OUT: for (let i = 1; i <= max; ++i) {
    for (let j = 2; j < i; ++j) {
      if (i % j === 0) {
        continue OUT
      }
    }
    total += i
  }
  return total
}
function getWords(number) {
  switch (number) {
    case 1: return "one"
    case 2: return "a couple"
    default: return "lots"
  }
}
function operators(a, b, c, d) {
  if (a && b && c || d) { return a ? b : c } else if (d) { return 1 } else { return operators() }
}
function outer(xs) {
  function inner(x) { if (x) { while (x) {} } }
  try { xs.map((x) => { if (x) {} }) } catch { if (xs) {} }
}
`
      assert.deepStrictEqual(
        (yield* definitionsOf(text)).map((row) => /^\S+ \S+ (\S+).* (\d+\/\d+\/\d+)$/.exec(row)?.slice(1).join(" ")),
        ["sumOfPrimes 3/4/7", "getWords 1/3/1", "operators 2/7/8", "outer 3/4/6", "outer.inner 2/3/3"]
      )
    })
  )

  it.effect("have the documentation above them on one line, without its tags", () =>
    Effect.gen(function* () {
      const text = `/**
 * Opens a pool
 * of connections.
 *
 * @since 1.0
 */
export const open = () => 1

// eslint-disable-next-line
// Closes it.
function close() {}
`
      assert.deepStrictEqual(
        (yield* factsOf("a.ts", text)).definitions.map(({ documentation, name }) => [name, documentation]),
        [
          ["open", "Opens a pool of connections."],
          ["close", "Closes it."]
        ]
      )
    })
  )

  it.effect("are exported with what contains them", () =>
    Effect.gen(function* () {
      const text = `export class A { private b() {} c() {} }
class D { e() {} }
namespace N { export const f = 1; const g = 2 }
export namespace M { export const h = 1; const i = 2 }
declare global { interface Window { j: A } }
const k = 1
export { k as l, D }
`
      const { definitions } = yield* factsOf("a.ts", text)
      assert.deepStrictEqual(
        definitions.filter(({ isExported }) => isExported).map(({ qualifiedName }) => qualifiedName),
        ["A", "A.c", "D", "D.e", "M", "M.h", "global.Window", "global.Window.j", "k"]
      )
    })
  )
})

describe("imports and exports", () => {
  it.effect("are found in all their forms", () =>
    Effect.gen(function* () {
      const text = `import a, { b as c, type d } from "./1"
import * as e from "./2"
import type { f } from "./3"
import "./4"
import g = require("./5")
const h = require("./6"), { i, j: k } = require("./7"), l = require("./8").m
const n = await import("./9")
type O = import("./10").P.Q
`
      assert.deepStrictEqual(yield* importsOf(text), [
        "1 static ./1#default a",
        "1 static ./1#b c",
        "1 type ./1#d d",
        "2 static ./2#* e",
        "3 type ./3#f f",
        "4 static ./4# ",
        "5 require ./5#* g",
        "6 require ./6#* h",
        "6 require ./7#i i",
        "6 require ./7#j k",
        "6 require ./8#m l",
        "7 dynamic ./9#* ",
        "8 type ./10#P "
      ])
      assert.deepStrictEqual(
        yield* exportsOf(`import { a } from "./a"
export * from "./1"
export * as b from "./2"
export { c as d, default } from "./3"
export { a, f as default }
export interface E {}
export const E = 1, { g, h: [i] } = x
function f() {}
`),
        [
          "2 * from ./1#*",
          "3 b from ./2#*",
          "4 d from ./3#c",
          "4 default from ./3#default",
          "5 a = import ./a#a",
          "5 default = f",
          "6 E = E",
          "7 E = E",
          "7 g = g",
          "7 i = i"
        ]
      )
      const overloads = "export function f(a: A): A\nexport function f(b: B): B\nexport function f(c) {}\n"
      assert.deepStrictEqual(yield* exportsOf(overloads), ["3 f = f"])
      assert.deepStrictEqual(yield* exportsOf("class A {}\nexport = A\n"), ["2 = = A"])
      assert.deepStrictEqual(yield* exportsOf("export default class {}\n"), ["1 default = default"])
    })
  )

  it.effect("are found in CommonJS modules", () =>
    Effect.gen(function* () {
      const text = `var app = exports = module.exports = {}
exports.a = function () {}
exports.b = app
module.exports.c = 1
`
      assert.deepStrictEqual(yield* exportsOf(text, "a.js"), ["1 = = app", "2 a = a", "3 b = app", "4 c = c"])
      const whole = "function f() {}\nmodule.exports = { f, g() {}, h: require('./h') }\n"
      assert.deepStrictEqual(yield* exportsOf(whole, "a.js"), ["2 = = {f: f, g: g, h: import ./h#*}"])
      assert.deepStrictEqual(yield* exportsOf("function f(module) { module.exports = 1 }\n", "a.js"), [])
    })
  )
})

describe("references", () => {
  it.effect("see through local variables, parameters and destructuring", () =>
    Effect.gen(function* () {
      const text = `import { A, type B } from "./a.js"
function f(b: B, { c, d: [e] }: B, ...g: B[]) {
  const h = new A(), { i } = h.j(), [k, l] = i
  h.m(b.n())
  c.o(e.p(), g.q(), k.r(), l.s())
  for (const t of h.u) t.v()
  unknown((w) => w.x())
}
`
      assert.deepStrictEqual(yield* referencesOf(text), [
        "type import ./a.js#B in f",
        "type import ./a.js#B in f",
        "type import ./a.js#B in f",
        "new/0 import ./a.js#A in f",
        "call/0 new(import ./a.js#A).j in f",
        "call/1 new(import ./a.js#A).m in f",
        "call/0 instance(import ./a.js#B).n in f",
        "call/4 instance(import ./a.js#B).c.o in f",
        "call/0 instance(import ./a.js#B).d[0].p in f",
        "call/0 instance(global Array<import ./a.js#B>).q in f",
        "call/0 new(import ./a.js#A).j().i[0].r in f",
        "call/0 new(import ./a.js#A).j().i[1].s in f",
        "read new(import ./a.js#A).u in f",
        "call/0 element(new(import ./a.js#A).u).v in f",
        "call/1 global unknown in f",
        "call/0 parameter 0 of parameter 0 of global unknown.x in f"
      ])
    })
  )

  it.effect("keep scopes apart: hoisting, blocks, shadowing, types and values", () =>
    Effect.gen(function* () {
      const text = `early()
function early() {}
function f() {
  early()
  { const early = new Map(); early.get() }
  if (late) { var late = new Set() }
  late.add()
  try {} catch (early) { early() }
}
interface Error { mine(): Error }
const make = (): Error => new Error()
function g<T extends Error>(Error: T) { Error.mine() }
namespace N { export function inner() {} }
namespace N { inner() }
`
      assert.deepStrictEqual(yield* referencesOf(text), [
        "call/0 early in file",
        "call/0 early in f",
        "new/0 global Map in f",
        "call/0 new(global Map).get in f",
        "new/0 global Set in f",
        "call/0 new(global Set).add in f",
        "type Error in Error.mine",
        "type Error in make",
        "new/0 global Error in make",
        "type Error in g",
        "call/0 instance(variable 0 of Error).mine in g",
        "call/0 N.inner in N"
      ])
    })
  )

  it.effect("know what this and super are", () =>
    Effect.gen(function* () {
      const text = `class A extends B {
  x = () => this.m()
  static s() { this.t(); super.t() }
  m() { super.m(); [1].map(() => this.x()); [1].map(function () { this.y() }) }
  constructor() { super(1) }
}
function F() { this.a() }
F.prototype.b = function () { this.c() }
F.d = function () { this.e() }
F.prototype = { g() { this.h() } }
const o = { i() { this.j() } }
const p = (function () { return { k() { this.l() } } })()
function q(this: A) { this.m() }
`
      assert.deepStrictEqual(
        (yield* referencesOf(text)).filter((row) => row.startsWith("call") && !row.includes("Array")),
        [
          "call/0 this<A>.m in A.x",
          "call/0 A.t in A.s",
          "call/0 super<A>.t in A.s",
          "call/0 super<A>.m in A.m",
          "call/0 this<A>.x in A.m",
          "call/0 ?.y in A.m",
          "call/1 super<A>.constructor in A.constructor",
          "call/0 this<F>.a in F",
          "call/0 this<F>.c in F.b",
          "call/0 F.e in F.d",
          "call/0 this<F>.h in F.g",
          "call/0 o.j in o.i",
          "call/0 p.l in p.k",
          "call/0 instance(A).m in q"
        ]
      )
    })
  )

  it.effect("follow assertions, optional chains, awaits, templates and imports within expressions", () =>
    Effect.gen(function* () {
      const text = `import * as ns from "./ns.js"
import type { T } from "./t.js"
async function f(x: unknown, t: T) {
  (x as T).a();
  (x satisfies T as const).b()
  t?.c!.d?.()
  ;(await t.e()).g()
  ns.tag\`\${ns.h}\`
  const m = await import("./m.js")
  m.i()
  ;(t ?? ns.j()).k()
  ;(t ? ns.l : t).n()
  t["o"](...t.p)
  require("./r").q()
}
const v: typeof ns.u = ns.u
let w: T["y"]
w.z()
`
      assert.deepStrictEqual(yield* referencesOf(text), [
        "type import ./t.js#T in f",
        "type import ./t.js#T in f",
        "call/0 instance(import ./t.js#T).a in f",
        "type import ./t.js#T in f",
        "call/0 ?.b in f",
        "read instance(import ./t.js#T).c in f",
        "call/0 instance(import ./t.js#T).c.d in f",
        "call/0 instance(import ./t.js#T).e in f",
        "call/0 await(instance(import ./t.js#T).e()).g in f",
        "call/2 import ./ns.js#* as ns.tag in f",
        "read import ./ns.js#* as ns.h in f",
        "call/0 import ./m.js#*.i in f",
        "call/0 import ./ns.js#* as ns.j in f",
        "call/0 (instance(import ./t.js#T) | import ./ns.js#* as ns.j()).k in f",
        "read import ./ns.js#* as ns.l in f",
        "call/0 (instance(import ./t.js#T) | import ./ns.js#* as ns.l).n in f",
        "call instance(import ./t.js#T).o in f",
        "read instance(import ./t.js#T).p in f",
        "call/0 import ./r#*.q in f",
        "read import ./ns.js#* as ns.u in v",
        "read import ./ns.js#* as ns.u in v",
        "type import ./t.js#T in w",
        "read w in file",
        "call/0 w.z in file"
      ])
    })
  )

  it.effect("know what functions get that are given to methods of arrays and promises", () =>
    Effect.gen(function* () {
      const text = `function f(a: A[], p: Promise<B>) {
  a.map((x) => x.one())
  a.filter(Boolean).forEach(({ y }, at) => { y.two(); at.no() })
  a.sort((x, z) => x.three(z.four()))
  a.reduce((sum, x) => sum.no(x.five()), 0)
  p.then((b) => b.six()).catch((error) => error.no())
  a.map((x: C) => x.seven())
}
`
      assert.deepStrictEqual(
        (yield* referencesOf(text)).filter((row) => /(?:one|two|three|four|five|six|seven|no) in f$/.test(row)),
        [
          "call/0 element(instance(global Array<global A>)).one in f",
          "call/0 element(instance(global Array<global A>).filter()).y.two in f",
          "call/0 ?.no in f",
          "call/1 element(instance(global Array<global A>)).three in f",
          "call/0 element(instance(global Array<global A>)).four in f",
          "call/1 ?.no in f",
          "call/0 element(instance(global Array<global A>)).five in f",
          "call/0 instance(global B).six in f",
          "call/0 ?.no in f",
          "call/0 instance(global C).seven in f"
        ]
      )
    })
  )

  it.effect("have elements, decorators and bases", () =>
    Effect.gen(function* () {
      const text = `import { Card, Menu } from "./ui"
const Page = () => <Card on={() => Menu.open()}><Menu.Item {...props} /><div /></Card>
`
      assert.deepStrictEqual(yield* referencesOf(text, "a.tsx"), [
        "element import ./ui#Card in Page",
        "read import ./ui#Menu in Page",
        "call/0 import ./ui#Menu.open in Page",
        "element import ./ui#Menu.Item in Page"
      ])
      const decorated = `import { Entity, Column, Base, Shape } from "./orm"
@Entity("x") class A extends Base implements Shape { @Column() b: string; c(@Column d: Base) {} }
`
      assert.deepStrictEqual(yield* referencesOf(decorated), [
        "decorator/1 import ./orm#Entity in A",
        "base import ./orm#Base in A",
        "base import ./orm#Shape in A",
        "decorator/0 import ./orm#Column in A.b",
        "decorator import ./orm#Column in A.c",
        "type import ./orm#Base in A.c"
      ])
    })
  )
})

describe("a file of TypeScript or JavaScript with syntax errors", () => {
  const broken = [
    "const two = (",
    "function open(a) {\n  if (a) {\n    return one()\n",
    "class Open {\n  one() { one() }\n  two( { return }\n}",
    "}}}",
    "<<<<<<< HEAD\nfunction ours() {}\n=======\nfunction theirs() {}\n>>>>>>> branch",
    "import { a from 'b'",
    "export { one",
    "const t = `${`"
  ]

  it.effect("keeps the definitions, exports and references before and after the errors, in their places", () =>
    Effect.gen(function* () {
      for (const text of broken) {
        for (const path of ["a.ts", "a.js", "a.tsx"]) {
          const whole = `export function one() {}\n\n${text}\n\nexport function last() {\n  one()\n}\n`
          const lines = whole.split("\n").length - 1
          const facts = yield* factsOf(path, whole)
          assertWellFormed(facts, lines)
          const definitions = facts.definitions.map(({ line, name }) => `${name} ${line}`)
          assert.includeMembers(definitions, ["one 1", `last ${lines - 2}`], whole)
          assert.includeMembers(
            facts.exports.map(({ name }) => name),
            ["one", "last"]
          )
          const uses = facts.references.map(({ line }) => line)
          assert.include(uses, lines - 1, whole)
        }
      }
    })
  )

  it.effect("keeps what is in an unclosed function, and its members around a broken one", () =>
    Effect.gen(function* () {
      const open = yield* factsOf("a.ts", "import { b } from './b.ts'\nexport function a() {\n  b()\n")
      assert.deepStrictEqual(renderReferences(open), ["3:2 call/0 import ./b.ts#b in a"])
      const members = "class A {\n  one() { this.three() }\n  two( { return }\n  three() {}\n}\n"
      const names = (yield* factsOf("a.ts", members)).definitions.map(({ qualifiedName }) => qualifiedName)
      assert.includeMembers(names, ["A", "A.one", "A.three"])
    })
  )
})
