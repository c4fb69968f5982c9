import { assert, describe, it } from "@effect/vitest"
import {
  describeEdges,
  joinLines as lines,
  linkAll,
  makeDescribeCalls,
  makeFacts,
  makeSourceView
} from "../../support/linking.ts"

const factsOf = await makeFacts("csharp")
const callsOf = makeDescribeCalls(factsOf)

/** The edges but those to types in the body of a class whose members have misleading names. It begins at the fourth line. */
const edgesIn = (...body: ReadonlyArray<string>): ReadonlyArray<string> => {
  const source = lines(
    "public class Pool { public Pool Add(Pool other) => other; public void Run() { } public int size; }",
    "class Use {",
    "  private int value; private Pool k; private Pool x;",
    ...body,
    "}"
  )
  const edges = describeEdges(linkAll(makeSourceView({ "Use.cs": source }, factsOf)).get("Use.cs"))
  return edges.filter((line) => !/^[123] | type /.test(line))
}

describe("links of C#'s expressions", () => {
  it("know variables of patterns, loops and queries, which hide fields", () => {
    assert.deepStrictEqual(
      edgesIn(
        "  void Go(object o, Dictionary<string, Pool> all, IEnumerable<Pool> some) {",
        "    foreach (var (k, v) in all) { k.Run(); }",
        "    if (o is Pool { size: 1 } x) x.Run();",
        "    var (a, b) = (new Pool(), 1); a.Run();",
        "    var made = from e in some let k = e.Add(e) join x in some on e equals x select k.Add(x);",
        "  }"
      ),
      [
        "5 Use.Go: call Run name_only",
        "6 Use.Go: call Use.cs Pool.Run imported",
        "7 Use.Go: new Use.cs Pool resolved",
        "7 Use.Go: call Use.cs Pool.Run imported",
        "8 Use.Go: call Use.cs Pool.Add imported",
        "8 Use.Go: call Use.cs Pool.Add imported"
      ]
    )
  })

  it("know `value` in accessors and the parameters of operators that convert", () => {
    assert.deepStrictEqual(
      edgesIn(
        "  Pool Own { set { value.Run(); } get { return null; } }",
        "  public static implicit operator int(Pool x) { x.Run(); return 1; }",
        "  event Handler Changed { add { Own.Run(); } remove { } }",
        "  int value2 => value;"
      ),
      [
        "4 Use.Own: call Use.cs Pool.Run imported",
        "5 Use.implicit operator int: call Use.cs Pool.Run imported",
        "6 Use.Changed: read Use.cs Use.Own resolved",
        "6 Use.Changed: call Use.cs Pool.Run imported",
        "7 Use.value2: read Use.cs Use.value resolved"
      ]
    )
  })

  it("find what `new()` and `: this()` construct", () => {
    assert.deepStrictEqual(
      edgesIn(
        "  Pool first = new();",
        "  Pool Second { get; } = new();",
        "  Pool Third() => new();",
        "  void Go() { Pool fourth = new(); Take(new()); }",
        "  Use(int a) { }",
        "  Use() : this(1) { }",
        "  void Take(Pool given) { }"
      ),
      [
        "4 Use.first: new Use.cs Pool resolved",
        "5 Use.Second: new Use.cs Pool resolved",
        "6 Use.Third: new Use.cs Pool resolved",
        "7 Use.Go: new Use.cs Pool resolved",
        "7 Use.Go: call Use.cs Use.Take resolved",
        "9 Use.Use: new Use.cs Use resolved"
      ]
    )
  })

  it("follow what `switch` and `!` give, and what `where` says of a type parameter", () => {
    assert.deepStrictEqual(
      edgesIn(
        "  void Go<T>(T one, object o) where T : class, IRun, new() {",
        "    var a = o switch { Pool p => p, _ => k! }; a.Run();",
        "    k!.Run();",
        "    one.Do(); new T().Do();",
        "  }",
        "  interface IRun { void Do(); }"
      ).filter((line) => !line.includes("read")),
      [
        "5 Use.Go: call Use.cs Pool.Run imported",
        "6 Use.Go: call Use.cs Pool.Run imported",
        "7 Use.Go: call Use.cs Use.IRun.Do imported",
        "7 Use.Go: call Use.cs Use.IRun.Do imported"
      ]
    )
  })

  it("see the parameters of a class in its members", () => {
    const source = lines(
      "public class Pool { public void Run() { } }",
      "public class Use(Pool pool) { void Go() => pool.Run(); }"
    )
    assert.deepStrictEqual(callsOf({ "Use.cs": source }, "Use.cs"), ["2 Use.Go: call Use.cs Pool.Run imported"])
  })
})
