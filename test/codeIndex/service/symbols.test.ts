import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { inRepository, ways } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const files = {
  "src/pool.ts": [
    "/** Keeps connections. */",
    "export class Pool {",
    "  acquire(): number { return this.grow() }",
    "  private grow(): number { return 1 }",
    "}",
    "export const makePool = () => new Pool()",
    ""
  ].join("\n"),
  "src/app.ts": [
    'import { makePool, type Pool } from "./pool.ts"',
    "export function run(pool: Pool) {",
    "  return pool.acquire()",
    "}",
    "export const start = () => run(makePool())",
    "export const guess = (it: any) => it.acquire()",
    ""
  ].join("\n"),
  "lib/store.py": "from lib.base import Base\n\nclass Store(Base):\n    def save(self):\n        return self.check()\n",
  "lib/base.py": "class Base:\n    def check(self):\n        return True\n"
}

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("First", { files })
  return repository
})

const callers = (name: string, withNameOnly = false) =>
  Effect.flatMap(CodeIndex, (index) =>
    Effect.map(index.callers({ name, limit: 100, withNameOnly }), ({ callers: found }) =>
      found.map(({ how, kind, line, path, within }) => `${path}:${line} ${within ?? ""} ${kind} ${how}`)
    )
  )

const countNameOnly = (name: string, withNameOnly: boolean) =>
  Effect.flatMap(CodeIndex, (index) =>
    Effect.map(index.callers({ name, limit: 100, withNameOnly }), (answer) => answer.name_only)
  )

const names = (name: string) =>
  Effect.flatMap(CodeIndex, (index) =>
    Effect.map(index.symbol({ name, limit: 100 }), ({ results }) =>
      results.map(({ line, name: own, path }) => `${path}:${line} ${own}`)
    )
  )

describe("definitions and references", () => {
  for (const way of Object.keys(ways).filter((name): name is keyof typeof ways => name in ways)) {
    const options = way === "on the calling thread" ? {} : slow
    it.live(
      `are found by name ${way}, with how each reference is known`,
      () =>
        Effect.gen(function* () {
          const repository = yield* makeProject
          yield* Effect.gen(function* () {
            assert.deepStrictEqual(yield* names("acquire"), ["src/pool.ts:3 Pool.acquire"])
            assert.deepStrictEqual(yield* callers("Pool.acquire"), ["src/app.ts:3 run call imported"])
            assert.deepStrictEqual(yield* callers("grow"), ["src/pool.ts:3 Pool.acquire call resolved"])
            assert.deepStrictEqual(yield* callers("makePool"), ["src/app.ts:5 start call resolved"])
            assert.deepStrictEqual(yield* callers("Base.check"), ["lib/store.py:5 Store.save call resolved"])
            yield* repository.write("src/more.ts", 'import { makePool } from "./pool.ts"\nmakePool().acquire()\n')
            assert.deepStrictEqual(yield* callers("Pool.acquire"), [
              "src/app.ts:3 run call imported",
              "src/more.ts:2  call imported"
            ])
          }).pipe(inRepository(repository.directory, way))
        }),
      options
    )
  }

  it.live("count calls on unknown receivers only on request, as such", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* callers("Pool.acquire", true), [
          "src/app.ts:3 run call imported",
          "src/app.ts:6 guess call name_only"
        ])
        assert.strictEqual(yield* countNameOnly("Pool.acquire", false), 1)
        assert.isUndefined(yield* countNameOnly("Pool.acquire", true))
        assert.isUndefined(yield* countNameOnly("makePool", false))
      }).pipe(inRepository(directory))
    })
  )

  it.live("are found by the module's name, and in any case", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* names("pool.makePool"), ["src/pool.ts:6 makePool"])
        assert.deepStrictEqual(yield* names("MAKEPOOL"), ["src/pool.ts:6 makePool"])
        assert.deepStrictEqual(yield* names("lib.base.Base"), ["lib/base.py:1 Base"])
      }).pipe(inRepository(directory))
    })
  )

  it.live("of a base are found by the name of a type that inherits them, with whose they are", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* repository.commit("Extend", {
        files: {
          "lib/shop.py": "from lib.store import Store\n\nclass Shop(Store):\n    pass\n\nShop().check()\n",
          "src/big.ts": 'import { Pool } from "./pool.ts"\nexport class Big extends Pool {}\n',
          "src/loop.py": "class A(B):\n    pass\n\nclass B(A):\n    pass\n"
        }
      })
      yield* Effect.gen(function* () {
        const index = yield* CodeIndex
        const { results } = yield* index.symbol({ name: "Shop.check", limit: 10 })
        assert.deepStrictEqual(
          results.map(({ inherited_by: heir, name, path }) => [path, name, heir]),
          [["lib/base.py", "Base.check", "Shop"]]
        )
        assert.deepStrictEqual(yield* names("shop.Shop.save"), ["lib/store.py:4 Store.save"])
        assert.deepStrictEqual(yield* names("Big.acquire"), ["src/pool.ts:3 Pool.acquire"])
        assert.deepStrictEqual(yield* names("Store.save"), ["lib/store.py:4 Store.save"])
        assert.include(yield* callers("Shop.check"), "lib/shop.py:6  call imported")
        const { message } = yield* Effect.flip(index.symbol({ name: "A.none", limit: 1 }))
        assert.strictEqual(message, 'No definition named "A.none" in the index.')
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live(
    "with exactly this name come before those in another case",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* repository.commit("Load", {
          files: {
            "lib/user.py": "class User:\n    def load(self):\n        pass\n\nUser().load()\n",
            "lib/constants.py": "def LOAD():\n    pass\n\nclass USER:\n    def LOAD(self):\n        pass\n\nLOAD()\n"
          }
        })
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* names("load"), ["lib/user.py:2 User.load"])
          assert.deepStrictEqual(yield* callers("load"), ["lib/user.py:5  call imported"])
          assert.deepStrictEqual(yield* names("LOAD"), ["lib/constants.py:1 LOAD", "lib/constants.py:5 USER.LOAD"])
          assert.deepStrictEqual(yield* names("User.load"), ["lib/user.py:2 User.load"])
          assert.deepStrictEqual(yield* names("user.LOAD"), ["lib/constants.py:5 USER.LOAD", "lib/user.py:2 User.load"])
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  const shared = {
    "src/helpers.py": "def url_for():\n    pass\n\nurl_for()\n",
    "src/app.py": "class App:\n    def url_for(self):\n        pass\n\ndef url_for():\n    App().url_for()\n"
  }

  it.live("that share a short name are all found, those with no other name first; a file tells them apart", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* repository.commit("Share", { files: shared })
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* names("url_for"), [
          "src/app.py:5 url_for",
          "src/helpers.py:1 url_for",
          "src/app.py:2 App.url_for"
        ])
        assert.deepStrictEqual(yield* callers("url_for"), [
          "src/helpers.py:4  call resolved",
          "src/app.py:6 url_for call imported"
        ])
        assert.deepStrictEqual(yield* names("src/app.py:url_for"), ["src/app.py:5 url_for"])
        assert.deepStrictEqual(yield* names("./src/app.py:App.url_for"), ["src/app.py:2 App.url_for"])
        assert.deepStrictEqual(yield* callers("src/helpers.py:url_for"), ["src/helpers.py:4  call resolved"])
        const index = yield* CodeIndex
        const { total } = yield* index.symbol({ name: "url_for", path: "./src/app.py", limit: 10 })
        assert.strictEqual(total, 2)
        const { hint = "" } = yield* Effect.flip(index.symbol({ name: "src/app.py:App.url_fro", limit: 1 }))
        assert.match(hint, /^Similar names: App\.url_for, /)
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live(
    "are found by qualified names in any spelling, and by their ends",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* repository.commit("Spell", {
          files: {
            "src/assets.rs": "pub struct Assets;\nimpl Assets { pub fn get(&self) {} }\n",
            "src/a.php": "<?php\nclass A { public function run() {} }\n",
            "src/m.rb": "module M\n  class B\n    def call; end\n    def self.build; end\n  end\nend\n",
            "src/nested.py":
              "class Outer:\n    class Inner:\n        def meth(self):\n            pass\n\nclass Top:\n    def inherited(self):\n        pass\n\nclass Heir(Top):\n    pass\n\nclass Big:\n    class Heir:\n        def inherited(self):\n            pass\n\nclass Odd:\n    class Heir(Top):\n        pass\n"
          }
        })
        yield* Effect.gen(function* () {
          for (const name of ["Assets.get", "Assets::get", "Assets#get", "Assets/get", "src/assets.rs:Assets.get"]) {
            assert.deepStrictEqual(yield* names(name), ["src/assets.rs:2 Assets::get"], name)
          }
          assert.deepStrictEqual(yield* names("A.run"), ["src/a.php:2 A::run"])
          assert.deepStrictEqual(yield* names("B#call"), ["src/m.rb:3 M::B#call"])
          assert.deepStrictEqual(yield* names("M.B.call"), ["src/m.rb:3 M::B#call"])
          assert.deepStrictEqual(yield* names("B.build"), ["src/m.rb:4 M::B.build"])
          assert.deepStrictEqual(yield* names("Inner.meth"), ["src/nested.py:3 Outer.Inner.meth"])
          assert.deepStrictEqual(yield* names("inner::METH"), ["src/nested.py:3 Outer.Inner.meth"])
          // The type of exactly this name inherits it.
          assert.deepStrictEqual(yield* names("Heir.inherited"), ["src/nested.py:7 Top.inherited"])
          const index = yield* CodeIndex
          const { hint = "" } = yield* Effect.flip(index.symbol({ name: "Assets.gte", limit: 1 }))
          assert.match(hint, /^Similar names: Assets::get, /)
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live("that do not exist are an error with similar names", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      yield* Effect.gen(function* () {
        const index = yield* CodeIndex
        const { hint, message } = yield* Effect.flip(index.symbol({ name: "acquired", limit: 1 }))
        assert.strictEqual(message, 'No definition named "acquired" in the index.')
        assert.strictEqual(hint, "Similar names: acquire.")
      }).pipe(inRepository(directory))
    })
  )

  it.live("of a file are its outline", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      yield* Effect.gen(function* () {
        const index = yield* CodeIndex
        const { definitions } = yield* index.outline("src/pool.ts")
        assert.deepStrictEqual(
          definitions.map(({ line, name, type }) => `${line} ${type} ${name}`),
          ["2 class Pool", "3 method Pool.acquire", "4 method Pool.grow", "6 function makePool"]
        )
        assert.strictEqual((yield* index.outline("./src/pool.ts")).path, "src/pool.ts")
        const { message } = yield* Effect.flip(index.outline("src/none.ts"))
        assert.strictEqual(message, "Not in the index: src/none.ts")
        const hintOf = (path: string) => Effect.map(Effect.flip(index.outline(path)), ({ hint }) => hint)
        assert.strictEqual(yield* hintOf("pool.ts"), "Did you mean src/pool.ts?")
        assert.match((yield* hintOf("src")) ?? "", /^It is a folder\. Give a file, such as src\/.*pool\.ts/)
        const hint = (yield* hintOf("zzz.unknown")) ?? ""
        assert.match(
          hint,
          /^Give the path of a file from the root of the repository\..*; a submodule has an index of its own/
        )
      }).pipe(inRepository(directory))
    })
  )

  it.live(
    "that are not found may be in a file that could not be parsed",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.write("bundle.ts", `export const bundle = "${"f(a,b);".repeat(430_000)}"\n`)
        yield* Effect.gen(function* () {
          const index = yield* CodeIndex
          const { hint } = yield* Effect.flip(index.symbol({ name: "bundle", limit: 1 }))
          assert.strictEqual(hint, "Definitions are missing of 1 file that could not be parsed.")
          const { errors } = yield* index.status({})
          assert.deepStrictEqual(errors, [{ path: "bundle.ts", detail: "takes too much memory" }])
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live(
    "of a file that was not parsed as a whole say so, whatever other files are",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const broken = "export const one = 1\nconst two = (\n"
        yield* repository.commit("First", {
          files: { "one.ts": files["src/pool.ts"], "two.ts": broken, "three.zig": "fn a" }
        })
        yield* Effect.gen(function* () {
          const index = yield* CodeIndex
          const warningsOf = (path: string) => Effect.map(index.outline(path), ({ warnings = [] }) => warnings)
          assert.deepStrictEqual(yield* warningsOf("one.ts"), [])
          assert.deepStrictEqual(yield* warningsOf("two.ts"), [
            "Parts of this file could not be parsed: definitions may be missing."
          ])
          assert.deepStrictEqual(yield* warningsOf("three.zig"), [
            "There is no grammar for this language: searches find the file by its words."
          ])
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )
})
