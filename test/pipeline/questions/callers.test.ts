import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { IndexOnDemand } from "../../../src/codeIndex/service/IndexOnDemand.ts"
import { ReconcileTimeout } from "../../../src/codeIndex/service/ReconcileTimeout.ts"
import type { DepsAnswer } from "../../../src/pipeline/answering/answers.ts"
import { updateLockSuffix } from "../../../src/store/database/repositoryDatabasePath.ts"
import { waitForLock } from "../../../src/store/database/waitForLock.ts"
import { ask, serving, servingApart } from "../../support/ask.ts"
import { inRepository } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const files = {
  "src/pool.ts": "export class Pool {\n  acquire(): number { return 1 }\n}\nexport const makePool = () => new Pool()\n",
  "src/app.ts": 'import { makePool } from "./pool.ts"\nexport const start = () => makePool().acquire()\n',
  "src/other.ts": 'import { makePool } from "./pool.ts"\nmakePool()\n'
}

const index = Effect.flatMap(CodeIndex, (service) => service.index({ background: false }))

const locate = ({ callers = [] }: DepsAnswer) => callers.map(({ file, line }) => `${file}:${line}`)

const makeIndexed = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("First", { files })
  yield* inRepository(repository.directory)(index)
  return repository
})

describe("deps of an anchor where the repository has a code index", () => {
  it.live("lists what refers to it, with how that is known", () =>
    Effect.gen(function* () {
      const repository = yield* makeIndexed
      const { callers } = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "acquire" })
      assert.deepStrictEqual(callers, [{ file: "src/app.ts", line: 2, anchor: "start", how: "imported" }])
      const found = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "makePool" })
      assert.deepStrictEqual(locate(found), ["src/app.ts:2", "src/other.ts:2"])
    })
  )

  it.live("lists them in HEAD of a repository without a work tree, where it may begin an index", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", { files })
      const bare = yield* makeRepository({ bare: true })
      yield* repository.git(["push", "--quiet", bare.directory, "main"])
      const found = yield* ask(bare)
        .deps({ path: "src/pool.ts", anchor: "makePool" })
        .pipe(Effect.provideService(IndexOnDemand, true), Effect.provideService(ReconcileTimeout, Duration.infinity))
      assert.deepStrictEqual(locate(found), ["src/app.ts:2", "src/other.ts:2"])
    })
  )

  it.live("leaves out what a push changed since a repository without a work tree was indexed, where time is over", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", { files })
      const bare = yield* makeRepository({ bare: true })
      yield* repository.git(["push", "--quiet", bare.directory, "main"])
      yield* inRepository(bare.directory)(index)
      yield* repository.commit("Second", { files: { "src/app.ts": `\n\n${files["src/app.ts"]}` } })
      yield* repository.git(["push", "--quiet", bare.directory, "main"])
      const database = join(bare.directory, "ultragit", "code.db")
      assert.isTrue(yield* waitForLock(`${database}${updateLockSuffix}`, "1 second", Effect.void))
      const found = yield* ask(bare)
        .deps({ path: "src/pool.ts", anchor: "makePool" })
        .pipe(Effect.provideService(ReconcileTimeout, 0))
      assert.deepStrictEqual(locate(found), ["src/other.ts:2"])
    })
  )

  it.live("lists calls of a method that it overrides, which may reach it, but none by super", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const classes = [
        "export abstract class Source {",
        "  load() { return this.open() }",
        "  open() { return 1 }",
        "}",
        "export class Pool extends Source {",
        "  open() { return super.open() }",
        "}",
        "export class Other extends Source {",
        "  open() { return super.open() + 1 }",
        "}",
        "export const use = (pool: Pool) => pool.open()"
      ]
      yield* repository.commit("First", { files: { "src/source.ts": `${classes.join("\n")}\n` } })
      yield* inRepository(repository.directory)(index)
      const { callers } = yield* ask(repository).deps({ path: "src/source.ts", anchor: "Pool.open" })
      const file = "src/source.ts"
      assert.deepStrictEqual(callers, [
        { file, line: 11, anchor: "use", how: "imported" },
        { file, line: 2, anchor: "Source.load", how: "resolved", through: "src/source.ts:Source.open" }
      ])
    })
  )

  it.live("counts calls on unknown receivers that may be of it, with the nearest places", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const loose = "export const guess = (it: any) => it.acquire()\n"
      yield* repository.commit("First", { files: { ...files, "lib/far.ts": loose, "src/loose.ts": loose + loose } })
      yield* inRepository(repository.directory)(index)
      const found = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "Pool.acquire" })
      assert.deepInclude(found, { possible_callers: 3, possible_places: ["src/loose.ts:1,2", "lib/far.ts:1"] })
      assert.notProperty(yield* ask(repository).deps({ path: "src/pool.ts", anchor: "makePool" }), "possible_callers")
    })
  )

  it.live("lists what calls a function of C for its definition and its declaration", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", {
        files: {
          "pool.h": "int acquire(int n);\n",
          "pool.c": '#include "pool.h"\nint acquire(int n) {\n  return n ? acquire(n - 1) : 0;\n}\n',
          "app.c": '#include "pool.h"\nint start(void) {\n  return acquire(1);\n}\n'
        }
      })
      yield* inRepository(repository.directory)(index)
      for (const path of ["pool.h", "pool.c"]) {
        assert.deepStrictEqual(locate(yield* ask(repository).deps({ path, anchor: "acquire" })), ["app.c:3"], path)
      }
    })
  )

  it.live("lists callers in files that are edited or new, at their lines of now", () =>
    Effect.gen(function* () {
      const repository = yield* makeIndexed
      yield* repository.write("src/app.ts", `\n\n${files["src/app.ts"]}`)
      yield* repository.write("src/new.ts", files["src/other.ts"])
      yield* repository.write("src/other.ts", "")
      const found = yield* ask(repository)
        .deps({ path: "src/pool.ts", anchor: "makePool" })
        .pipe(Effect.provideService(ReconcileTimeout, Duration.infinity))
      assert.deepStrictEqual(locate(found), ["src/app.ts:4", "src/new.ts:2"])
      assert.lengthOf(found.warnings ?? [], 1)
    })
  )

  it.live(
    "lists them in a server, after each edit",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeIndexed
        yield* servingApart(repository, (pipeline) =>
          Effect.gen(function* () {
            const asked = pipeline.deps({ path: "src/pool.ts", anchor: "makePool" })
            yield* repository.write("src/first.ts", files["src/other.ts"])
            assert.include(locate(yield* asked), "src/first.ts:2")
            yield* repository.write("src/second.ts", `\n${files["src/other.ts"]}`)
            assert.include(locate(yield* asked), "src/second.ts:3")
            yield* repository.write("src/second.ts", "")
            assert.deepStrictEqual(locate(yield* asked), ["src/app.ts:2", "src/first.ts:2", "src/other.ts:2"])
          })
        )
      }),
    slow
  )

  it.live("lists them once the repository is indexed, though the same was asked before", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", { files })
      yield* serving(repository, (pipeline) =>
        Effect.gen(function* () {
          const asked = pipeline.deps({ path: "src/pool.ts", anchor: "makePool" })
          assert.notProperty(yield* asked, "callers")
          yield* inRepository(repository.directory)(index)
          assert.deepStrictEqual(locate(yield* asked), ["src/app.ts:2", "src/other.ts:2"])
        })
      )
    })
  )

  it.live("leaves out files that changed since they were indexed where time is over, and says so", () =>
    Effect.gen(function* () {
      const repository = yield* makeIndexed
      yield* repository.write("src/app.ts", `\n\n${files["src/app.ts"]}`)
      // Another process updates the index meanwhile, so that an update here does not end.
      const database = join(repository.directory, ".git", "ultragit", "code.db")
      assert.isTrue(yield* waitForLock(`${database}${updateLockSuffix}`, "1 second", Effect.void))
      const { callers, warnings } = yield* ask(repository)
        .deps({ path: "src/pool.ts", anchor: "Pool.acquire" })
        .pipe(Effect.provideService(ReconcileTimeout, 0))
      assert.isUndefined(callers)
      assert.include(
        warnings ?? [],
        'The callers may not be complete, because the code index is not up to date yet. "ultragit code callers" waits until it is and lists all.'
      )
      assert.include(
        warnings ?? [],
        'The callers are not complete: 1 reference left out, because src/app.ts changed since the last indexing. "ultragit code callers" indexes what changed and lists all.'
      )
    })
  )

  it.live(
    "says nothing of callers without an index, an anchor, or about another revision",
    () =>
      Effect.gen(function* () {
        const plain = yield* makeRepository()
        yield* plain.commit("First", { files })
        assert.notProperty(yield* ask(plain).deps({ path: "src/pool.ts", anchor: "makePool" }), "callers")
        const repository = yield* makeIndexed
        assert.notProperty(yield* ask(repository).deps({ path: "src/pool.ts" }), "callers")
        const past = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "makePool", rev: "HEAD" })
        assert.notProperty(past, "callers")
      }),
    slow
  )
})
