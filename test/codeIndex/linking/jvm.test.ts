import { assert, describe, it } from "@effect/vitest"
import {
  describeEdges,
  joinLines as lines,
  linkAll,
  makeDescribeCalls,
  makeFacts,
  makeSourceView
} from "../../support/linking.ts"

const factsOf = await makeFacts("java", "kotlin")
const callsOf = makeDescribeCalls(factsOf)

describe("links of Java's expressions", () => {
  it("take `Outer.this` for the receiver of the enclosing type", () => {
    const source = lines(
      "class Outer {",
      "  void run() {}",
      "  class Inner {",
      "    void run() {}",
      "    void go() { Outer.this.run(); this.run(); Missing.this.run(); }",
      "  }",
      "}"
    )
    assert.deepStrictEqual(callsOf({ "Outer.java": source }, "Outer.java"), [
      "5 Outer.Inner.go: call Outer.java Outer.run resolved",
      "5 Outer.Inner.go: call Outer.java Outer.Inner.run resolved",
      "5 Outer.Inner.go: call run name_only"
    ])
  })

  it("know the variables of record patterns, which hide fields, and what `switch` gives", () => {
    const source = lines(
      "class Pool {",
      "  Runnable value;",
      "  Pool run() { return this; }",
      "  record Pair(Pool first, Object second) {}",
      "  void go(Object given) {",
      "    if (given instanceof Pair(Pool first, var second)) first.run();",
      "    switch (given) { case Pair(Pool value, Pool two) when two.run() != null -> value.run(); default -> {} }",
      "    var made = switch (given) { case String s -> new Pool(); default -> { yield new Pool(); } };",
      "    made.run();",
      "  }",
      "}"
    )
    const edges = describeEdges(linkAll(makeSourceView({ "Pool.java": source }, factsOf)).get("Pool.java"))
    assert.deepStrictEqual(
      edges.filter((line) => /^[679] /.test(line) && !line.includes(" type ") && !line.includes("Pair")),
      [
        "6 Pool.go: call Pool.java Pool.run imported",
        "7 Pool.go: call Pool.java Pool.run imported",
        "7 Pool.go: call Pool.java Pool.run imported",
        "9 Pool.go: call Pool.java Pool.run imported"
      ]
    )
  })
})

const base = lines(
  "package acme",
  "open class Base {",
  "  open fun run() {}",
  "  fun close() {}",
  "  infix fun joins(other: Base): Base = other",
  "}"
)

/** The calls in the body of a function of Kotlin. Its first line is the fourth. */
const callsIn = (...body: ReadonlyArray<string>): ReadonlyArray<string> => {
  const source = lines(
    "package acme",
    "class Outer : Base() {",
    "  fun go(pool: Base, all: List<Base>) {",
    ...body,
    "  }",
    "}"
  )
  return callsOf({ "Base.kt": base, "Outer.kt": source }, "Outer.kt").filter(
    (line) => !line.includes("kt Base imported")
  )
}

const closing = (line: number): string => `${line} Outer.go: call Base.kt Base.close imported`

describe("links of Kotlin's expressions", () => {
  it("take `this@Outer` for the receiver of the enclosing type", () => {
    const source = lines(
      "package acme",
      "class Outer : Base() {",
      "  override fun run() {}",
      "  inner class Inner : Base() {",
      "    override fun run() {}",
      "    fun go() { this@Outer.run(); this.run(); super.run(); pools.apply { this@apply.run() } }",
      "  }",
      "}"
    )
    assert.deepStrictEqual(callsOf({ "Base.kt": base, "Outer.kt": source }, "Outer.kt"), [
      "6 Outer.Inner.go: call Outer.kt Outer.run resolved",
      "6 Outer.Inner.go: call Outer.kt Outer.Inner.run resolved",
      "6 Outer.Inner.go: call Base.kt Base.run resolved",
      "6 Outer.Inner.go: call run name_only"
    ])
  })

  it("know the parameter of a lambda that the library gives its receiver or an element of it", () => {
    const calls = callsIn(
      "    pool.let { it.close() }",
      "    all.forEach { each -> each.close() }",
      "    all.map { it.joins(it) }.size",
      "    pool.also { other { it, at -> it.close() } }",
      "    all.fold(pool) { a, b -> b.close() }",
      "    it.close()"
    )
    assert.deepStrictEqual(
      calls.filter((line) => / (?:close|Base\S+) /.test(line)),
      [
        closing(4),
        closing(5),
        "6 Outer.go: call Base.kt Base.joins imported",
        "7 Outer.go: call close name_only",
        "8 Outer.go: call close name_only",
        "9 Outer.go: call close name_only"
      ]
    )
  })

  it("follow what `when`, `try`, `lazy` and lambdas give", () => {
    const source = lines(
      "package acme",
      "class Outer(val flag: Boolean) {",
      "  val kept by lazy(LazyThreadSafetyMode.NONE) { Base() }",
      "  fun go() {",
      "    kept.close()",
      "    val a = when (flag) { true -> Base()",
      "      else -> { go(); Base() } }",
      "    a.close()",
      "    val b = try { Base() } catch (e: Exception) { Base() } finally { go() }",
      "    b.close()",
      "    val make = { Base() }",
      "    make().close()",
      "  }",
      "}"
    )
    assert.deepStrictEqual(
      callsOf({ "Base.kt": base, "Outer.kt": source }, "Outer.kt").filter((line) => line.includes("close")),
      [
        "5 Outer.go: call Base.kt Base.close imported",
        "8 Outer.go: call Base.kt Base.close imported",
        "10 Outer.go: call Base.kt Base.close imported",
        "12 Outer.go: call Base.kt Base.close imported"
      ]
    )
  })

  it("take an infix call for a call of a member, not for a use of a name", () => {
    const source = lines(
      "package acme",
      "class Outer {",
      "  infix fun joins(other: Outer): Outer = other",
      "  fun go(pool: Base) { pool joins pool }",
      "}"
    )
    const edges = describeEdges(
      linkAll(makeSourceView({ "Base.kt": base, "Outer.kt": source }, factsOf)).get("Outer.kt")
    )
    assert.deepStrictEqual(
      edges.filter((line) => line.includes("joins") && line.startsWith("4")),
      ["4 Outer.go: call Base.kt Base.joins imported"]
    )
  })

  it("find members of a companion by an import that names it, and what long chains of calls lead to", () => {
    const sources = {
      "Pool.kt": lines(
        "package core",
        "class Pool {",
        "  fun grow(): Pool = this",
        "  companion object { fun make(): () -> Pool = { Pool() } }",
        "}"
      ),
      "App.kt": lines(
        "package app",
        "import core.Pool.Companion.make",
        "val made = make()",
        `fun go() = made()${".grow()".repeat(25)}`
      )
    }
    const calls = callsOf(sources, "App.kt")
    assert.strictEqual(calls[0], "3 made: call Pool.kt Pool.make resolved")
    assert.strictEqual(calls.filter((line) => line === "4 go: call Pool.kt Pool.grow imported").length, 25)
  })

  it("take no other modifier of a parameter for `vararg`", () => {
    const source = lines(
      "package acme",
      "inline fun run(noinline make: () -> Base, vararg all: Base) {",
      "  make().close()",
      "  all[0].close()",
      "}",
      "fun go() { run({ Base() }) }"
    )
    assert.deepStrictEqual(callsOf({ "Base.kt": base, "Outer.kt": source }, "Outer.kt"), [
      "3 run: call Base.kt Base.close imported",
      "4 run: call Base.kt Base.close imported",
      "6 go: call Outer.kt run resolved",
      "6 go: call Base.kt Base resolved"
    ])
  })

  it("know an annotation class after an annotation", () => {
    const source = lines(
      "package acme",
      "",
      "@Marked",
      "annotation class First",
      "",
      "@Marked expect object Second",
      ""
    )
    const { facts } = makeSourceView({ "Marks.kt": source }, factsOf)
    assert.deepStrictEqual(
      facts.get("Marks.kt")?.definitions.map(({ kind, name }) => `${kind} ${name}`),
      ["class First", "module Second"]
    )
  })
})
