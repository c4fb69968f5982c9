import { assert, describe, it } from "@effect/vitest"
import {
  describeEdges,
  joinLines as lines,
  linkAll,
  makeDescribeCalls,
  makeFacts,
  makeSourceView
} from "../../support/linking.ts"

const factsOf = await makeFacts("c", "cpp", "php", "ruby", "scala", "swift")
const callsOf = makeDescribeCalls(factsOf)

/** The edges of a file from a line on, but those to types. */
const edgesFrom = (line: number, path: string, ...text: ReadonlyArray<string>): ReadonlyArray<string> =>
  describeEdges(linkAll(makeSourceView({ [path]: lines(...text) }, factsOf)).get(path)).filter(
    (each) => Number.parseInt(each, 10) >= line && !each.includes(" type ")
  )

describe("variables that a pattern declares hide others of their name", () => {
  it("in C, also parameters of old definitions", () => {
    assert.deepStrictEqual(
      edgesFrom(
        3,
        "a.c",
        "static int a;",
        "static int run(int x) { return x; }",
        "int old(a, run) int a; int (*run)(); { return run(a); }"
      ),
      []
    )
  })

  it("in C++: bindings and captures", () => {
    assert.deepStrictEqual(
      edgesFrom(
        3,
        "a.cpp",
        "struct Pool { int at; void run(); }; Pool dial();",
        "int a, k; void c();",
        "void go(Pool p) {",
        "  auto [a, b] = p; a.run();",
        "  for (auto& [k, v] : all) k.run();",
        "  auto f = [c = dial()] { c.run(); };",
        "}"
      ),
      [
        "4 go: call run name_only",
        "5 go: call run name_only",
        "6 go: call a.cpp dial resolved",
        "6 go: call a.cpp Pool::run imported"
      ]
    )
  })

  it("in Ruby: several targets", () => {
    const source = lines(
      "class Pool",
      "  def run; end",
      "  def a; end",
      "  def go",
      "    a, (b, *c) = Pool.new, 1",
      "    a.run",
      "  end",
      "end"
    )
    assert.deepStrictEqual(callsOf({ "pool.rb": source }, "pool.rb"), [
      "5 Pool#go: new pool.rb Pool resolved",
      "6 Pool#go: call pool.rb Pool#run imported"
    ])
  })

  it("in Scala: captures, infix patterns and alternatives", () => {
    assert.deepStrictEqual(
      edgesFrom(
        6,
        "a.scala",
        "class Base { def run() = 1 }",
        "class Pool(val name: Base) extends Base {",
        "  val rest = new Base",
        "  def go(x: Any) =",
        "    x match {",
        "      case name @ Pool(_) => name.run()",
        "      case name :: rest => name.run(); rest.run()",
        "      case (name: Base) | (name: Pool) => name.run()",
        "    }",
        "}"
      ),
      [
        "6 Pool.go: call a.scala Base.run imported",
        "7 Pool.go: call run name_only",
        "7 Pool.go: call run name_only",
        "8 Pool.go: call a.scala Base.run imported"
      ]
    )
  })

  it("in Swift: cases, tuples and conditions", () => {
    assert.deepStrictEqual(
      edgesFrom(
        5,
        "a.swift",
        "class Base { func run() {} }",
        "enum Result { case some(Base); case none(Base) }",
        "class Pool {",
        "  var value = Base(); var other = Base()",
        "  func go(_ given: Result, o: Base?) {",
        "    switch given { case .some(let value): value.run(); case let .none(other): other.run() }",
        "    if case let .some(value) = given { value.run() }",
        "    let (value, other) = pair()",
        "    for (value, other) in pairs { other.run() }",
        "    if let o { o.run() }",
        "  }",
        "}"
      ).filter((line) => !line.includes("Result.")),
      [
        "6 Pool.go: call run name_only",
        "6 Pool.go: call run name_only",
        "7 Pool.go: call run name_only",
        "9 Pool.go: call run name_only",
        "10 Pool.go: call a.swift Base.run imported"
      ]
    )
  })

  it("in accessors of Swift, whose variables are no members", () => {
    const source = lines("class Pool {", "  var size: Int { let own = 1; return own }", "  func go() { own() }", "}")
    const { facts } = makeSourceView({ "a.swift": source }, factsOf)
    assert.deepStrictEqual(
      facts.get("a.swift")?.definitions.map(({ qualifiedName }) => qualifiedName),
      ["Pool", "Pool.size", "Pool.go"]
    )
  })

  it("but in PHP none of the file is seen in a function without `global`", () => {
    const source = lines(
      "<?php",
      "class Pool { function run() {} function go() { $pool->run(); } }",
      "$pool = new Pool();",
      "function taken() { global $pool; $pool->run(); }",
      "function hidden() { $pool->run(); }",
      "$each = function () use ($pool) { $pool->run(); };"
    )
    assert.deepStrictEqual(callsOf({ "a.php": source }, "a.php"), [
      "2 Pool::go: call run name_only",
      "3 $pool: new a.php Pool resolved",
      "4 taken: call a.php Pool::run imported",
      "5 hidden: call run name_only",
      "6 $each: call a.php Pool::run imported"
    ])
  })
})

const running = (line: number): string => `${line} Pool#go: call pool.rb Pool#run imported`

describe("what branches give", () => {
  it("is known in Ruby, also as the result of a method", () => {
    const source = lines(
      "class Pool",
      "  def run; end",
      "  def made(flag)",
      "    if flag then Pool.new elsif true then Pool.new else raise end",
      "  end",
      "  def go(flag)",
      "    made(1).run",
      "    a = case flag when 1 then Pool.new else Pool.new end",
      "    a.run",
      "    b = begin; Pool.new; rescue; Pool.new; end",
      "    b.run",
      "    c = flag || Pool.new",
      "    c.run",
      "    d = flag && Pool.new",
      "    d.run",
      "  end",
      "end"
    )
    assert.deepStrictEqual(
      callsOf({ "pool.rb": source }, "pool.rb").filter((line) => line.includes("run")),
      [running(7), running(9), running(11), running(13), "15 Pool#go: call run name_only"]
    )
  })

  it("is known in PHP, as are parts of arrays", () => {
    const source = lines(
      "<?php",
      "class Pool { function run() {} }",
      "function go($flag) {",
      "  $a = match($flag) { 1 => new Pool(), default => new Pool() }; $a->run();",
      "  [$b, $c] = [1, new Pool()]; $c->run();",
      "}"
    )
    assert.deepStrictEqual(
      callsOf({ "a.php": source }, "a.php").filter((line) => line.includes("run")),
      ["4 go: call a.php Pool::run imported", "5 go: call a.php Pool::run imported"]
    )
  })

  it("is known in Scala of a function without parameters, also a local one, and of each part of a tuple", () => {
    const run = "call a.scala Base.run imported"
    assert.deepStrictEqual(
      edgesFrom(
        2,
        "a.scala",
        "class Base { def run() = 1; def next: Base = this; def made = new Base }",
        "class Pool(base: Base) {",
        "  def go() = {",
        "    def own = new Base",
        "    val (one, (two, three)) = (new Base, (1, base.next))",
        "    base.next.run(); base.made.run(); own.run(); one.run(); two.run(); three.run()",
        "  }",
        "}"
      ).filter((line) => line.includes("call")),
      [run, run, run, run, "call run name_only", run].map((each) => `6 Pool.go: ${each}`)
    )
  })

  it("is known in Scala, as are infix calls, bounds, enumerations and extensions", () => {
    const run = "call a.scala Base.run imported"
    assert.deepStrictEqual(
      edgesFrom(
        3,
        "a.scala",
        "class Base { def run() = 1; def joins(o: Base) = o; def +:(o: Int) = 1 }",
        "enum Color { case Red, Blue; def shade() = 1 }",
        "def go[T <: Base](x: Any, t: T, b: Base) = {",
        "  val a = x match { case 1 => new Base; case _ => x; new Base }",
        "  a.run()",
        "  val c = try new Base catch { case e: Error => new Base }",
        "  c.run()",
        "  t.run()",
        "  b joins b",
        "  1 +: b",
        "  Color.Red.shade()",
        "}",
        "extension (b: Base) {",
        "  def twice = b.run()",
        "}"
      ).filter((line) => !/ (?:new|read) /.test(line)),
      [
        `5 go: ${run}`,
        `7 go: ${run}`,
        `8 go: ${run}`,
        "9 go: call a.scala Base.joins imported",
        "10 go: call a.scala Base.+: imported",
        "11 go: call a.scala Color.shade imported",
        `14 Base.twice: ${run}`
      ]
    )
  })
})
