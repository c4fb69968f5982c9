import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"
import { slow } from "../../support/scale.ts"

const factsOf = await makeFacts("javascript", "typescript", "python", "lua")

/** Calls that are known by what is called holds. */
const runIn = (sources: Sources, path: string): ReadonlyArray<string> =>
  describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path)).flatMap((line) =>
    line.endsWith(" by_value") ? [line.replace(/ by_value$/, "").replace("call ", "")] : []
  )

const own = (lines: ReadonlyArray<string>, path = "a.js"): ReadonlyArray<string> =>
  runIn({ [path]: lines.join("\n") }, path).map((line) => line.replace(`${path} `, ""))

const functions = ["function f() {}", "function g() {}"]
const defined = ["def f(): pass", "def g(): pass"]

describe("links by value in JavaScript", () => {
  it("follow variables, over files, and name the variable too", () => {
    const sources = {
      "f.js": "export function f() {}\nexport const p = f",
      "a.js": 'import { p } from "./f.js"\nconst q = p\nq()\np()'
    }
    assert.deepStrictEqual(runIn(sources, "a.js"), ["3 f.js f", "4 f.js f"])
    const all = describeEdges(linkAll(makeSourceView(sources, factsOf)).get("a.js"))
    assert.include(all, "3 call a.js q resolved")
  })

  it("take the last assignment before a call in straight code, all of them otherwise", () => {
    assert.deepStrictEqual(own([...functions, "let p = f", "p()", "p = g", "p()"]), ["4 f", "6 g"])
    assert.deepStrictEqual(own([...functions, "let p = f", "if (x) p = g", "p()"]), ["5 f", "5 g"])
    assert.deepStrictEqual(own([...functions, "let p = f", "if (x) p = g; else p()"]), ["4 f", "4 g"])
    assert.deepStrictEqual(own([...functions, "let p = f", "function h() { p() }", "p = g"]), ["4 h: f", "4 h: g"])
    assert.deepStrictEqual(own([...functions, "let p = f", "p = other()", "p()"]), [])
  })

  it("follow what functions return, but not what others give to a function that returns it", () => {
    assert.deepStrictEqual(own([...functions, "function make() { return f }", "const p = make()", "p()"]), ["5 f"])
    assert.deepStrictEqual(own([...functions, "const id = (x) => x", "const p = id(f)", "const q = id(g)", "p()"]), [])
  })

  it("follow parameters to what calls in the file give, with and without types", () => {
    assert.deepStrictEqual(own([...functions, "function run(p, q) { p(); q() }", "run(f, g)"]), [
      "3 run: f",
      "3 run: g"
    ])
    assert.deepStrictEqual(own([...functions, "function run(p) { p = g; p() }", "run(f)"]), [])
    assert.deepStrictEqual(
      own(["function f() {}", "function run(p) { p.go() }", "class A { go() {} }", "run(new A())"]),
      ["2 run: A.go"]
    )
    const typed = ["function f() {}", "function run(p: () => void) { p() }", "run(f)"]
    assert.deepStrictEqual(own(typed, "a.ts"), ["2 run: f"])
    assert.deepStrictEqual(own([...functions, "function run(p) { p() }", "run(...[f, g])"]), ["3 run: f"])
  })

  it("leave a parameter of the type that its default has", () => {
    const classes = ["class A { go() {} }", "class B { go() {} }"]
    const run = ["function run(p = new A()) { p.go() }", "run(new B())"]
    const edges = describeEdges(
      linkAll(makeSourceView({ "a.js": [...classes, ...run].join("\n") }, factsOf)).get("a.js")
    )
    assert.deepStrictEqual(
      edges.filter((line) => line.includes(".go")),
      ["3 run: call a.js A.go imported"]
    )
  })

  it("follow functions that the platform is given to run", () => {
    const given = ["[1].map(f)", "items.forEach(g)", "setTimeout(f)", "Array.from(items, g)", "later().then(f, g)"]
    assert.deepStrictEqual(own([...functions, ...given]), ["3 f", "4 g", "5 f", "6 g", "7 f", "7 g"])
    const table = ["const table = { run() {} }", "const p = f", "items.sort(table.run)", "items.some(p)"]
    assert.deepStrictEqual(own([...functions, ...table]), ["5 table.run", "6 f"])
    const others = [
      "class Own { map(p) {} find(p) {} }",
      "new Own().map(f)",
      "items.find(Own)",
      "items.push(f)",
      "items.map(x)"
    ]
    assert.deepStrictEqual(own([...functions, ...others]), [])
  })

  it("follow elements, members at any key, call and apply", () => {
    assert.deepStrictEqual(own([...functions, "const all = { f, g }", "all[name]()"]), ["4 f", "4 g"])
    assert.deepStrictEqual(own([...functions, "f.call(1)", "g.apply(1)", "const p = f.bind(1)", "p()"]), [
      "3 f",
      "4 g",
      "6 f"
    ])
    const five = "abcde".split("").map((name) => `function ${name}() {}`)
    assert.deepStrictEqual(own([...five, "const all = { a, b, c, d, e }", "all[name]()"]), [])
    assert.deepStrictEqual(own(["class A { call() {} }", "new A().call()"]), [])
  })
})

const python = (lines: ReadonlyArray<string>) => own([...defined, ...lines], "a.py")

describe("links by value in Python", () => {
  it("take the last assignment before a call in straight code, all of them otherwise", () => {
    assert.deepStrictEqual(python(["p = f", "p()", "p = g", "p()"]), ["4 f", "6 g"])
    assert.deepStrictEqual(python(["p = f", "if x:", "  p = g", "p()"]), ["6 f", "6 g"])
  })

  it("follow what functions return, also where that is called at once", () => {
    assert.deepStrictEqual(python(["def make(): return f", "p = make()", "p()"]), ["5 f"])
    const edges = describeEdges(
      linkAll(makeSourceView({ "a.py": [...defined, "def make(): return f", "make()()"].join("\n") }, factsOf)).get(
        "a.py"
      )
    )
    assert.include(edges, "4 call a.py f imported")
  })

  it("follow parameters by position and by name", () => {
    assert.deepStrictEqual(python(["def run(p, q):", "  p()", "  q()", "run(f, q=g)"]), ["4 run: f", "5 run: g"])
    assert.deepStrictEqual(python(["def run(p):", "  p = g", "  p()", "run(f)"]), [])
    assert.deepStrictEqual(python(["class A:", "  def __init__(self, p):", "    self.p = p", "A(f).p()"]), ["6 f"])
  })

  it("follow what a constructor is given into a field, for all that is called of it", () => {
    const store =
      "class Store:\n    def save(self, x): pass\n    def find(self, x): pass\n    def drop(self, x): pass\n"
    const service = [
      "class Service:",
      "    def __init__(self, store):",
      "        self.store = store",
      "    def run(self, x):",
      "        self.store.save(x)",
      "        self.store.find(x)",
      "        return self.store.drop(x)",
      "def build():",
      "    return Service(Store())"
    ]
    const edges = describeEdges(
      linkAll(makeSourceView({ "a.py": [store, ...service].join("\n") }, factsOf)).get("a.py")
    )
    assert.deepStrictEqual(
      edges.flatMap((line) => / call a\.py (Store\.\w+)/.exec(line)?.[1] ?? []),
      ["Store.save", "Store.find", "Store.drop"]
    )
  })

  it("follow entries by constant keys, as they were assigned last", () => {
    assert.deepStrictEqual(python(["d = {'a': f, 'b': g}", "d['a']()"]), ["4 f"])
    assert.deepStrictEqual(python(["d = {'a': f}", "d['a'] = g", "d['a']()"]), ["5 g"])
    assert.deepStrictEqual(python(["all = [f, g]", "all[1]()", "all[1:][0]()"]), ["4 g", "5 f", "5 g"])
  })
})

const count = (times: number, line: (at: number) => string): ReadonlyArray<string> =>
  Array.from({ length: times }, (_, at) => line(at))

describe("links by value are bounded", () => {
  it("where a map or list holds thousands of functions", slow, () => {
    const many = count(10_000, (at) => `function f${at}() {}`)
    const names = count(10_000, (at) => `f${at}`).join(", ")
    const calls = count(2_000, (at) => `all[key${at}]()`)
    assert.deepStrictEqual(own([...many, `const all = { ${names} }`, ...calls]), [])
    assert.deepStrictEqual(own([...many, `const all = [${names}]`, "all[3]()", "all[9000]()", "run(...all)"]), [])
    const known = count(3_000, (at) => `def f${at}(): pass`)
    const assigned = count(3_000, (at) => `table["k"] = f${at}`)
    const used = count(2_000, () => `table["k"]()`)
    assert.deepStrictEqual(own([...known, "table = {}", ...assigned, ...used], "a.py"), [])
    const entries = count(3_000, (at) => `"k${at}": f${at}`).join(", ")
    assert.deepStrictEqual(own([...known, `table = {${entries}}`, `table["k3"]()`, "table[key]()"], "a.py"), [
      "3002 f3"
    ])
  })

  it("where thousands of calls give something to a parameter", slow, () => {
    const calls = count(50_000, (at) => `run(${at % 2 === 0 ? "f" : "g"}, other${at})`)
    assert.deepStrictEqual(own([...functions, "function run(p, q) { p(); q() }", ...calls]), ["3 run: f", "3 run: g"])
    const many = count(20, (at) => `function f${at}() {}`)
    const given = count(20, (at) => `run(f${at})`)
    assert.deepStrictEqual(own([...many, "function run(p) { p() }", ...given]), [])
  })

  it("where values hold each other", () => {
    assert.deepStrictEqual(own(["let p = q", "let q = p", "p()", "q()"]), [])
    assert.deepStrictEqual(own([...functions, "function run(p) { run(p); p(); run(run) }", "run(f)"]), [
      "3 run: run",
      "3 run: f"
    ])
    assert.deepStrictEqual(own(["function run(p, q) { run(q, p); p() }", "function f() {}", "run(1, f)"]), ["1 run: f"])
    // Each of many variables may hold either of the next two.
    const levels = count(
      40,
      (at) => `const p${at} = x ? p${at + 1} : q${at + 1}\nconst q${at} = x ? q${at + 1} : p${at + 1}`
    )
    assert.deepStrictEqual(own([...levels, "const p40 = f", "const q40 = g", ...functions, "p0()"]), ["85 f", "85 g"])
  })
})

describe("links by value leave out", () => {
  it("what an interface declares, and the declared type of a function", () => {
    assert.deepStrictEqual(
      own(
        [
          "interface Tools { page(): void; go: typeof f }",
          "function f() {}",
          "function make(): Tools { return other }",
          "const { go, page } = make()",
          "page()",
          "go()",
          "const g: typeof f = () => {}",
          "g()"
        ],
        "a.ts"
      ),
      []
    )
  })

  it("classes with type arguments", () => {
    const lines = ["from typing import Generic, TypeVar", "T = TypeVar('T')", "class A(Generic[T]): pass", "A[int]()"]
    assert.deepStrictEqual(own(lines, "a.py"), [])
    const all = describeEdges(linkAll(makeSourceView({ "a.py": lines.join("\n") }, factsOf)).get("a.py"))
    assert.include(all, "4 call a.py A imported")
  })

  it("names that are imported or defined in one of several places", () => {
    const sources = {
      "b.py": "class A: pass",
      "a.py":
        "try:\n  from b import A\nexcept ImportError:\n  from c import A\ndef run():\n  from b import A as B\n  A()\nA()"
    }
    assert.deepStrictEqual(runIn(sources, "a.py"), [])
    assert.include(describeEdges(linkAll(makeSourceView(sources, factsOf)).get("a.py")), "8 call b.py A resolved")
  })

  it("values in languages in which they are not followed", () => {
    const lua = "local function f() end\nlocal p = f\np()"
    assert.deepStrictEqual(runIn({ "a.lua": lua }, "a.lua"), [])
  })
})
