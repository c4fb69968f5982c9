import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { Git, GitDirectory } from "../../../src/adapters/git/Git.ts"
import { Extractor } from "../../../src/codeIndex/extracting/Extractor.ts"
import { makeIndexer } from "../../../src/codeIndex/indexing/localIndexer.ts"
import { settingsLayer } from "../../../src/Layers.ts"
import { differencesOf, dumpDatabase } from "../../support/code/dumpIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

describe("an indexing that ends before marks and revision are written", () => {
  it.live("is completed by the next one, though no file has changed since", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const { directory } = repository
      const files = { "a.ts": "export const a = 1\n", ".gitattributes": "a.ts linguist-vendored\n" }
      yield* repository.commit("First", { files })
      const pathOf = (name: string) => join(directory, ".git", name)
      yield* Effect.gen(function* () {
        const git = yield* Git
        const reconcile = (name: string) =>
          Effect.flatMap(makeIndexer(pathOf(name)), (indexer) => indexer.reconcile(false))
        const ended = reconcile("ended.db").pipe(
          Effect.provideService(Git, { ...git, attributed: () => Effect.interrupt })
        )
        assert.strictEqual((yield* Effect.exit(ended))._tag, "Failure")
        yield* reconcile("ended.db")
        yield* reconcile("anew.db")
        assert.deepStrictEqual(differencesOf(dumpDatabase(pathOf("ended.db")), dumpDatabase(pathOf("anew.db"))), [])
      }).pipe(
        Effect.provide(Layer.fresh(Layer.merge(settingsLayer, Extractor.layer))),
        Effect.provideService(GitDirectory, directory)
      )
    })
  )

  it.live("has the revision of no files where there are none", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const { directory } = repository
      const pathOf = (name: string) => join(directory, ".git", name)
      yield* Effect.gen(function* () {
        const reconcile = (name: string) =>
          Effect.flatMap(makeIndexer(pathOf(name)), (indexer) => indexer.reconcile(false))
        yield* repository.write("a.ts", "export const a = 1\n")
        yield* reconcile("emptied.db")
        yield* repository.remove("a.ts")
        yield* reconcile("emptied.db")
        yield* reconcile("empty.db")
        assert.deepStrictEqual(differencesOf(dumpDatabase(pathOf("emptied.db")), dumpDatabase(pathOf("empty.db"))), [])
      }).pipe(
        Effect.provide(Layer.fresh(Layer.merge(settingsLayer, Extractor.layer))),
        Effect.provideService(GitDirectory, directory)
      )
    })
  )
})
