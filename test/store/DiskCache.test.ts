import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { execFileSync } from "node:child_process"
import { watch } from "node:fs"
import { mkdir, readdir, readFile, rm, stat, symlink, truncate, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DiskCache, DiskCacheEnabled } from "../../src/store/DiskCache.ts"
import { encodeEntry, decodeEntry } from "../../src/store/cacheEntry.ts"
import { makeEvictor } from "../../src/store/Evictor.ts"
import { privateFiles } from "../../src/adapters/git/PrivateFiles.ts"
import { gitProcessAt } from "../support/gitLayer.ts"
import { scaled, slow } from "../support/scale.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"
import { isolation } from "../support/runGit.ts"

const io = <A>(run: () => Promise<A>) => Effect.promise(run)
const bytes = (text: string) => new TextEncoder().encode(text)

/** One program's life: what it kept is on disk when it ends. */
const life = <A, E>(directory: string, use: (cache: DiskCache["Service"]) => Effect.Effect<A, E>, enabled = true) =>
  Effect.flatMap(DiskCache, use).pipe(
    Effect.provide(
      DiskCache.layerNoDeps.pipe(
        Layer.provide(Layer.succeed(DiskCacheEnabled)(enabled)),
        Layer.provide(gitProcessAt(directory, isolation))
      ),
      { local: true }
    )
  )

const text = Option.map((found: Uint8Array) => new TextDecoder().decode(found))

const filesBelow = (folder: string) =>
  io(() =>
    readdir(folder, { recursive: true, withFileTypes: true }).then((found) =>
      found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    )
  )

/** A file last changed so many milliseconds ago. */
const write = (folder: string, name: string, size: number, age: number) =>
  io(() =>
    writeFile(join(folder, name), new Uint8Array(size)).then(() =>
      stat(join(folder, name)).then(({ mtimeMs }) => {
        const then = (mtimeMs - age) / 1000
        return utimes(join(folder, name), then, then)
      })
    )
  )

/** A git directory with an empty cache, and the cache's folder. */
const emptyCache = Effect.gen(function* () {
  const directory = yield* makeFolder
  const folder = join(directory, "ultragit", "cache")
  yield* io(() => mkdir(folder, { recursive: true }))
  return { directory, folder }
})

/** What one writer's look around leaves of 1,000 bytes allowed. */
const tidied = (gitDirectory: string) => makeEvictor(1_000)(privateFiles(gitDirectory), 1)

/** What is put under a number of twelve: the number over and over. */
const content = (number: number) => `${`${number};`.repeat(30_000)}end`
const isWhole = (found: string, key: number) =>
  Number(/^(\d+);/.exec(found)?.[1]) % 12 === key && /^(\d+;)\1*end$/.test(found)

describe("the cache on disk", () => {
  it.effect("shares entries between processes, by kind and key", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      yield* life(directory, (cache) => cache.put("blame-1", "a\0b", bytes("kept")))
      yield* life(directory, (cache) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(text(yield* cache.get("blame-1", "a\0b")), Option.some("kept"))
          assert.deepStrictEqual(yield* cache.get("blame-1", "a"), Option.none())
          assert.deepStrictEqual(yield* cache.get("renames-1", "a\0b"), Option.none())
        })
      )
    })
  )

  it.effect("returns the newest entry of a key", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      yield* life(directory, (cache) => cache.put("blame-1", "key", bytes("old")))
      yield* life(directory, (cache) => cache.put("blame-1", "key", bytes("new")))
      const found = yield* life(directory, (cache) => cache.get("blame-1", "key"))
      assert.deepStrictEqual(text(found), Option.some("new"))
    })
  )

  it.effect("leaves no drafts behind when many write at once", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      yield* life(directory, (cache) =>
        Effect.forEach(
          Array.from({ length: 40 }, (_, index) => index),
          (index) => cache.put("blame-1", `${index % 4}`, bytes(`${index % 4}`)),
          { concurrency: "unbounded" }
        )
      )
      const folder = join(directory, ".git", "ultragit", "cache")
      const names = yield* io(() => readdir(folder))
      assert.deepStrictEqual(names.toSorted(), ["blame-1", "looked"])
      assert.strictEqual((yield* filesBelow(join(folder, "blame-1"))).length, 4)
    })
  )

  it.live("leaves to the next to tidy up what it was writing when it was killed", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const folder = join(directory, ".git", "ultragit", "cache")
      yield* io(() => mkdir(folder, { recursive: true }))
      const seen: Array<string> = []
      const watcher = watch(folder, (_, name) => void seen.push(String(name)))
      yield* life(directory, (cache) => cache.put("blame-1", "key", bytes("kept")))
      // The draft's name is all that is needed to know it from an entry.
      const draft = yield* Effect.repeat(
        Effect.delay(
          Effect.sync(() => seen.find((name) => name.startsWith("."))),
          "5 millis"
        ),
        { until: (name) => name !== undefined }
      )
      watcher.close()
      yield* io(() => writeFile(join(folder, `${draft}x`), "half"))
      yield* tidied(join(directory, ".git"))
      assert.isTrue((yield* io(() => readdir(folder))).includes(`${draft}x`))
      const old = (yield* Clock.currentTimeMillis) / 1000 - 4_000
      yield* io(() => utimes(join(folder, `${draft}x`), old, old).then(() => rm(join(folder, "looked"))))
      yield* tidied(join(directory, ".git"))
      assert.deepStrictEqual((yield* io(() => readdir(folder))).toSorted(), ["blame-1", "looked"])
    })
  )

  it.effect("counts a file that holds another key's entry as not there", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      yield* life(directory, (cache) => cache.put("blame-1", "key", bytes("kept")))
      const [file = ""] = yield* filesBelow(join(directory, ".git", "ultragit", "cache", "blame-1"))
      yield* io(() => writeFile(file, encodeEntry("other key", bytes("kept"))))
      assert.deepStrictEqual(yield* life(directory, (cache) => cache.get("blame-1", "key")), Option.none())
    })
  )

  it.live(
    "gives what was put or nothing while others write the same keys, tidy and delete",
    () =>
      Effect.gen(function* () {
        const { directory } = yield* makeRepository()
        const folder = join(directory, ".git", "ultragit", "cache")
        const numbers = Array.from({ length: scaled(120, 2_000) }, (_, index) => index)
        const use = life(directory, (cache) =>
          Effect.forEach(
            numbers,
            (number) =>
              Effect.gen(function* () {
                yield* cache.put("renames-1", `${number % 12}`, bytes(content(number)))
                const key = (number * 7) % 12
                const found = text(yield* Effect.andThen(Effect.sleep("2 millis"), cache.get("renames-1", `${key}`)))
                assert.isTrue(Option.isNone(found) || isWhole(found.value, key))
              }),
            { concurrency: 8 }
          )
        )
        // Uninterruptible: what is begun ends before the test goes on.
        const tidying = makeEvictor(3_000)(privateFiles(join(directory, ".git")), 8 * 1024 * 1024).pipe(
          Effect.ignore,
          Effect.uninterruptible
        )
        const deleting = Effect.uninterruptible(
          io(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined))
        )
        const meddling = Effect.forever(Effect.andThen(tidying, Effect.sleep("3 millis")).pipe(Effect.andThen(tidying)))
        yield* Effect.all([use, use, use], { concurrency: 3 }).pipe(
          Effect.raceFirst(meddling),
          Effect.raceFirst(Effect.forever(Effect.andThen(deleting, Effect.sleep("40 millis"))))
        )
        yield* life(directory, (cache) => cache.put("renames-1", "after", bytes("kept")))
        const found = yield* life(directory, (cache) => cache.get("renames-1", "after"))
        assert.deepStrictEqual(text(found), Option.some("kept"))
      }),
    slow
  )

  it.live("gives one whole entry at every moment while others are written under the same key", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      // Of other lengths, and longer than what is written at once.
      const contents = Array.from({ length: 8 }, (_, number) => Buffer.alloc(300_000 + number * 200_000, number))
      const put = (cache: DiskCache["Service"], number: number) =>
        cache.put("renames-1", "key", contents[number % 8] ?? Buffer.alloc(0))
      yield* life(directory, (cache) => put(cache, 0))
      const writing = Effect.forEach(
        Array.from({ length: scaled(10, 100) }, (_, round) => round),
        (round) =>
          life(directory, (cache) =>
            Effect.forEach([0, 1, 2, 3], (each) => put(cache, round + each), { discard: true })
          ),
        { discard: true }
      )
      const reading = life(directory, (cache) =>
        Effect.forever(
          Effect.map(cache.get("renames-1", "key"), (found) => {
            const given = Buffer.from(Option.getOrElse(found, () => new Uint8Array()))
            assert.isTrue(given.length > 0 && contents[given[0] ?? -1]?.equals(given))
          })
        )
      )
      yield* Effect.raceFirst(writing, reading)
    })
  )

  it.effect("counts what is no file as not there: a folder, a pipe, a file without end", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const things: ReadonlyArray<(file: string) => Promise<unknown>> = [
        (file) => mkdir(file),
        (file) => Promise.resolve(execFileSync("mkfifo", [file])),
        (file) => symlink("/dev/zero", file),
        (file) => writeFile(file, "").then(() => truncate(file, 2 ** 40))
      ]
      yield* life(directory, (cache) => cache.put("blame-1", "key", bytes("kept")))
      const [file = ""] = yield* filesBelow(join(directory, ".git", "ultragit", "cache", "blame-1"))
      for (const make of things) {
        yield* io(() => rm(file, { recursive: true }).then(() => make(file)))
        assert.deepStrictEqual(yield* life(directory, (cache) => cache.get("blame-1", "key")), Option.none())
      }
    })
  )

  it.effect("drops writes beyond the limit, and accepts them again afterwards", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const large = new Uint8Array(12 * 1024 * 1024)
      yield* life(directory, (cache) =>
        Effect.forEach(["a", "b", "c", "d"], (key) => cache.put("blame-1", key, large), { concurrency: "unbounded" })
      )
      const folder = join(directory, ".git", "ultragit", "cache", "blame-1")
      assert.strictEqual((yield* filesBelow(folder)).length, 2)
    })
  )

  it.effect("stores nothing where its folder cannot be created, without an error", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      yield* io(() => writeFile(join(directory, ".git", "ultragit"), "in the way"))
      const found = yield* life(directory, (cache) =>
        Effect.andThen(cache.put("blame-1", "key", bytes("kept")), cache.get("blame-1", "key"))
      )
      assert.deepStrictEqual(found, Option.none())
    })
  )

  it.effect("keeps nothing outside a repository", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const found = yield* life(folder, (cache) =>
        Effect.andThen(cache.put("blame-1", "key", bytes("kept")), cache.get("blame-1", "key"))
      )
      assert.deepStrictEqual(found, Option.none())
      assert.deepStrictEqual(yield* io(() => readdir(folder)), [])
    })
  )

  it.effect("writes nothing when it is switched off", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      yield* life(directory, (cache) => cache.put("blame-1", "key", bytes("kept")), false)
      assert.notInclude(yield* io(() => readdir(join(directory, ".git"))), "ultragit")
    })
  )
})

describe("an entry on disk", () => {
  it.effect.prop("comes back whole under its key", { key: Schema.String, data: Schema.Uint8Array }, ({ data, key }) =>
    Effect.sync(() => {
      const found = decodeEntry(key, encodeEntry(key, data))
      assert.deepStrictEqual(
        Option.map(found, (each) => Array.from(each)),
        Option.some(Array.from(data))
      )
    })
  )

  it("is nothing when any byte of it is another", () => {
    const sealed = encodeEntry("a key", bytes("what was kept"))
    for (let index = 0; index < sealed.length; index += 1) {
      const damaged = sealed.map((byte, at) => (at === index ? byte ^ 0x10 : byte))
      assert.deepStrictEqual(decodeEntry("a key", damaged), Option.none(), `byte ${index}`)
    }
  })

  it("is nothing when it is cut off anywhere", () => {
    const sealed = encodeEntry("a key", bytes("what was kept"))
    for (let length = 0; length < sealed.length; length += 1) {
      assert.deepStrictEqual(decodeEntry("a key", sealed.slice(0, length)), Option.none(), `${length} bytes`)
    }
  })
})

describe("the cache's size", () => {
  it.live("stays within its bound: the oldest go, down to three quarters", () =>
    Effect.gen(function* () {
      const { directory, folder } = yield* emptyCache
      const minutes = [3, 1, 5, 2, 4, 0]
      yield* Effect.forEach(minutes, (age, index) => write(folder, `e${index}`, 200, 60_000 * age))
      yield* tidied(directory)
      const left = yield* io(() => readdir(folder))
      assert.deepStrictEqual(left.toSorted(), ["e1", "e3", "e5", "looked"])
    }).pipe(Effect.scoped)
  )

  it.live("evicts nothing below the size limit", () =>
    Effect.gen(function* () {
      const { directory, folder } = yield* emptyCache
      yield* Effect.forEach([0, 1, 2, 3, 4], (index) => write(folder, `e${index}`, 200, 60_000))
      yield* tidied(directory)
      assert.strictEqual((yield* io(() => readdir(folder))).length, 6)
    }).pipe(Effect.scoped)
  )

  it.live("does not count on what a writer left that died an hour ago", () =>
    Effect.gen(function* () {
      const { directory, folder } = yield* emptyCache
      yield* io(() => mkdir(join(folder, ".dead")))
      yield* io(() => mkdir(join(folder, ".alive")))
      yield* write(join(folder, ".dead"), "draft", 10, 0)
      const old = (yield* io(() => stat(folder))).mtimeMs / 1000 - 4_000
      yield* io(() => utimes(join(folder, ".dead"), old, old))
      yield* tidied(directory)
      assert.deepStrictEqual((yield* io(() => readdir(folder))).toSorted(), [".alive", "looked"])
    }).pipe(Effect.scoped)
  )

  it.live("is scanned once a day by any writer", () =>
    Effect.gen(function* () {
      const { directory, folder } = yield* emptyCache
      yield* tidied(directory)
      yield* Effect.forEach([0, 1, 2, 3, 4, 5], (index) => write(folder, `e${index}`, 200, 60_000))
      yield* tidied(directory)
      assert.strictEqual((yield* filesBelow(folder)).length, 7)
      assert.strictEqual((yield* io(() => readFile(join(folder, "looked")))).length, 0)
    }).pipe(Effect.scoped)
  )

  it.live("is scanned again after every 4 MiB that one process writes", () =>
    Effect.gen(function* () {
      const { directory, folder } = yield* emptyCache
      const evict = makeEvictor(1_000)
      const files = privateFiles(directory)
      const leftAfter = Effect.fnUntraced(function* (written: number) {
        yield* write(folder, "large", 2_000, 60_000)
        yield* evict(files, written)
        return (yield* io(() => readdir(folder))).includes("large")
      })
      const half = 2 * 1024 * 1024
      assert.deepStrictEqual(yield* Effect.forEach([1, half, half - 1, 1, half, half], leftAfter), [
        false,
        true,
        true,
        false,
        true,
        false
      ])
    }).pipe(Effect.scoped)
  )

  it.live("evicts nothing behind a link, at any size", () =>
    Effect.gen(function* () {
      const { directory, folder } = yield* emptyCache
      const theirs = yield* makeFolder
      yield* write(theirs, "large", 5_000, 60_000)
      yield* io(() => symlink(theirs, join(folder, "blame-1")))
      yield* io(() => symlink(join(theirs, "large"), join(folder, ".draft-0")))
      yield* tidied(directory)
      assert.deepStrictEqual(yield* io(() => readdir(theirs)), ["large"])
    }).pipe(Effect.scoped)
  )
})
