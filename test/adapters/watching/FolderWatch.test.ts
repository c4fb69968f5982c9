import { mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { isWatchable, makeFolderWatch } from "../../../src/adapters/watching/FolderWatch.ts"
import { slow } from "../../support/scale.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const inFolder = Effect.gen(function* () {
  const root = yield* makeFolder
  const marks = yield* makeFolder
  const watch = Option.getOrThrow(yield* makeFolderWatch(root, marks))
  const changes = Effect.map(watch.take, (changed) => [...Option.getOrThrow(changed)].toSorted())
  return { root, marks, watch, changes, write: (path: string) => writeFileSync(join(root, path), path) }
})

/** How many queues of events this process has. */
const countQueues = (): number =>
  readdirSync("/proc/self/fd").filter((name) =>
    Result.getOrElse(
      Result.try(() => readlinkSync(`/proc/self/fd/${name}`).includes("inotify")),
      () => false
    )
  ).length

describe.runIf(isWatchable(import.meta.dirname))("a watch of folders", () => {
  it.live("reports each change made before it is asked, in any of many folders, and no other", () =>
    Effect.gen(function* () {
      const { changes, root, watch, write } = yield* inFolder
      const folders = Array.from({ length: 100 }, (_, at) => `f${at}`)
      for (const folder of folders) {
        mkdirSync(join(root, folder))
        assert.isTrue(watch.add(folder))
      }
      assert.deepStrictEqual(yield* changes, [])
      for (let round = 0; round < 200; round += 1) {
        const paths = [`f${round % 100}/a`, `f${(round * 7 + 1) % 100}/b`]
        for (const path of paths) write(path)
        assert.deepStrictEqual(yield* changes, paths.toSorted())
      }
      renameSync(join(root, "f1/a"), join(root, "f2/c"))
      rmSync(join(root, "f3/a"))
      assert.deepStrictEqual(yield* changes, ["f1/a", "f2/c", "f3/a"])
      watch.keep(new Set(["f1"]))
      write("f2/d")
      assert.deepStrictEqual(yield* changes, [])
    })
  )

  it.live("notices that another folder took the place of one", () =>
    Effect.gen(function* () {
      const { changes, root, watch, write } = yield* inFolder
      assert.isTrue(watch.add("") && watch.add("gone"))
      mkdirSync(join(root, "a"))
      assert.isTrue(watch.add("a"))
      assert.isTrue(watch.isWatched("a"))
      renameSync(join(root, "a"), join(root, "b"))
      mkdirSync(join(root, "a"))
      assert.isFalse(watch.isWatched("a"))
      assert.isTrue(watch.has("a"))
      assert.includeMembers(yield* changes, ["a", "b"])
      assert.isTrue(watch.add("a") && watch.add("b"))
      write("a/new")
      write("b/old")
      assert.includeMembers(yield* changes, ["a/new", "b/old"])
    })
  )

  it.live("uses one queue of the kernel, on which the order of changes depends", () =>
    Effect.gen(function* () {
      yield* inFolder
      const before = countQueues()
      const { root, watch } = yield* inFolder
      for (const name of ["x", "y", "z"]) {
        mkdirSync(join(root, name))
        watch.add(name)
      }
      assert.strictEqual(countQueues(), before)
    })
  )

  for (const [count, options] of [
    [1_200, {}],
    // As many as fill the queue of the kernel, which then drops events.
    [9_000, slow]
  ] as const) {
    it.live(
      `says that it does not know after ${count} changes at once, and knows the next`,
      () =>
        Effect.gen(function* () {
          const { changes, root, watch, write } = yield* inFolder
          assert.isTrue(watch.add(""))
          for (let at = 0; at < count; at += 1) {
            write(`a${at % 2}`)
            rmSync(join(root, `a${at % 2}`))
          }
          assert.isTrue(Option.isNone(yield* watch.take))
          write("b")
          assert.deepStrictEqual(yield* changes, ["b"])
        }),
      options
    )
  }

  it.live("is not possible without a folder for its file, and removes the file with its scope", () =>
    Effect.gen(function* () {
      const root = yield* makeFolder
      assert.isTrue(Option.isNone(yield* makeFolderWatch(root, join(root, "none"))))
      const marks = yield* makeFolder
      yield* Effect.scoped(
        Effect.gen(function* () {
          writeFileSync(join(marks, "999999999-abandoned"), "")
          yield* makeFolderWatch(root, marks)
          assert.lengthOf(readdirSync(marks), 1)
          assert.notInclude(readdirSync(marks), "999999999-abandoned")
        })
      )
      assert.deepStrictEqual(readdirSync(marks), [])
    })
  )
})
