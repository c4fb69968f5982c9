import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CommitTimes } from "../../../src/lineage/CommitTimes.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { firstDate, makeRepository } from "../../support/TemporaryRepository.ts"

describe("the author time of a commit", () => {
  it.effect("fails for a commit that does not exist", () =>
    Effect.gen(function* () {
      const { commit, directory } = yield* makeRepository()
      const here = yield* commit("One")
      const gone = ObjectId.make("1".repeat(40))
      const times = CommitTimes.layerNoDeps.pipe(Layer.provide(gitProcessAt(directory, isolation)))
      yield* Effect.gen(function* () {
        const { authorTimes: written } = yield* CommitTimes
        assert.strictEqual((yield* written([here]))(here), firstDate)
        const { reason } = yield* Effect.flip(written([here, gone]))
        assert.deepInclude(reason, { _tag: "ObjectMissing", id: gone })
      }).pipe(Effect.provide(times, { local: true }))
    })
  )
})
