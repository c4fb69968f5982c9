import { existsSync, linkSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeRandom } from "../../../bench/verify/random.ts"
import { isWatchable } from "../../../src/adapters/watching/FolderWatch.ts"
import { makeIndexer } from "../../../src/codeIndex/indexing/localIndexer.ts"
import { makeWatchedLister } from "../../../src/codeIndex/views/watchedLister.ts"
import { findPaths, inRepository } from "../../support/code/codeIndex.ts"
import { differencesOf, dumpDatabase } from "../../support/code/dumpIndex.ts"
import { compareSteps, makeProject, provide, untilWatched } from "../../support/code/watchedSteps.ts"
import { scaled, slow } from "../../support/scale.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

describe.runIf(isWatchable(import.meta.dirname))("a list of a work tree that is watched", () => {
  it.live("is the same until a file changes, and has each change made before the call", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      const root = repository.directory
      yield* Effect.gen(function* () {
        const list = yield* makeWatchedLister
        const first = yield* untilWatched(root, list)
        yield* repository.write("out/made.ts", "made again\n")
        yield* repository.write("lib/.swap", "")
        rmSync(join(root, "lib/.swap"))
        assert.deepStrictEqual((yield* list(root)).files, first.files)

        let same = 0
        for (let round = 0; round < 50; round += 1) {
          yield* repository.write("lib/b.ts", `export const b = "${"x".repeat(round)}"\n`)
          const changed = yield* list(root)
          assert.strictEqual(changed.files.find(({ path }) => path === "lib/b.ts")?.size, 20 + round)
          const next = yield* list(root)
          assert.deepStrictEqual(next.files, changed.files)
          // Where the kernel's events are late, files are looked at again, or git is asked.
          if (next.files === changed.files) same += 1
        }
        assert.isAbove(same, 0)
      }).pipe(provide(root))
    })
  )

  it.live(
    "has what is written through another name of a file",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        const outside = join(yield* makeFolder, "other.ts")
        linkSync(join(repository.directory, "a.ts"), outside)
        yield* Effect.gen(function* () {
          const list = yield* makeWatchedLister
          yield* untilWatched(repository.directory, list)
          writeFileSync(outside, "short")
          const { files } = yield* list(repository.directory)
          assert.strictEqual(files.find(({ path }) => path === "a.ts")?.size, 5)
        }).pipe(provide(repository.directory))
      }),
    slow
  )

  it.live("is that of one that is not watched, whatever is done to files and folders", () =>
    Effect.gen(function* () {
      yield* compareSteps(1, 10)
    })
  )

  it.live(
    "is that of one that is not watched after each of many random steps",
    () =>
      Effect.gen(function* () {
        const seeds = Array.from({ length: scaled(3, 40) }, (_, at) => 101 + at)
        const watched = yield* Effect.forEach(seeds, (seed) => compareSteps(seed, 25))
        assert.isAbove(
          watched.reduce((sum, each) => sum + each),
          seeds.length
        )
      }),
    slow
  )
})

describe.runIf(isWatchable(import.meta.dirname))("an index with a watch", () => {
  it.live(
    "has each of many saves made right before it is brought up to date",
    () =>
      Effect.gen(function* () {
        const random = makeRandom(7)
        const repository = yield* makeProject
        const root = repository.directory
        const database = join(root, ".git", "ultragit", "code.db")
        const anew = join(yield* makeFolder, "code.db")
        yield* Effect.gen(function* () {
          const indexer = yield* makeIndexer(database, true)
          yield* indexer.reconcile(false)
          for (let at = 0; at < scaled(200, 1_000); at += 1) {
            const path = random.pick(["a.ts", "lib/b.ts", "lib/deep/c.ts"]) ?? "a.ts"
            yield* repository.write(path, `export const saved${at % 10} = ${random.below(3)}\n`)
            const { changed } = yield* indexer.reconcile(false)
            if (at % 100 === 99 || changed > 1) {
              yield* Effect.scoped(Effect.flatMap(makeIndexer(anew), (other) => other.reconcile(true)))
              assert.deepStrictEqual(differencesOf(dumpDatabase(database), dumpDatabase(anew)), [])
            }
          }
        }).pipe(Effect.scoped, provide(root))
      }),
    slow
  )

  it.live(
    "is made by a server, unless the setting is off",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        const root = repository.directory
        const marks = join(root, ".git", "ultragit", "watching")
        yield* repository.git(["config", "ultragit.code.watch", "off"])
        yield* Effect.gen(function* () {
          for (let at = 0; at < 3; at += 1) assert.deepStrictEqual(yield* findPaths("deep"), ["lib/deep/c.ts"])
        }).pipe(inRepository(root, "on threads of its own"))
        assert.isFalse(existsSync(marks))

        yield* repository.git(["config", "ultragit.code.watch", "on"])
        yield* Effect.gen(function* () {
          while (!existsSync(marks) || readdirSync(marks).length === 0) yield* findPaths("deep")
          for (let at = 0; at < 20; at += 1) {
            yield* repository.write("a.ts", `export const saved${at}x = 1\n`)
            assert.deepStrictEqual(yield* findPaths(`saved${at}x`), ["a.ts"])
          }
        }).pipe(inRepository(root, "on threads of its own"))
      }),
    slow
  )
})
