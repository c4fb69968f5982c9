import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { graphOf, impact, nextTo } from "../../support/code/codeGraph.ts"
import { indexOf } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const files = {
  "Pool.java":
    "class Pool {\n  Pool(int size) { check(size); }\n  static void check(int size) {}\n  static Pool make() { return new Pool(1); }\n}\nclass Small extends Pool {\n  Small() { super(2); }\n}\nclass Init {\n  void init() {}\n  void constructor() {}\n}\nclass Uses {\n  void run(Pool pool) { new Init(); new Small(); }\n}\n",
  "pool.kt": "open class Gate {\n  constructor(size: Int) {}\n}\nfun gate() = Gate(1)\n",
  "pool.ts":
    "export class Door { constructor(size: number) {} }\nexport class Own extends Door { constructor() { super(1) } }\nexport class Plain extends Door {}\nexport const door = (given: Door) => new Plain(1)\nexport const own = () => new Own()\n",
  "pool.py":
    "class Lock:\n    def __init__(self):\n        pass\n\n\nclass Key(Lock):\n    pass\n\n\nclass Bolt(Key):\n    pass\n\n\ndef lock():\n    return Bolt()\n",
  "pool.php": "<?php\nclass Cage { public function __construct() {} }\nfunction cage() { return new Cage(); }\n",
  "Pool.cs": "class Tank {\n  public Tank(int size) {}\n  public static Tank Fill() { return new Tank(1); }\n}\n",
  "pool.hpp": "namespace net { class Hall { public: Hall(int size); }; }\n",
  "pool.cpp": '#include "pool.hpp"\nnet::Hall::Hall(int size) {}\nnet::Hall* hall() { return new net::Hall(1); }\n',
  "pool.rb": "class Shed\n  def initialize\n  end\nend\n\ndef shed\n  Shed.new\nend\n",
  "pool.swift": "class Barn {\n  init(size: Int) {}\n}\nfunc barn() -> Barn {\n  return Barn(size: 1)\n}\n",
  "pool.scala": "class Yard(size: Int) {\n  def this() = this(1)\n}\nobject Yards {\n  def yard = new Yard()\n}\n"
}

const project = Layer.unwrap(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit("First", { files })
    return Layer.merge(indexOf(repository.directory), graphOf(repository.directory))
  })
)

const callers = (name: string) =>
  Effect.flatMap(CodeIndex, (index) =>
    Effect.map(index.callers({ name, limit: 100, withNameOnly: false }), (answer) =>
      answer.callers.map(({ kind, line, path, within }) => `${path}:${line} ${within ?? ""} ${kind}`)
    )
  )

layer(project, { excludeTestServices: true })("callers of a constructor", (hosted) => {
  hosted.effect("are the constructions of its type, in each language", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* callers("Pool.Pool"), ["Pool.java:4 Pool.make new", "Pool.java:7 Small.Small call"])
      assert.deepStrictEqual(yield* callers("Gate.constructor"), ["pool.kt:4 gate call"])
      assert.deepStrictEqual(yield* callers("Cage::__construct"), ["pool.php:3 cage new"])
      assert.deepStrictEqual(yield* callers("Tank.Tank"), ["Pool.cs:3 Tank.Fill new"])
      assert.deepStrictEqual(yield* callers("pool.cpp:net::Hall::Hall"), ["pool.cpp:3 hall new"])
      assert.deepStrictEqual(yield* callers("Shed#initialize"), ["pool.rb:7 shed new"])
      assert.deepStrictEqual(yield* callers("Barn.init"), ["pool.swift:5 barn call"])
      assert.deepStrictEqual(yield* callers("Yard.this"), ["pool.scala:5 Yards.yard new"])
    })
  )

  hosted.effect("are those of types that inherit it, too, and not of types that have their own", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* callers("Door.constructor"), [
        "pool.ts:2 Own.constructor call",
        "pool.ts:4 door new"
      ])
      assert.deepStrictEqual(yield* callers("Lock.__init__"), ["pool.py:15 lock call"])
      assert.deepStrictEqual(yield* nextTo("callers", "pool.py:Lock.__init__"), ["pool.py:lock resolved 15"])
    })
  )

  hosted.effect("are not those of a method that has the name of another language's constructor", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* callers("Init.init"), [])
      assert.deepStrictEqual(yield* callers("Init.constructor"), [])
    })
  )

  hosted.effect("are listed once where the type is asked for, too", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* callers("Tank"), ["Pool.cs:3 Tank.Fill type", "Pool.cs:3 Tank.Fill new"])
    })
  )

  hosted.effect("may break by a change of what the constructor calls", () =>
    Effect.gen(function* () {
      const { reasons, transitive_dependents } = yield* impact({ target: "Pool.java", name: "Pool.check" })
      assert.strictEqual(transitive_dependents, 4)
      assert.deepInclude(reasons[0], { name: "Pool.Pool", kind: "calls", depth: 1 })
      assert.deepStrictEqual(yield* nextTo("callers", "Pool.java:Small.Small"), ["Pool.java:Uses.run resolved 14"])
    })
  )
})
