import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeRandom } from "../../../bench/verify/random.ts"
import { Extractor } from "../../../src/codeIndex/extracting/Extractor.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { inRepository } from "../../support/code/codeIndex.ts"
import { pickFile } from "../../support/code/mixedProject.ts"
import { compareAfter, runSequence } from "../../support/code/sequences.ts"
import { scaled, slow } from "../../support/scale.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

describe("an index that was brought up to date step by step", () => {
  for (const seed of Array.from({ length: scaled(1, 100) }, (_, at) => at + 1)) {
    it.live(`equals one made anew in everything that it keeps (seed ${seed})`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* runSequence(seed, { rounds: 6, steps: 4, isKept: false }), [])
      }).pipe(Effect.provide(Extractor.layer))
    )
    it.live(`equals it where one indexer did so, too (seed ${seed})`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* runSequence(seed, { rounds: 6, steps: 4, isKept: true }), [])
      }).pipe(Effect.provide(Extractor.layer))
    )
  }

  for (const [what, path, text] of [
    ["what a file exports", "lib/pool.ts", "export const give = () => 1\n"],
    ["where names of modules lead", "tsconfig.json", '{ "compilerOptions": { "paths": { "~/*": ["./other/*"] } } }']
  ] as const) {
    it.live(
      `equals one made anew after an edit of ${what}`,
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          yield* repository.commit("First", {
            files: {
              "tsconfig.json": '{ "compilerOptions": { "paths": { "~/*": ["./lib/*"] } } }',
              "lib/pool.ts": "export const take = () => 1\n",
              "other/pool.ts": "export const take = () => 2\n",
              "src/near.ts": 'import { take } from "../lib/pool.ts"\nexport const near = () => take()\n',
              "src/far.ts": 'import { take } from "~/pool.ts"\nexport const far = () => take()\n'
            }
          })
          assert.deepStrictEqual(yield* compareAfter(repository, [[path, text]]), [])
        }).pipe(Effect.provide(Extractor.layer)),
      path === "tsconfig.json" ? {} : slow
    )
  }

  it.live(
    "answers as one made anew",
    () =>
      Effect.gen(function* () {
        const random = makeRandom(1)
        const repository = yield* makeRepository()
        yield* Effect.gen(function* () {
          const index = yield* CodeIndex
          for (let round = 0; round < 4; round += 1) {
            for (let at = 0; at < 12; at += 1) yield* repository.write(...pickFile(random))
            yield* index.index({ background: false })
          }
          const ask = index.search({ tags: ["client", "take"], limit: 100 })
          const incremental = yield* ask
          yield* index.index({ background: false, force: true })
          assert.isAbove(incremental.total, 10)
          assert.deepStrictEqual(incremental, yield* ask)
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )
})
