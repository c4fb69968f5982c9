import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { hashLine, KeptLineHashes } from "../../../src/pipeline/questions/KeptLineHashes.ts"
import { DiskCache } from "../../../src/store/DiskCache.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

/** The lines of regions by key; none for those that cannot be read. */
const regions: Readonly<Record<string, ReadonlyArray<string> | undefined>> = {
  one: ["connect()", "retry(3)"],
  two: [],
  three: ["close()"],
  unreadable: undefined
}

/** Asks in a program of its own for the hashes of regions, and says which of them it read. */
const ask = (directory: string, path: string, keys: ReadonlyArray<string>) => {
  const read: Array<string> = []
  const find = Effect.flatMap(KeptLineHashes, (kept) =>
    kept.find(path, keys, (positions) =>
      Effect.sync(() => {
        const wanted = positions.flatMap((at) => keys[at] ?? [])
        read.push(...wanted)
        return wanted.map((key) => Option.map(Option.fromUndefinedOr(regions[key]), (lines) => new Set(lines)))
      })
    )
  )
  const layer = KeptLineHashes.layerNoDeps.pipe(
    Layer.provide(DiskCache.layerNoDeps),
    Layer.provide(gitProcessAt(directory, isolation))
  )
  return Effect.map(Effect.provide(find, layer, { local: true }), (found) => ({ found, read }))
}

const hashes = (...lines: ReadonlyArray<string>): ReadonlySet<number> => new Set(lines.map(hashLine))

describe("hashes of lines", () => {
  it.effect("are those of the lines, in the order of the regions", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const { found } = yield* ask(directory, "a.ts", ["two", "one"])
      assert.deepStrictEqual(found, [hashes(), hashes("connect()", "retry(3)")])
    })
  )

  it.effect("are read once for a file, also by other programs", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const first = yield* ask(directory, "a.ts", ["one", "two"])
      const second = yield* ask(directory, "a.ts", ["three", "two", "one"])
      const third = yield* ask(directory, "a.ts", ["one", "three"])
      assert.deepStrictEqual([first.read, second.read, third.read], [["one", "two"], ["three"], []])
      assert.deepStrictEqual(third.found, [hashes("connect()", "retry(3)"), hashes("close()")])
    })
  )

  it.effect("are looked for again where a region could not be read", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const first = yield* ask(directory, "a.ts", ["unreadable"])
      const second = yield* ask(directory, "a.ts", ["unreadable"])
      assert.deepStrictEqual([first.found, second.read], [[hashes()], ["unreadable"]])
    })
  )

  it.effect("are read again after the cache was deleted", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      yield* ask(directory, "a.ts", ["one"])
      yield* Effect.promise(() => rm(join(directory, ".git", "ultragit", "cache"), { recursive: true }))
      assert.deepStrictEqual((yield* ask(directory, "a.ts", ["one"])).read, ["one"])
    })
  )
})
