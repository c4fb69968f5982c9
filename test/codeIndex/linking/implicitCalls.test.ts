import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView } from "../../support/linking.ts"

const factsOf = await makeFacts("javascript", "typescript", "python")

/** The edges of a file that is the whole project, without the path of their targets. */
const edgesOf = (lines: ReadonlyArray<string>, path = "a.py"): ReadonlyArray<string> =>
  describeEdges(linkAll(makeSourceView({ [path]: lines.join("\n") }, factsOf)).get(path)).map((line) =>
    line.replace(`${path} `, "")
  )

const byValue = (lines: ReadonlyArray<string>, path?: string): ReadonlyArray<string> =>
  edgesOf(lines, path).flatMap((line) => (line.endsWith(" by_value") ? [line.replace(/ by_value$/, "")] : []))

const items = ["class Items:", "  def __iter__(self): return self", "  def __next__(self): return f", "def f(): pass"]
const shelf = ["class Shelf:", "  def __iter__(self): return Items()"]

describe("calls that Python makes", () => {
  it("are those of what an iteration begins with and what it takes from that", () => {
    assert.deepStrictEqual(byValue([...items, "def run():", "  for x in zip(Items(), [1]): pass"]), [
      "6 run: call Items.__iter__",
      "6 run: call Items.__next__"
    ])
    assert.deepStrictEqual(byValue([...items, ...shelf, "def run():", "  s = Shelf()", "  return [x for x in s]"]), [
      "9 run: call Shelf.__iter__",
      "9 run: call Items.__next__"
    ])
    assert.deepStrictEqual(byValue([...items, "def run(c):", "  for x in c: pass", "run(Items())"]), [
      "6 run: call Items.__iter__",
      "6 run: call Items.__next__"
    ])
  })

  it("are other ones where each element is awaited", () => {
    const feed = ["class Feed:", "  def __iter__(self): return self", "  def __next__(self): pass"]
    const both = [...feed, "  def __aiter__(self): return self", "  async def __anext__(self): return A()"]
    const a = ["class A:", "  def go(self): pass"]
    const run = ["async def run():", "  async for a in Feed(): a.go()"]
    assert.deepStrictEqual(byValue([...both, ...a, ...run]), [
      "9 run: call Feed.__aiter__",
      "9 run: call Feed.__anext__"
    ])
    assert.include(edgesOf([...both.slice(0, 1), ...both.slice(3), ...a, ...run]), "7 run: call A.go imported")
    assert.deepStrictEqual(byValue([...feed, ...run]), [])
  })

  it("are none of what is iterated that has no class of the project", () => {
    const loops = ["for x in [1, 2]: pass", "for x in things: pass", "def g(c):", "  for x in c.items(): pass"]
    assert.deepStrictEqual(
      edgesOf(loops).filter((line) => line.includes("__iter__")),
      []
    )
  })

  it("follow what an iteration takes", () => {
    assert.include(edgesOf([...items, "for x in Items(): x()"]), "5 x: call f by_value")
    const taken = ["class A:", "  def go(self): pass", "class All:", "  def __iter__(self):", "    yield A()"]
    assert.include(edgesOf([...taken, "for a in All(): a.go()"]), "6 a: call A.go imported")
  })

  it("follow what a generator yields that says nothing of it", () => {
    const a = ["class A:", "  def go(self): pass"]
    assert.include(edgesOf([...a, "def all():", "  yield A()", "for a in all(): a.go()"]), "5 a: call A.go imported")
    assert.include(edgesOf([...a, "def all():", "  yield from [A()]", "next(all()).go()"]), "5 call A.go imported")
    const managed = ["from contextlib import contextmanager", "@contextmanager", "def open_a():", "  yield A()"]
    assert.include(edgesOf([...a, ...managed, "with open_a() as a: a.go()"]), "7 call A.go imported")
  })

  it("are those of a class that is raised, without a call of it", () => {
    const a = ["class A(Exception): pass", "class B(A): pass"]
    assert.include(edgesOf([...a, "raise A"]), "3 call A resolved")
    assert.include(edgesOf([...a, "def f(): raise A from B()"]), "3 f: call A resolved")
    assert.deepStrictEqual(byValue([...a, "p = A", "raise p"]), ["4 call A"])
    assert.include(edgesOf([...a, "p = A()", "raise p"]), "4 read p resolved")
    assert.notInclude(edgesOf([...a, "p = A()", "raise p"]), "4 call p resolved")
  })

  it("follow what decorators are given, and what runs where what they decorate is called", () => {
    const first = ["def first(p):", "  def inner(): p()", "  return inner"]
    const second = ["def second(p):", "  def within(): p()", "  return within"]
    const twice = [...first, ...second, "@first", "@second", "def f(): pass", "def run(): f()"]
    assert.deepStrictEqual(byValue(twice), [
      "2 first.inner: call second.within",
      "5 second.within: call f",
      "10 run: call first.inner"
    ])
    assert.include(edgesOf(twice), "10 run: call f resolved")
    const made = ["def make(n):", "  def decorate(p):", "    p()", "    return p", "  return decorate"]
    assert.deepStrictEqual(byValue([...made, "@make(1)", "def f(): pass"]), ["3 make.decorate: call f"])
    assert.include(edgesOf([...made, "@make(1)", "def f(): pass"]), "6 decorator make.decorate imported")
    const either = [
      "def either(p=None):",
      "  def decorate(q): return q",
      "  def inner(): p()",
      "  if p: return inner",
      "  return decorate"
    ]
    assert.notInclude(byValue([...either, "@either", "def f(): pass", "f()"]).join(), "call either.")
    assert.notInclude(edgesOf([...either, "@either()", "def f(): pass"]).join(), "either.decorate imported")
    const wrapper = ["class Wrapper:", "  def __init__(self, p): self.p = p", "  def __call__(self): self.p()"]
    assert.include(byValue([...wrapper, "@Wrapper", "def f(): pass"]), "3 Wrapper.__call__: call f")
  })

  it("are those of functions that the library is given to run, with what they get", () => {
    const functions = ["def f(x): pass", "def g(x): pass", "things = []"]
    const given = ["map(f, things)", "sorted(things, key=g)", "things.sort(key=f)", "filter(f, things)"]
    assert.deepStrictEqual(byValue([...functions, ...given]), ["4 call f", "5 call g", "6 call f", "7 call f"])
    assert.deepStrictEqual(byValue(["def map(p, q): pass", ...functions, "map(f, things)", "max(1, 2)"]), [])
    const get = ["class A:", "  def go(self): pass", "def run(a): a.go()"]
    assert.deepStrictEqual(byValue([...get, "map(run, [A()])"]), ["3 run: call A.go", "4 call run"])
    const made = ["def make(x): return A()", "for a in map(make, [1]): a.go()"]
    assert.include(edgesOf([...get.slice(0, 2), ...made]), "4 a: call A.go imported")
  })
})

const own = (lines: ReadonlyArray<string>): ReadonlyArray<string> => byValue(lines, "a.js")

describe("calls that JavaScript makes", () => {
  const functions = ["function f() {}", "function g() {}"]
  const a = ["class A { go() {} }"]

  it("are those of what a set or a generator holds", () => {
    assert.deepStrictEqual(own([...functions, "const all = new Set([f, g])", "for (const p of all) p()"]), [
      "4 call f",
      "4 call g"
    ])
    assert.deepStrictEqual(own([...functions, "function* all() { yield f }", "for (const p of all()) p()"]), [
      "4 call f"
    ])
    const made = ["function* all() { if (x) yield new A() }", "for (const each of all()) each.go()"]
    assert.include(edgesOf([...a, ...made], "a.ts"), "3 call A.go imported")
    const passed = ["function* all() { yield* other(); yield f }", "for (const p of all()) p()"]
    assert.deepStrictEqual(own([...functions, ...passed]), [])
  })

  it("follow what the platform gives to functions that it runs", () => {
    const run = "function run(p) { p() }"
    assert.deepStrictEqual(own([...functions, run, "const all = [f, g]", "all.forEach(run)"]), [
      "3 run: call f",
      "3 run: call g",
      "5 call run"
    ])
    assert.deepStrictEqual(own([...functions, run, "const all = [f, g]", "Array.from(all, run)"]).slice(0, 2), [
      "3 run: call f",
      "3 run: call g"
    ])
    const sorted = ["function by(p, q) { p.go(); q.go() }", "const all = [new A()]", "all.sort(by)"]
    assert.deepStrictEqual(own([...a, ...sorted]), ["2 by: call A.go", "2 by: call A.go", "4 call by"])
    const other = ["class Own { map(p) {} }", run, "new Own().map(run)"]
    assert.deepStrictEqual(own([...functions, ...other]), [])
  })

  it("reach members that a prototype is assigned, before those of its base", () => {
    const classes = ["class B { go() {} }", "class C extends B {}"]
    assert.include(
      edgesOf([...a, ...classes, "Object.assign(C.prototype, A.prototype)", "new C().go()"], "a.js"),
      "5 call A.go imported"
    )
    const mixin = ["const mixin = { go() {} }", "Object.assign(C.prototype, mixin)", "new C().go()"]
    assert.include(edgesOf([...classes, ...mixin], "a.js"), "5 call mixin.go imported")
    assert.include(edgesOf([...classes, "Object.assign(C.prototype, other)", "new C().go()"], "a.js").join(), "B.go")
  })
})
