import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { factsOf, referencesIn, renderValue, valuesOf } from "./facts.ts"

/** Calls of a text, by line. */
const callsOf = (lines: ReadonlyArray<string>) =>
  Effect.map(factsOf("python", lines.join("\n")), (facts) => referencesIn(facts, ["call"]))

const exportedFrom = (text: string) =>
  Effect.map(factsOf("python", text), ({ definitions }) =>
    definitions.filter(({ isExported }) => isExported).map(({ qualifiedName }) => qualifiedName)
  )

describe("facts of Python", () => {
  it.effect("imports keep dots, aliases and wildcards", () =>
    Effect.gen(function* () {
      const facts = yield* factsOf(
        "python",
        "import a.b.c, d as e\nfrom . import x\nfrom ..q.r import (y as z)\nfrom m import *\n"
      )
      assert.deepStrictEqual(
        facts.imports.map(({ imported, local, module }) => `${module} ${imported} ${local}`),
        ["a * a", "a.b.c  ", "d * e", ". x x", "..q.r y z", "m * "]
      )
    })
  )

  it.effect("replaces locals by what they hold", () =>
    Effect.gen(function* () {
      const found = yield* callsOf([
        "from pool import Pool, Other, make",
        "def f(p: 'Pool | None', q: list[Pool], cb: Callable[..., Pool], t: type[Pool]):",
        "  p.a(); t.b(); cb().c()",
        "  for x in q: x.d()",
        "  for i, y in enumerate(q): y.e()",
        "  with make() as z: z.f()",
        "  u, v = Pool(), Other()",
        "  v.g()",
        "  [w.h() for w in q]",
        "  if (n := make()): n.i()"
      ])
      const expected = [
        "3 call (instance(import pool:Pool)).a",
        "3 call (import pool:Pool).b",
        "3 call (call(() => instance(import pool:Pool))).c",
        "4 call (element(instance(global list[import pool:Pool]))).d",
        "5 call (element(instance(global list[import pool:Pool]))).e",
        "6 call (call(import pool:make)).f",
        "8 call (call(import pool:Other)).g",
        "9 call (element(instance(global list[import pool:Pool]))).h",
        "10 call (call(import pool:make)).i"
      ]
      assert.deepStrictEqual(
        found.filter((each) => /\)\.\w$/.test(each)),
        expected
      )
    })
  )

  it.effect("knows which of several assignments reach a use", () =>
    Effect.gen(function* () {
      const found = yield* callsOf([
        "from pool import A, B",
        "def f(c):",
        "  x = A()",
        "  x.a()",
        "  x = B()",
        "  x.b()",
        "  if c:",
        "    x = A()",
        "  x.c()"
      ])
      assert.deepStrictEqual(
        found.filter((each) => /\.\w$/.test(each)),
        [
          "4 call (call(import pool:A)).a",
          "6 call (call(import pool:B)).b",
          "9 call (call(import pool:B) | call(import pool:A)).c"
        ]
      )
    })
  )

  it.effect("finds fields, properties and what methods give", () =>
    Effect.gen(function* () {
      const facts = yield* factsOf(
        "python",
        [
          "from pool import Conn, Base",
          "class Pool(Base):",
          "  limit: 'Conn'",
          "  def __init__(self, conn: Conn, other=None):",
          "    super().__init__(conn)",
          "    self.conn = conn",
          "    self.other = other or Conn()",
          "  @property",
          "  def first(self) -> Conn: ...",
          "  @classmethod",
          "  def make(cls): return cls()",
          "  @contextmanager",
          "  def lease(self) -> Iterator[Conn]: yield self.conn",
          "  def same(self): return self"
        ].join("\n")
      )
      assert.deepStrictEqual(valuesOf(facts, "Pool.limit"), ["instance(import pool:Conn) => -"])
      assert.deepStrictEqual(valuesOf(facts, "Pool.conn"), ["instance(import pool:Conn) => -"])
      assert.deepStrictEqual(valuesOf(facts, "Pool.other"), ["given 1 of Pool.__init__ | call(import pool:Conn) => -"])
      assert.deepStrictEqual(valuesOf(facts, "Pool.first"), ["instance(import pool:Conn) => -"])
      assert.deepStrictEqual(valuesOf(facts, "Pool.make"), ["- => call(Pool)"])
      assert.deepStrictEqual(valuesOf(facts, "Pool.lease"), ["- => instance(import pool:Conn)"])
      assert.deepStrictEqual(valuesOf(facts, "Pool.same"), ["- => this Pool"])
      assert.include(referencesIn(facts, ["call"]), "5 call (super Pool).__init__")
    })
  )

  it.effect("keeps scopes apart: classes, comprehensions, global and nonlocal", () =>
    Effect.gen(function* () {
      const found = yield* callsOf([
        "from pool import A, B",
        "x = A()",
        "class C:",
        "  x = B()",
        "  def m(self): x.a()",
        "def f():",
        "  global x",
        "  x = B()",
        "  y = A()",
        "  def g():",
        "    nonlocal y",
        "    y = B()",
        "  [x.b() for x in (B(),)]",
        "  y.c()",
        "def g(str: str): str.d()"
      ])
      assert.deepStrictEqual(
        found.filter((each) => /\.\w$/.test(each)),
        [
          "5 call (x).a",
          "13 call (element(instance(global tuple[typeof(call(import pool:B))]))).b",
          "14 call (call(import pool:A) | call(import pool:B)).c",
          "15 call (instance(global str)).d"
        ]
      )
    })
  )

  it.effect("exports what __all__ lists, otherwise names without a leading underscore", () =>
    Effect.gen(function* () {
      const text = "def a(): pass\ndef _b(): pass\nclass C:\n  def __len__(self): pass\n  def _d(self): pass\n"
      assert.deepStrictEqual(yield* exportedFrom(text), ["a", "C", "C.__len__"])
      assert.deepStrictEqual(yield* exportedFrom(`__all__ = ['_b']\n${text}`), ["_b"])
      const facts = yield* factsOf(
        "python",
        "from .p import Pool\n__all__ = ['Pool']\n__all__ += ('f',)\ndef f(): pass\n"
      )
      assert.deepStrictEqual(
        facts.exports.map(({ name, value }) => `${name} ${renderValue(facts, value)}`),
        ["Pool import .p:Pool", "f f"]
      )
    })
  )

  it.effect("measures complexity as published: nested branches weigh more", () =>
    Effect.gen(function* () {
      const facts = yield* factsOf(
        "python",
        [
          "def f(a, b, c):",
          "  if a and b and c:",
          "    for x in a:",
          "      if x or b: pass",
          "  elif b: pass",
          "  else: pass",
          "  def inner():",
          "    while a: pass"
        ].join("\n")
      )
      const measured = facts.definitions.map((each) => [each.name, each.nesting, each.cyclomatic, each.cognitive])
      assert.deepStrictEqual(measured, [
        ["f", 3, 8, 10],
        ["inner", 1, 2, 1]
      ])
    })
  )
})
