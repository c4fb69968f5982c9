import { existsSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { Extractor } from "../../../src/codeIndex/extracting/Extractor.ts"
import { ExtractorFingerprint } from "../../../src/codeIndex/extracting/ExtractorFingerprint.ts"
import { makeIndexer } from "../../../src/codeIndex/indexing/localIndexer.ts"
import { makeWorkTreeLister } from "../../../src/codeIndex/views/listWorkTree.ts"
import { settingsLayer } from "../../../src/Layers.ts"
import { slow } from "../../support/scale.ts"
import { makeFolder, makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

/** Milliseconds since 1970, in the year 2096. */
const longAfter = 4_000_000_000_000

/** Runs with a repository whose files were all written long ago. */
const inOldRepository = <A, E, R>(work: (repository: TemporaryRepository) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const files = { ".gitignore": "*.log\n", "a.ts": "export const a = 1\n", "lib/b.ts": "export const b = 2\n" }
    yield* repository.commit("First", { files })
    yield* TestClock.setTime(longAfter)
    const layer = Layer.fresh(Layer.merge(settingsLayer, Extractor.layer))
    return yield* work(repository).pipe(
      Effect.provide(layer),
      Effect.provideService(GitDirectory, repository.directory)
    )
  })

describe("a list of a work tree", () => {
  it.effect("is the same object until a file changes", () =>
    inOldRepository(
      Effect.fnUntraced(function* (repository) {
        const { list } = makeWorkTreeLister()
        let last = yield* list(repository.directory)
        const next = Effect.gen(function* () {
          assert.strictEqual(yield* list(repository.directory), yield* list(repository.directory))
          const now = yield* list(repository.directory)
          assert.notStrictEqual(now, last)
          last = now
          return now.map(({ path, size }) => `${path} ${size}`)
        })
        assert.strictEqual(yield* list(repository.directory), last)

        yield* repository.write("a.ts", "export const a = 2\n")
        assert.deepStrictEqual(yield* next, [".gitignore 6", "a.ts 19", "lib/b.ts 19"])
        yield* repository.write("new.ts", "")
        assert.deepStrictEqual(yield* next, [".gitignore 6", "a.ts 19", "lib/b.ts 19", "new.ts 0"])
        rmSync(join(repository.directory, "new.ts"))
        assert.deepStrictEqual(yield* next, [".gitignore 6", "a.ts 19", "lib/b.ts 19"])
        renameSync(join(repository.directory, "lib"), join(repository.directory, "other.log"))
        symlinkSync("other.log", join(repository.directory, "lib"))
        assert.deepStrictEqual(yield* next, [".gitignore 6", "a.ts 19"])

        yield* repository.write("ignored.log", "x")
        assert.strictEqual(yield* list(repository.directory), last)
      })
    )
  )
})

describe("an index that agrees with the work tree", () => {
  it.effect("is looked at again when another process has changed it", () =>
    inOldRepository(
      Effect.fnUntraced(function* (repository) {
        const path = join(repository.directory, ".git", "ultragit", "code.db")
        const indexer = yield* makeIndexer(path)
        const reconcile = Effect.map(indexer.reconcile(false), ({ changed, parsed }) => ({ changed, parsed }))
        const nothing = { changed: 0, parsed: 0 }
        assert.deepStrictEqual(yield* reconcile, { changed: 3, parsed: 3 })
        assert.deepStrictEqual(yield* reconcile, nothing)
        assert.deepStrictEqual(yield* reconcile, nothing)

        yield* (yield* makeIndexer(path)).reconcile(true)
        assert.deepStrictEqual(yield* reconcile, nothing)
        for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true })
        assert.deepStrictEqual(yield* reconcile, { changed: 3, parsed: 3 })
        assert.isTrue(existsSync(path))
        assert.deepStrictEqual(yield* reconcile, nothing)
        yield* repository.write("a.ts", "export const a = 3\n")
        assert.deepStrictEqual(yield* reconcile, { changed: 1, parsed: 1 })
      })
    )
  )
})

describe("a first index", () => {
  it.effect("leaves nothing in the log of writes, which would take room next to it", () =>
    inOldRepository(
      Effect.fnUntraced(function* (repository) {
        const path = join(repository.directory, ".git", "ultragit", "code.db")
        const indexer = yield* makeIndexer(path)
        yield* indexer.reconcile(false)
        assert.strictEqual(statSync(`${path}-wal`).size, 0)
      })
    )
  )
})

describe("an index that another process made", () => {
  it.effect("is only read where it agrees with the work tree, and brought up to date where it does not", () =>
    inOldRepository(
      Effect.fnUntraced(function* (repository) {
        const path = join(repository.directory, ".git", "ultragit", "code.db")
        const describeFiles = () => [path, `${path}-wal`].map((file) => statSync(file).mtimeMs)
        const reconcile = Effect.scoped(
          Effect.flatMap(makeIndexer(path), (indexer) => Effect.map(indexer.reconcile(false), ({ changed }) => changed))
        )
        yield* makeIndexer(path).pipe(Effect.flatMap((indexer) => indexer.reconcile(false)))
        const before = describeFiles()
        assert.strictEqual(yield* reconcile, 0)
        assert.deepStrictEqual(describeFiles(), before)
        yield* repository.write("new.ts", "export const c = 3\n")
        assert.strictEqual(yield* reconcile, 1)
        yield* repository.write("a.ts", "export const a = 4\n")
        assert.strictEqual(yield* reconcile, 1)
        rmSync(join(repository.directory, "lib", "b.ts"))
        assert.strictEqual(yield* reconcile, 1)
        yield* repository.write(".gitignore", "new.ts\n")
        assert.strictEqual(yield* reconcile, 2)
        assert.strictEqual(yield* reconcile, 0)
      })
    )
  )
})

/** Indexes a repository with an indexer of its own, and returns how many files had changed. */
const changedIn = (root: string) =>
  makeIndexer(join(root, ".git", "ultragit", "code.db")).pipe(
    Effect.flatMap((indexer) => indexer.reconcile(false)),
    Effect.map(({ changed }) => changed),
    Effect.scoped,
    Effect.provide(Layer.fresh(settingsLayer)),
    Effect.provideService(GitDirectory, root)
  )

describe("an index of a repository that is seen at another path, as in a container", () => {
  it.effect("agrees with the work tree there", () =>
    inOldRepository(
      Effect.fnUntraced(function* ({ directory }) {
        assert.strictEqual(yield* changedIn(directory), 3)
        const elsewhere = join(yield* makeFolder, "elsewhere")
        renameSync(directory, elsewhere)
        assert.strictEqual(yield* changedIn(elsewhere), 0)
      })
    )
  )
})

describe("facts that another version of an extractor found", () => {
  it.effect(
    "are never used, and are kept for that version",
    () =>
      inOldRepository(
        Effect.fnUntraced(function* (repository) {
          const path = join(repository.directory, ".git", "ultragit", "code.db")
          const reconcile = (version: string) =>
            makeIndexer(path).pipe(
              Effect.flatMap((indexer) => indexer.reconcile(false)),
              Effect.provideService(ExtractorFingerprint, version),
              Effect.map(({ parsed }) => parsed)
            )
          assert.strictEqual(yield* reconcile("one"), 3)
          assert.strictEqual(yield* reconcile("one"), 0)
          assert.strictEqual(yield* reconcile("two"), 3)
          assert.strictEqual(yield* reconcile("one"), 0)
        })
      ),
    slow
  )
})
