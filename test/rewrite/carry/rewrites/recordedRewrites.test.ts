import { statSync } from "node:fs"
import { appendFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ObjectId } from "../../../../src/domain/ObjectId.ts"
import {
  readRewrites,
  recordRewrite,
  type RecordedRewrite
} from "../../../../src/rewrite/carry/rewrites/recordedRewrites.ts"
import { authoredNow } from "../../../support/authored.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"

const id = (number: number): ObjectId => Schema.decodeSync(ObjectId)(number.toString(16).padStart(40, "0"))

const rewrite = (from: number, count = 1): RecordedRewrite => ({
  kind: "rebase",
  pairs: Array.from({ length: count }, (_, at) => ({ from: id(from + at), to: id(from + at + 1_000_000) })),
  made: [id(from + 2_000_000)]
})

const makeRecorded = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const here = authoredNow(repository)
  return {
    file: join(repository.directory, ".git", "ultragit", "rewrites"),
    record: (each: RecordedRewrite) => here(recordRewrite(each)),
    read: here(readRewrites)
  }
})

describe("recorded rewrites", () => {
  it.effect("are read as they were recorded, oldest first, and a repeated one once", () =>
    Effect.gen(function* () {
      const { read, record } = yield* makeRecorded
      assert.deepStrictEqual(yield* read, [])
      for (const each of [rewrite(1), rewrite(2, 3), rewrite(2, 3)]) yield* record(each)
      assert.deepStrictEqual(yield* read, [rewrite(1), rewrite(2, 3)])
    })
  )

  it.effect("are all there if several processes record at the same time", () =>
    Effect.gen(function* () {
      const { read, record } = yield* makeRecorded
      const rewrites = Array.from({ length: 20 }, (_, number) => rewrite(number + 1))
      yield* Effect.forEach(rewrites, record, { concurrency: "unbounded", discard: true })
      assert.sameDeepMembers([...(yield* read)], rewrites)
    })
  )

  it.effect("are the newest of a megabyte where there were two", () =>
    Effect.gen(function* () {
      const { file, read, record } = yield* makeRecorded
      const rewrites = Array.from({ length: 6 }, (_, number) => rewrite(10_000 * (number + 1), 4_500))
      for (const each of rewrites) yield* record(each)
      assert.deepStrictEqual(yield* read, rewrites.slice(-2))
      assert.isAtMost(statSync(file).size, 1024 * 1024)
    })
  )

  it.effect("are the last 7,000 commits of one that has more, and those before it", () =>
    Effect.gen(function* () {
      const { read, record } = yield* makeRecorded
      const long = rewrite(100_000, 13_000)
      yield* record(rewrite(1))
      yield* record(long)
      assert.deepStrictEqual(yield* read, [rewrite(1), { ...long, pairs: long.pairs.slice(-7_000) }])
    })
  )

  it.effect("are kept where processes that record at the same time have filled the file", () =>
    Effect.gen(function* () {
      const { file, read, record } = yield* makeRecorded
      yield* record(rewrite(1))
      yield* Effect.promise(() => appendFile(file, "x".repeat(2 * 1024 * 1024)))
      const line = JSON.stringify({ kind: "rebase", pairs: [[id(2), id(1_000_002)]], made: [id(2_000_002)] })
      yield* Effect.promise(() => appendFile(file, `\n${line}\n`))
      assert.deepStrictEqual(yield* read, [rewrite(1), rewrite(2)])
      yield* record(rewrite(3))
      assert.deepStrictEqual(yield* read, [rewrite(2), rewrite(3)])
    })
  )

  it.effect("are read past lines that something else has written", () =>
    Effect.gen(function* () {
      const { file, read, record } = yield* makeRecorded
      yield* record(rewrite(1))
      yield* Effect.promise(() => appendFile(file, '\0\n{"kind":"amend","pairs":[["x","y"]],"made":[]}\n[]\n'))
      yield* record(rewrite(2))
      assert.deepStrictEqual(yield* read, [rewrite(1), rewrite(2)])
    })
  )
})
