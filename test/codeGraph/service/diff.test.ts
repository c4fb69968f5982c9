import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import type { DiffInput } from "../../../src/codeGraph/model/inputs.ts"
import { inRepository } from "../../support/code/codeGraph.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const unusedAs = (name: string): string =>
  `function ${name}(text: string) {\n  return text\n}\n\nexport const kept = 1\n`
const unfinished = "def add(item):\n    raise NotImplemented\n"

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("First", { files: { "src/a.ts": unusedAs("forgotten"), "lib/b.py": unfinished } })
  return repository
})

const diff = (input: DiffInput = {}) => Effect.flatMap(CodeGraph, (graph) => graph.diff(input))

const differences = (input: DiffInput = {}) =>
  Effect.map(diff(input), ({ added, fixed, unchanged, worse }) => ({
    added: added.map(({ detector, file }) => `${file} ${detector}`),
    worse: worse.map(({ detector, file, was }) => `${file} ${detector} was ${was}`),
    fixed: fixed.map(({ detector, file }) => `${file} ${detector}`),
    unchanged
  }))

describe("what a change does to findings", () => {
  it.live(
    "is nothing where nothing changed",
    () =>
      Effect.gen(function* () {
        const { directory } = yield* makeProject
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* differences(), { added: [], worse: [], fixed: [], unchanged: 2 })
          const { health_score: score, moved_by: moves } = yield* diff()
          assert.strictEqual(score.before, score.now)
          assert.deepStrictEqual(moves, [])
        }).pipe(inRepository(directory))
      }),
    slow
  )

  it.live("is what uncommitted edits add and fix, with the points that they cost and win", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* repository.write("lib/b.py", "def add(item, items):\n    return [*items, item]\n")
      yield* repository.write("src/d.ts", unusedAs("lost"))
      yield* repository.write("src/e.ts", unusedAs("left"))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* differences(), {
          added: ["src/d.ts unused-function", "src/e.ts unused-function"],
          worse: [],
          fixed: ["lib/b.py raise-not-implemented"],
          unchanged: 1
        })
        const { health_score: score, moved_by: moves } = yield* diff()
        assert.isAbove(score.now, score.before)
        assert.deepStrictEqual(
          moves.map(({ detector, points }) => `${detector} ${points > 0 ? "won" : "cost"} points`),
          ["raise-not-implemented won points", "unused-function cost points"]
        )
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live(
    "is nothing where a definition moves to another file",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* repository.git(["mv", "lib/b.py", "lib/c.py"])
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* differences(), { added: [], worse: [], fixed: [], unchanged: 2 })
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live(
    "is counted from where HEAD left a branch",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* repository.git(["checkout", "--quiet", "-b", "topic"])
        yield* repository.commit("On topic", { files: { "src/topic.ts": unusedAs("lost") } })
        yield* repository.git(["checkout", "--quiet", "main"])
        yield* repository.commit("On main", { files: { "src/main.ts": unusedAs("left") } })
        yield* repository.git(["checkout", "--quiet", "topic"])
        yield* Effect.gen(function* () {
          const { added, fixed } = yield* differences({ base: "main" })
          assert.deepStrictEqual({ added, fixed }, { added: ["src/topic.ts unused-function"], fixed: [] })
          const { base } = yield* diff({ base: "main" })
          assert.strictEqual(base, yield* repository.id("main~1"))
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live(
    "leaves out what the baseline knows",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* repository.write("src/d.ts", unusedAs("lost"))
        yield* Effect.gen(function* () {
          yield* Effect.flatMap(CodeGraph, ({ baseline }) => baseline)
          assert.deepInclude(yield* diff(), { added: [], baselined: 1 })
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live("fails for a revision that is not there", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      const error = yield* Effect.flip(diff({ base: "nothing" })).pipe(inRepository(directory))
      assert.include(error.message, "nothing")
    })
  )
})
