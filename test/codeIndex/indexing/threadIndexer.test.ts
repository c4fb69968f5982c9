import { assert, it } from "@effect/vitest"
import { Effect, Layer, Semaphore } from "effect"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { FirstIndexPermits } from "../../../src/codeIndex/indexing/firstTime.ts"
import { makeThreadIndexer } from "../../../src/codeIndex/indexing/threadIndexer.ts"
import { settingsLayer } from "../../../src/Layers.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

it.live("an indexer of a server asks for a permit to index a repository for the first time, and for none later", () =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit("First", { files: { "a.ts": "export const a = 1\n" } })
    const permits = Semaphore.makeUnsafe(1)
    let asked = 0
    const counted: Semaphore.Semaphore = {
      ...permits,
      withPermits: (count) => {
        asked += 1
        return permits.withPermits(count)
      }
    }
    yield* Effect.gen(function* () {
      const indexer = yield* makeThreadIndexer
      yield* indexer.reconcile(false)
      yield* indexer.reconcile(false)
    }).pipe(
      Effect.provideService(FirstIndexPermits, counted),
      Effect.provide(Layer.fresh(settingsLayer)),
      Effect.provideService(GitDirectory, repository.directory)
    )
    assert.strictEqual(asked, 1)
  })
)
