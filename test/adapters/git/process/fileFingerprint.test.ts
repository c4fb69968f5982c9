import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Git } from "../../../../src/adapters/git/Git.ts"
import { cacheWhileUnchanged } from "../../../../src/adapters/git/process/FileFingerprint.ts"
import { makeFakeGit } from "../../../support/FakeGit.ts"
import { gitProcessAt } from "../../../support/gitLayer.ts"
import { isolation } from "../../../support/runGit.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"

/** A time long after the last change of any test file. */
const longAfter = TestClock.setTime(8_000_000_000_000)

const write = (folder: string, name: string, text: string) => Effect.promise(() => writeFile(join(folder, name), text))

describe("a value that depends on files", () => {
  it.effect("is reread only when a file changes, appears or disappears", () =>
    Effect.gen(function* () {
      yield* longAfter
      const folder = yield* makeFolder
      yield* write(folder, "a", "1")
      let reads = 0
      const kept = cacheWhileUnchanged(
        Effect.sync(() => (reads += 1)),
        () => Option.some([join(folder, "a"), join(folder, "b")])
      )
      const seen = [yield* kept, yield* kept, yield* kept]
      yield* write(folder, "a", "12")
      seen.push(yield* kept, yield* kept)
      yield* write(folder, "b", "")
      seen.push(yield* kept, yield* kept)
      yield* write(folder, "c", "not watched")
      seen.push(yield* kept)
      assert.deepStrictEqual(seen, [1, 1, 1, 2, 2, 3, 3, 3])
    })
  )

  it.effect("is reread while a later change might have the same time stamp", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      yield* write(folder, "a", "1")
      let reads = 0
      const kept = cacheWhileUnchanged(
        Effect.sync(() => (reads += 1)),
        () => Option.some([join(folder, "a")])
      )
      assert.deepStrictEqual([yield* kept, yield* kept], [1, 2])
    })
  )

  it.effect("is not cached when its files are unknown", () =>
    Effect.gen(function* () {
      yield* longAfter
      let reads = 0
      const kept = cacheWhileUnchanged(
        Effect.sync(() => (reads += 1)),
        () => Option.none()
      )
      assert.deepStrictEqual([yield* kept, yield* kept], [1, 2])
    })
  )

  it.effect("needs no process while configuration, replace refs and mailmap are unchanged", () =>
    Effect.gen(function* () {
      yield* longAfter
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
      const fake = yield* makeFakeGit({})
      yield* Effect.gen(function* () {
        const git = yield* Git
        const context = yield* git.blameContext
        const before = (yield* fake.starts).length
        for (let n = 0; n < 5; n += 1) {
          assert.strictEqual(yield* git.blameContext, context)
          yield* git.config
          yield* git.resolveCommit("HEAD")
        }
        assert.strictEqual((yield* fake.starts).length, before + 1)
        yield* repository.git(["config", "blame.ignoreRevsFile", "ignored"])
        assert.notStrictEqual(yield* git.blameContext, context)
        yield* repository.git(["config", "--unset", "blame.ignoreRevsFile"])
        assert.strictEqual(yield* git.blameContext, context)
        yield* repository.commit("two", { files: { "a.txt": "b\n" } })
        assert.strictEqual(yield* git.blameContext, context)
        yield* repository.git(["replace", "HEAD", commit])
        assert.notStrictEqual(yield* git.blameContext, context)
      }).pipe(
        Effect.provide(gitProcessAt(repository.directory, { ...isolation, ...fake.environment }), { local: true })
      )
    })
  )
})
