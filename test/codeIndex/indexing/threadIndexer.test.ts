import { assert, it } from "@effect/vitest"
import { Effect, Layer, Semaphore } from "effect"
import { join } from "node:path"
import { env } from "node:process"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { FirstIndexPermits } from "../../../src/codeIndex/indexing/firstTime.ts"
import { makeThreadIndexer } from "../../../src/codeIndex/indexing/threadIndexer.ts"
import { settingsLayer } from "../../../src/Layers.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"

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

const indexedIn = (directory: string, variables: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(makeThreadIndexer, (indexer) => indexer.reconcile(false)).pipe(
    Effect.map(({ files }) => files),
    Effect.provide(Layer.fresh(settingsLayer)),
    Effect.provideService(GitDirectory, directory),
    Effect.provideService(GitEnvironment, { ...env, ...variables })
  )

it.live("an indexer of a server opens the repository of a work tree from which git does not find it", () =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const workTree = yield* makeFolder
    yield* repository.commit("First", { files: { "a.ts": "export const a = 1\n" } })
    const gitDirectory = join(repository.directory, ".git")
    yield* repository.git([`--work-tree=${workTree}`, "reset", "--hard", "--quiet"])
    assert.strictEqual(yield* indexedIn("", { GIT_DIR: gitDirectory, GIT_WORK_TREE: workTree }), 1)
    yield* repository.git(["config", "core.worktree", workTree])
    assert.strictEqual(yield* indexedIn(repository.directory), 1)
  })
)
