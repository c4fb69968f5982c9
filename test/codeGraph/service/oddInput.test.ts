import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import { evolution, impact, inRepository, nextTo } from "../../support/code/codeGraph.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

describe("odd input", () => {
  it.live(
    "may be a history of 1,000 authors, who are counted although not all are listed",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const lines = Array.from({ length: 1000 }, (_, index) => `export const n${index} = ${index}\n`)
        yield* repository.importHistory(
          lines.map((_, index) => ({
            message: `Add ${index}`,
            author: `Author ${index} <${index}@example.org>`,
            files: { "numbers.js": lines.slice(0, index + 1).join("") }
          }))
        )
        yield* Effect.gen(function* () {
          const owned = yield* evolution({ query_type: "file_ownership", file: "numbers.js", limit: 10 })
          assert.lengthOf(owned.ownership ?? [], 10)
          assert.deepInclude(owned, { num_authors: 1000, has_more: true, bus_factor: 501 })
          const churn = yield* evolution({ query_type: "file_churn", file: "numbers.js", limit: 10 })
          assert.deepInclude(churn, { commit_count: 500, num_authors: 500, has_more: true })
          assert.deepStrictEqual(churn.warnings, ["Only the newest 500 commits of the file are counted."])
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live("may be a repository without a commit: code is answered for, history says what it lacks", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("a.js", "export const a = () => b()\nconst b = () => 1\n")
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* nextTo("callers", "a.js:b"), ["a.js:a resolved 1"])
        assert.strictEqual((yield* impact({ target: "a.js", name: "b" })).direct_dependents, 1)
        const graph = yield* CodeGraph
        for (const asked of [
          Effect.asVoid(graph.hotspots({})),
          Effect.asVoid(evolution({ query_type: "recent_commits" })),
          Effect.asVoid(evolution({ query_type: "file_ownership", file: "a.js" }))
        ]) {
          assert.match((yield* Effect.flip(asked)).message, /HEAD|commit/)
        }
      }).pipe(inRepository(repository.directory))
    })
  )
})
