import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readBoundary } from "../../src/lineage/readBoundary.ts"
import { gitProcessAt } from "../support/gitLayer.ts"
import { cloneRepository, makeRepository } from "../support/TemporaryRepository.ts"

const boundaryOf = (directory: string) => Effect.provide(readBoundary, gitProcessAt(directory, {}))

describe("the boundary of a shallow clone", () => {
  it.effect("is of the oldest commits that the clone has, and of none in a whole one", () =>
    Effect.gen(function* () {
      const source = yield* makeRepository()
      yield* source.commit("One")
      const second = yield* source.commit("Two")
      const clone = yield* cloneRepository(source, ["--depth=1"])
      assert.deepStrictEqual([...(yield* boundaryOf(clone.directory))], [second])
      assert.deepStrictEqual([...(yield* boundaryOf(source.directory))], [])
    })
  )

  it.effect("is none where a pipe is in place of the list, which is not waited for", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      execFileSync("mkfifo", [join(repository.directory, ".git/shallow")])
      assert.deepStrictEqual([...(yield* boundaryOf(repository.directory))], [])
    })
  )
})
