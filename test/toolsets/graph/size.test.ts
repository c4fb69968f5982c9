import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { impactTool, queryTool } from "../../../src/toolsets/graph/tools.ts"
import { inRepository } from "../../support/code/codeGraph.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const messageOfCallers = (name: string) =>
  Effect.map(Effect.flip(queryTool.program({ query_type: "callers", name })), ({ message }) => message)

describe("arguments of a graph tool", () => {
  it.live("that are too large to be meant are refused at once", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", { files: { "a.ts": "export const a = () => 1\n" } })
      yield* Effect.gen(function* () {
        assert.strictEqual(
          yield* messageOfCallers("x".repeat(1_000_000)),
          "Tool arguments exceed 1MB limit (1000034 bytes)"
        )
        assert.include(yield* messageOfCallers("x".repeat(900_000)), "Expected at most 10000 characters.")
        const failure = yield* Effect.flip(impactTool.program({ target: "../".repeat(100_000) }))
        assert.include(failure.message, "Invalid value for target")
        for (const part of ["x", "a.", "a:", "::", "%_"]) {
          assert.include(yield* messageOfCallers(part.repeat(10_000 / part.length)), "not found in graph")
        }
      }).pipe(inRepository(repository.directory))
    })
  )
})
