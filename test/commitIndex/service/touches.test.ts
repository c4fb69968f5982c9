import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { askIndex, makeIndex } from "../../support/commits/indexing.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const lines = Array.from({ length: 30 }, (_, number) => `line ${number}\n`).join("")

const makeMoves = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("Add the pool", { files: { "src/Pool.ts": lines, "src/pool_test.ts": "test\n" } })
  yield* repository.git(["mv", "src/Pool.ts", "src/Ponds.ts"])
  yield* repository.commit("Rename the pool")
  yield* repository.commit("Copy the ponds", { files: { "lib/Lakes.ts": lines, "src/Ponds.ts": `${lines}more\n` } })
  yield* repository.remove("src/pool_test.ts")
  yield* repository.link("src/Ponds.ts.link", "Ponds.ts")
  yield* repository.commit("Drop the test, link the ponds", { date: 1_700_000_000 })
  yield* repository.remove("src/Ponds.ts.link")
  yield* repository.write("src/Ponds.ts.link", "no link\n")
  yield* repository.commit("Make the link a file")
  const index = yield* makeIndex
  index.register("pond", repository.directory)
  yield* index.sync("pond")
  return yield* askIndex(index.path)
})

const scope = Scope.makeUnsafe()
const index = await Effect.runPromise(Scope.provide(makeMoves, scope))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const touched = (pattern: string) =>
  Effect.map(index.touches({ path_glob: pattern }), ({ results }) =>
    results.map(({ path, status, subject }) => `${status} ${path}: ${subject}`)
  )

describe("touches", () => {
  it.live("lists changes of a path with their status, newest author date first", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* touched("src/po"), [
        "M src/Ponds.ts: Copy the ponds",
        "R src/Ponds.ts: Rename the pool",
        "A src/Pool.ts: Add the pool",
        "A src/pool_test.ts: Add the pool",
        "T src/Ponds.ts.link: Make the link a file",
        "A src/Ponds.ts.link: Drop the test, link the ponds",
        "D src/pool_test.ts: Drop the test, link the ponds"
      ])
    })
  )

  it.live("matches a glob from the root, or a name at any depth", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* touched("lib/**"), ["C lib/Lakes.ts: Copy the ponds"])
      assert.deepStrictEqual(yield* touched("*akes.ts"), ["C lib/Lakes.ts: Copy the ponds"])
      assert.deepStrictEqual(yield* touched("[kl]ib/*"), ["C lib/Lakes.ts: Copy the ponds"])
      assert.deepStrictEqual(yield* touched("{lib,nowhere}/"), ["C lib/Lakes.ts: Copy the ponds"])
      assert.deepStrictEqual(yield* touched("Lakes"), ["C lib/Lakes.ts: Copy the ponds"])
      assert.deepStrictEqual(yield* touched("pool_t?st.ts"), [
        "A src/pool_test.ts: Add the pool",
        "D src/pool_test.ts: Drop the test, link the ponds"
      ])
      assert.deepStrictEqual(yield* touched("src/*/Ponds.ts"), [])
      assert.deepStrictEqual(yield* touched("pool%"), [])
      assert.deepStrictEqual(yield* touched("'; DROP TABLE paths; --"), [])
    })
  )

  it.live("is complemented by get_commit, which has the old path", () =>
    Effect.gen(function* () {
      const { results } = yield* index.touches({ path_glob: "Ponds.ts", limit: 10 })
      const renamed = results.find(({ status }) => status === "R")
      const commit = yield* index.commit({ repo: "pond", sha: renamed?.sha ?? "" })
      assert.deepStrictEqual(commit.changed_files, [{ path: "src/Ponds.ts", status: "R", old_path: "src/Pool.ts" }])
      const [copied] = (yield* index.touches({ path_glob: "Lakes" })).results
      const copy = yield* index.commit({ repo: "pond", sha: copied?.sha ?? "" })
      assert.deepInclude(copy.changed_files, { path: "lib/Lakes.ts", status: "C", old_path: "src/Ponds.ts" })
    })
  )
})
