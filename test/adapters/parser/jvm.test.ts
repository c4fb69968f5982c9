import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { outlineOf, renderUnit, unitsOf } from "./outlines.ts"

const namesOf = Effect.fnUntraced(function* (path: string, text: string) {
  return (yield* unitsOf(path, text)).map((unit) => unit.replace(/ \|.*$/, ""))
})

layer(Parser.layer)("Java", (it) => {
  it.effect("begins a declaration with its annotations, which are no part of its signature", () =>
    Effect.gen(function* () {
      const text =
        '/** doc */\n@Deprecated // note\n@Named("a")\npublic\nfinal class A {\n  @Override\n  public @Nullable String f(@Nullable int a) throws E { }\n}\n'
      assert.deepStrictEqual(yield* unitsOf("A.java", text), [
        "1-8 class A | public final class A",
        "6-7 method A.f | public String f(@Nullable int a) throws E"
      ])
    })
  )

  it.effect("has records, enums with bodies, interfaces with constants and annotation types", () =>
    Effect.gen(function* () {
      const text = [
        "package com.acme;",
        "sealed interface Shape permits Circle { int SIDES = 4, EDGES = 1; void draw(); default int area() { return 1; } }",
        "record Circle<T>(int r) implements Shape { Circle { check(); } Circle() { this(1); } static int N = 0; }",
        "enum Kind implements Shape { A, /** b */ B(1) { int x() { return 1; } }; static final Kind ANY = A; int x() { return 0; } }",
        '@interface Mark { int value() default 1; String NONE = ""; }',
        "void main() { }"
      ].join("\n")
      assert.deepStrictEqual(yield* namesOf("A.java", text), [
        "2-2 interface Shape",
        "2-2 constant Shape.SIDES",
        "2-2 constant Shape.EDGES",
        "2-2 method Shape.draw",
        "2-2 method Shape.area",
        "3-3 class Circle",
        "3-3 method Circle.Circle",
        "3-3 method Circle.Circle",
        "4-4 enum Kind",
        "4-4 constant Kind.A",
        "4-4 constant Kind.B",
        "4-4 method Kind.B.x",
        "4-4 constant Kind.ANY",
        "4-4 method Kind.x",
        "5-5 interface Mark",
        "5-5 method Mark.value",
        "5-5 constant Mark.NONE",
        "6-6 function main"
      ])
    })
  )

  it.effect("gives members of anonymous and local classes to what they stand in, and overloads a unit each", () =>
    Effect.gen(function* () {
      const text = [
        "class A {",
        "  static final Runnable R = new Runnable() { public void run() { } };",
        "  private final Runnable task = new Runnable() { public void run() { } };",
        "  private int count = 1;",
        "  void f(int a) { class Local { void g() { } } }",
        "  void f(String a) { go(() -> new Runnable() { public void run() { } }); }",
        "  static { new Thread() { void inStatic() { } }; }",
        "}"
      ].join("\n")
      assert.deepStrictEqual(yield* namesOf("A.java", text), [
        "1-8 class A",
        "2-2 constant A.R",
        "2-2 method A.R.run",
        "3-3 constant A.task",
        "3-3 method A.task.run",
        "5-5 method A.f",
        "5-5 class A.f.Local",
        "5-5 method A.f.Local.g",
        "6-6 method A.f",
        "6-6 method A.f.run",
        "7-7 method A.inStatic"
      ])
    })
  )
})

layer(Parser.layer)("Kotlin", (it) => {
  it.effect("reads a soft keyword as a name where no declaration follows, and as a modifier where one does", () =>
    Effect.gen(function* () {
      const text = [
        "open class Pool(private val open: Boolean, vararg sizes: Int) {",
        "  fun check(final: Boolean) {",
        "    if (!final) return",
        "    val inline = final && !open",
        "    open = inline",
        "    internal.close()",
        "    private[0] = 1",
        "    sealed += 1",
        "    override { 1 }",
        "    sizes.forEach { public -> public.use(dynamic) }",
        "    suspend = 2",
        "    val work: suspend (Int) -> Unit = suspend { go() }",
        "  }",
        "  protected open fun suspend() = 1",
        "  val dynamic get() = 1",
        "  fun `is open.`() = 2",
        "  internal inline fun <reified T> make(noinline block: suspend () -> T) = block",
        "}",
        "private",
        "final class Next"
      ].join("\n")
      const outline = yield* outlineOf("a.kt", text)
      assert.isFalse(outline.partial)
      assert.deepStrictEqual(outline.units.map(renderUnit), [
        "1-18 class Pool | open class Pool(private val open: Boolean, vararg sizes: Int)",
        "2-13 method Pool.check | fun check(final: Boolean)",
        "14-14 method Pool.suspend | protected open fun suspend()",
        "15-15 method Pool.dynamic | val dynamic",
        "16-16 method Pool.is open. | fun `is open.`()",
        "17-17 method Pool.make | internal inline fun <reified T> make(noinline block: suspend () -> T)",
        "19-20 class Next | private final class Next"
      ])
    })
  )

  it.effect("names members of a companion by their class, extensions by their receiver", () =>
    Effect.gen(function* () {
      const text = [
        "class Pool(val size: Int) : Base(size) {",
        "  companion object {",
        "    const val MAX = 1",
        "    fun of() = Pool(1)",
        "  }",
        "  constructor() : this(1)",
        "  fun String.inClass() = 1",
        "  init { check() }",
        "}",
        "object One : Base() {",
        "  val list = listOf<Int>()",
        "  fun <T> List<T>.third() = this[2]",
        "}",
        "fun <T> List<T>?.second(): T = this[1]",
        "val kotlin.String.words: Int get() = 1",
        "fun (() -> Unit).twice() {}",
        "infix fun Int.`shift left`(by: Int) = 1",
        "operator fun Pool.plus(other: Pool) = this"
      ].join("\n")
      assert.deepStrictEqual(yield* unitsOf("a.kt", text), [
        "1-9 class Pool | class Pool(val size: Int) : Base(size)",
        "2-5 module Pool.Companion | companion object",
        "3-3 constant Pool.MAX | const val MAX",
        "4-4 method Pool.of | fun of()",
        "6-6 method Pool.constructor | constructor()",
        "7-7 method Pool.inClass | fun String.inClass()",
        "10-13 module One | object One : Base()",
        "11-11 constant One.list | val list",
        "12-12 method One.third | fun <T> List<T>.third()",
        "14-14 function List.second | fun <T> List<T>?.second(): T",
        "15-15 function kotlin.String.words | val kotlin.String.words: Int",
        "16-16 function twice | fun (() -> Unit).twice()",
        "17-17 function Int.shift left | infix fun Int.`shift left`(by: Int)",
        "18-18 function Pool.plus | operator fun Pool.plus(other: Pool)"
      ])
    })
  )

  it.effect("takes a property for a method where code answers for it or heirs must, not where it is state", () =>
    Effect.gen(function* () {
      const text = [
        "abstract class A {",
        "  val state = 1",
        "  val later: Int",
        "  lateinit var late: String",
        "  abstract val asked: Int",
        "  val lazily by lazy { 1 }",
        "  var told: Int",
        "    get() = 1",
        "    set(value) { }",
        "  val lambda = { x: Int -> x }",
        "  val listener = object : Listener {",
        "    override fun heard() = 1",
        "  }",
        "  fun make() = object : Listener {",
        "    override fun heard() = 1",
        "  }",
        "}",
        "interface I {",
        "  val asked: Int",
        "}",
        "val (one, _) = pair",
        "var open = 1"
      ].join("\n")
      assert.deepStrictEqual(yield* namesOf("a.kt", text), [
        "1-17 class A",
        "5-5 method A.asked",
        "6-6 method A.lazily",
        "7-9 method A.told",
        "10-10 method A.lambda",
        "11-13 constant A.listener",
        "12-12 method A.listener.heard",
        "14-16 method A.make",
        "15-15 method A.make.heard",
        "18-20 interface I",
        "19-19 method I.asked",
        "21-21 constant one",
        "22-22 constant open"
      ])
    })
  )

  it.effect("are classes of Kotlin with a constructor on the next line", () =>
    Effect.gen(function* () {
      const text =
        "class Pool {\n  class Options<T>\n  private constructor(\n    val size: Int,\n  ) {\n    fun size() = size\n  }\n  class Seed\n\n  @Inject internal constructor()\n  fun take() {}\n}\n"
      const outline = yield* outlineOf("a.kt", text)
      assert.deepStrictEqual(outline.units.map(renderUnit), [
        "1-12 class Pool | class Pool",
        "2-7 class Pool.Options | class Options<T> private constructor(val size: Int)",
        "6-6 method Pool.Options.size | fun size()",
        "8-10 class Pool.Seed | class Seed @Inject internal constructor()",
        "11-11 method Pool.take | fun take()"
      ])
      assert.isFalse(outline.partial)
    })
  )

  it.effect("reads modifiers that the grammar does not take, and keeps them in signatures", () =>
    Effect.gen(function* () {
      const text = [
        "@OptIn(Unsafe::class)",
        "actual class Crc {",
        "  fun f() = 1",
        "}",
        "internal actual open class Bytes",
        "internal actual constructor(internal actual val data: ByteArray) : Base {",
        "  fun g() = 1",
        "}",
        "@Target(CLASS)",
        "annotation class Mark"
      ].join("\n")
      assert.deepStrictEqual(yield* unitsOf("a.kt", text), [
        "1-4 class Crc | actual class Crc",
        "3-3 method Crc.f | fun f()",
        "5-8 class Bytes | internal actual open class Bytes internal actual constructor(internal actual val data: ByteArray) : Base",
        "7-7 method Bytes.g | fun g()",
        "9-10 class Mark | annotation class Mark"
      ])
    })
  )
})

layer(Parser.layer)("Scala", (it) => {
  it.effect("treats values of a class as constants only when they are more than state", () =>
    Effect.gen(function* () {
      const text = [
        "class A {",
        "  val state = 1",
        "  var count = 1",
        "  val Max = 1",
        "  implicit val ordering: Ordering[Int] = null",
        '  override val name = ""',
        "  val asked: Int",
        "  val f = (x: Int) => x",
        "  val listener = new Listener { def heard = 1 }",
        "  def this() = this(1)",
        "}"
      ].join("\n")
      assert.deepStrictEqual(yield* namesOf("a.scala", text), [
        "1-11 class A",
        "4-4 constant A.Max",
        "5-5 constant A.ordering",
        "6-6 constant A.name",
        "7-7 constant A.asked",
        "8-8 method A.f",
        "9-9 constant A.listener",
        "9-9 method A.listener.heard",
        "10-10 method A.this"
      ])
    })
  )

  it.effect("names givens and extensions that have no name by their type", () =>
    Effect.gen(function* () {
      const text = [
        "given Ord[Int] with",
        "  def compare(a: Int) = 1",
        "given named: Ord[String] = null",
        "/** Words. */",
        "extension [T](list: List[T])",
        "  /** Second. */",
        "  def second = list(1)",
        "  def third = list(2)",
        "object syntax:",
        "  extension (text: String) def words = 1"
      ].join("\n")
      assert.deepStrictEqual(yield* namesOf("a.scala", text), [
        "1-2 impl given Ord[Int]",
        "2-2 method given Ord[Int].compare",
        "3-3 constant named",
        "4-8 impl extension List",
        "6-7 method List.second",
        "8-8 method List.third",
        "9-10 module syntax",
        "10-10 impl syntax.extension String",
        "10-10 method syntax.words"
      ])
    })
  )
})

layer(Parser.layer)("Java, Kotlin and Scala with syntax errors", (it) => {
  it.effect("keep the declarations before and after a broken one", () =>
    Effect.gen(function* () {
      const cases = [
        ["A.java", "class First { }\n\nclass Broken {\n  void f( { return }\n}\n\nclass Last { }\n"],
        ["A.java", "class First { }\n\nclass Broken { int x = ; int[] y = { ; }\n\nclass Last { }\n"],
        ["a.kt", "class First\n\nval broken = = 1\n\nclass Last\n"],
        ["a.scala", "class First\n\nclass Broken { def f( = 1 }\n\nclass Last\n"]
      ] as const
      for (const [path, text] of cases) {
        const { partial, units } = yield* outlineOf(path, text)
        const names = units.map(({ name }) => name)
        assert.isTrue(partial, text)
        assert.includeMembers(names, ["First", "Last"], text)
      }
    })
  )
})
