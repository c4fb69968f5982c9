import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { outlineOf, renderUnit, unitsOf } from "./outlines.ts"

const namesOf = Effect.fnUntraced(function* (path: string, text: string) {
  return (yield* unitsOf(path, text)).map((unit) => unit.replace(/ \|.*$/, ""))
})

layer(Parser.layer)("C#", (it) => {
  it.effect("C# gives members of extension blocks to the class around them, for any extended type", () =>
    Effect.gen(function* () {
      const text = [
        "public static class Enumerable",
        "{",
        "    extension<TSource>(IEnumerable<TSource> source)",
        "        where TSource : class, new()",
        "    {",
        "        public bool IsEmpty => !source.Any();",
        "        public IEnumerable<TSource> Where(Func<TSource, bool> keep) { return source; }",
        "        public static IEnumerable<TSource> operator +(IEnumerable<TSource> a, IEnumerable<TSource> b) => a;",
        "    }",
        "    extension(ref (int Low, int High) range) { public void Grow() { range.High++; } }",
        "    extension<T>(List<T>)",
        "    { // static members",
        "        public static List<T> Empty => [];",
        "    }",
        "    public static int Count(this string text) => extension(text) + 1;",
        "}",
        "public class Next { public void Go() { } }"
      ].join("\n")
      const outline = yield* outlineOf("a.cs", text)
      assert.isFalse(outline.partial)
      assert.deepStrictEqual(outline.units.map(renderUnit), [
        "1-16 class Enumerable | public static class Enumerable",
        "6-6 method Enumerable.IsEmpty | public bool IsEmpty",
        "7-7 method Enumerable.Where | public IEnumerable<TSource> Where(Func<TSource, bool> keep)",
        "8-8 method Enumerable.operator + | public static IEnumerable<TSource> operator +(IEnumerable<TSource> a, IEnumerable<TSource> b)",
        "10-10 method Enumerable.Grow | public void Grow()",
        "13-13 method Enumerable.Empty | public static List<T> Empty",
        "15-15 method Enumerable.Count | public static int Count(this string text)",
        "17-17 class Next | public class Next",
        "17-17 method Next.Go | public void Go()"
      ])
    })
  )

  it.effect("gives the same names for file-scoped and block namespaces", () =>
    Effect.gen(function* () {
      const whole = yield* namesOf("a.cs", "namespace Acme.Pools;\nclass Pool { class Inner { void F() { } } }\n")
      const braces = yield* namesOf("a.cs", "namespace Acme.Pools {\nclass Pool { class Inner { void F() { } } } }\n")
      assert.deepStrictEqual(whole, ["2-2 class Pool", "2-2 class Pool.Inner", "2-2 method Pool.Inner.F"])
      assert.deepStrictEqual(braces, whole)
    })
  )

  it.effect("has a unit for each kind of member, without bodies and attributes in its signature", () =>
    Effect.gen(function* () {
      const text = [
        "/// <summary>Doc.</summary>",
        "[Serializable]",
        "public class Pool<T> : IDisposable where T : new() {",
        "  public const int Max = 1, Min = 0;",
        "  private static readonly int[] Table = { 1 };",
        "  private int state;",
        "  static Pool() { }",
        "  public Pool(int size) : base(size) { }",
        "  ~Pool() { }",
        "  [Obsolete] public int Size { get; private set; } = 3;",
        "  public int Half => Size / 2;",
        "  public T this[int at] { get => default; }",
        "  public event EventHandler Changed;",
        "  public static Pool<T> operator +(Pool<T> a, Pool<T> b) => a;",
        "  public static explicit operator int(Pool<T> a) => 1;",
        "  void IDisposable.Dispose() { void Local() { } }",
        "  IEnumerator IEnumerable<T>.GetEnumerator() => null;",
        "  public delegate void Handler(int a);",
        "  enum Kind : byte { A, B = 2 }",
        "}",
        "public readonly record struct Point(int X);",
        "public record Line(Point A) { }"
      ].join("\n")
      assert.deepStrictEqual(yield* unitsOf("a.cs", text), [
        "1-20 class Pool | public class Pool<T> : IDisposable where T : new()",
        "4-4 constant Pool.Max | public const int Max",
        "4-4 constant Pool.Min | public const int Min",
        "5-5 constant Pool.Table | private static readonly int[] Table",
        "7-7 method Pool.Pool | static Pool()",
        "8-8 method Pool.Pool | public Pool(int size)",
        "9-9 method Pool.~Pool | ~Pool()",
        "10-10 method Pool.Size | public int Size",
        "11-11 method Pool.Half | public int Half",
        "12-12 method Pool.this[] | public T this[int at]",
        "13-13 method Pool.Changed | public event EventHandler Changed",
        "14-14 method Pool.operator + | public static Pool<T> operator +(Pool<T> a, Pool<T> b)",
        "15-15 method Pool.explicit operator int | public static explicit operator int(Pool<T> a)",
        "16-16 method Pool.IDisposable.Dispose | void IDisposable.Dispose()",
        "16-16 function Pool.IDisposable.Dispose.Local | void Local()",
        "17-17 method Pool.IEnumerable.GetEnumerator | IEnumerator IEnumerable<T>.GetEnumerator()",
        "18-18 type Pool.Handler | public delegate void Handler(int a)",
        "19-19 enum Pool.Kind | enum Kind : byte",
        "19-19 constant Pool.Kind.A | A",
        "19-19 constant Pool.Kind.B | B = 2",
        "21-21 struct Point | public readonly record struct Point(int X)",
        "22-22 class Line | public record Line(Point A)"
      ])
    })
  )

  it.effect("reads both branches of a condition, and one where it splits a declaration", () =>
    Effect.gen(function* () {
      const text = [
        "interface ILogger",
        "#if SPAN",
        "  : ISpan",
        "#endif",
        "{",
        "#if A",
        "  void One();",
        "#else",
        "  void Two();",
        "#endif",
        "  void Three()",
        "#if B",
        "  { }",
        "#else",
        "  ;",
        "#endif",
        "}"
      ].join("\n")
      assert.deepStrictEqual(yield* namesOf("a.cs", text), [
        "1-17 interface ILogger",
        "7-7 method ILogger.One",
        "9-9 method ILogger.Two",
        "11-13 method ILogger.Three"
      ])
    })
  )

  it.effect("has one branch of a condition in a signature that it splits", () =>
    Effect.gen(function* () {
      const text = "#if A\nclass One\n#else\nclass Two\n#endif\n{\n}\n"
      assert.deepStrictEqual(yield* unitsOf("a.cs", text), ["2-7 class One | class One"])
    })
  )

  it.effect("finds what is declared in a script, and around a broken member", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* namesOf("a.csx", "using System;\nint x = 1;\nvoid Top() { }\n"), [
        "3-3 function Top"
      ])
      const { partial, units } = yield* outlineOf(
        "a.cs",
        "class A {\n  void One() { }\n  void ( { }\n  void Two() { }\n}\n"
      )
      assert.isTrue(partial)
      assert.includeMembers(
        units.map(({ name }) => name),
        ["A.One", "A.Two"]
      )
    })
  )
})

layer(Parser.layer)("Swift", (it) => {
  it.effect("has the functions after expansions of macros", () =>
    Effect.gen(function* () {
      const text =
        "#Preview {\n  View()\n}\nfunc open(\n  line: UInt = #line,\n  at: Location = #_sourceLocation\n) {\n  #expect(size() == 1)\n}\nfunc last() {}\n"
      assert.deepStrictEqual(yield* unitsOf("a.swift", text), [
        "4-9 function open | func open(line: UInt = #line, at: Location = #_sourceLocation)",
        "10-10 function last | func last()"
      ])
    })
  )

  it.effect("gives members of an extension to its type, and names it by what it adds", () =>
    Effect.gen(function* () {
      const text = [
        "/// Doc.",
        "@MainActor",
        "public final class Pool<T: Hashable>: Base where T: Sendable {",
        "  public static let max = 1, min = 0",
        "  private var state = 1",
        "  var watched = 1 { didSet { } }",
        "  var half: Int { state / 2 }",
        "  init(_ size: Int) throws { }",
        "  convenience init?(x: Int) { }",
        "  deinit { }",
        "  subscript(at: Int) -> T { get { fatalError() } }",
        "  @discardableResult func acquire<R>(_ a: Int, for b: String...) async throws -> R { func local() { } }",
        "  static func == (a: Pool, b: Pool) -> Bool { true }",
        "  enum Kind: Int { case a = 1, b",
        "    indirect case c(Kind)",
        "  }",
        "}",
        "extension Pool: Sequence, Foo where T == Int { func next() { } }",
        "extension Array.Index { }",
        "protocol P: AnyObject { associatedtype E: X; var p: Int { get set }; func m(); init() }",
        "actor A { func `default`() { } }",
        "let shared = Pool()",
        "var computed: Int { 1 }",
        "let block = { (x: Int) in x }",
        "public typealias Pair<T> = (T, T)"
      ].join("\n")
      const found = yield* unitsOf("a.swift", text)
      assert.deepStrictEqual(found, [
        "1-17 class Pool | public final class Pool<T: Hashable>: Base where T: Sendable",
        "4-4 constant Pool.max | public static let max",
        "4-4 constant Pool.min | public static let max",
        "6-6 method Pool.watched | var watched",
        "7-7 method Pool.half | var half: Int",
        "8-8 method Pool.init | init(_ size: Int) throws",
        "9-9 method Pool.init | convenience init?(x: Int)",
        "10-10 method Pool.deinit | deinit",
        "11-11 method Pool.subscript | subscript(at: Int) -> T",
        "12-12 method Pool.acquire | func acquire<R>(_ a: Int, for b: String...) async throws -> R",
        "12-12 function Pool.acquire.local | func local()",
        "13-13 method Pool.== | static func == (a: Pool, b: Pool) -> Bool",
        "14-16 enum Pool.Kind | enum Kind: Int",
        "14-14 constant Pool.Kind.a | case a = 1, b",
        "14-14 constant Pool.Kind.b | case a = 1, b",
        "15-15 constant Pool.Kind.c | indirect case c(Kind)",
        "18-18 impl extension Pool: Sequence, Foo | extension Pool: Sequence, Foo where T == Int",
        "18-18 method Pool.next | func next()",
        "19-19 impl extension Array.Index | extension Array.Index",
        "20-20 interface P | protocol P: AnyObject",
        "20-20 type P.E | associatedtype E: X",
        "20-20 method P.p | var p: Int { get set }",
        "20-20 method P.m | func m()",
        "20-20 method P.init | init()",
        "21-21 class A | actor A",
        "21-21 method A.default | func `default`()",
        "22-22 constant shared | let shared",
        "23-23 function computed | var computed: Int",
        "24-24 function block | let block",
        "25-25 type Pair | public typealias Pair<T>"
      ])
    })
  )

  it.effect("reads both branches of a condition of compilation", () =>
    Effect.gen(function* () {
      const text =
        "#if canImport(A)\nimport A\n#endif\nclass B {\n  #if DEBUG\n  func f() { }\n  #else\n  func g() { }\n  #endif\n}\n"
      assert.deepStrictEqual(yield* namesOf("a.swift", text), ["4-10 class B", "6-6 method B.f", "8-8 method B.g"])
    })
  )

  it.effect("keeps the declarations around a broken one", () =>
    Effect.gen(function* () {
      const { partial, units } = yield* outlineOf("a.swift", "class First { }\n\nfunc broken( {\n}\n\nclass Last { }\n")
      assert.isTrue(partial)
      assert.includeMembers(
        units.map(({ name }) => name),
        ["First", "Last"]
      )
    })
  )
})
