import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { rename } from "node:fs/promises"
import { join } from "node:path"
import { makePool } from "../../support/annotated.ts"
import { serving } from "../../support/ask.ts"
import { slow } from "../../support/scale.ts"

const move = (from: string, to: string) => Effect.promise(() => rename(from, to))

const connect = { path: "src/pool.ts", anchor: "connect" }

describe("the cached answer about a file", () => {
  it.effect("is reused by all four tools while nothing changes", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* serving(repository, ({ deps, history, read, summary }) =>
        Effect.gen(function* () {
          const all = Effect.all([read(connect), deps(connect), history(connect), summary(connect)])
          const first = yield* all
          const again = yield* all
          first.forEach((answer, at) => assert.strictEqual(again[at], answer, answer.$schema))
        })
      )
    })
  )

  it.effect("is not used for another question, for a folder, or where the caller measures it", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* serving(repository, ({ read, summary }) =>
        Effect.gen(function* () {
          const whole = yield* read({ path: "src/pool.ts" })
          assert.strictEqual((yield* read({ path: "src/pool.ts", max_regions: 1 })).regions.length, 1)
          assert.strictEqual(whole.regions.length, 2)
          assert.notStrictEqual(yield* summary({ path: "src" }), yield* summary({ path: "src" }))
          const measured = { ...connect, measure: JSON.stringify }
          assert.notStrictEqual(yield* read(measured), yield* read(measured))
        })
      )
    })
  )

  it.effect("is recomputed where something it depends on was unreadable", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const blob = yield* repository.id("HEAD:src/app.ts")
      const object = join(repository.directory, ".git", "objects", blob.slice(0, 2), blob.slice(2))
      yield* serving(repository, ({ deps }) =>
        Effect.gen(function* () {
          yield* move(object, `${object}.away`)
          assert.match((yield* deps(connect)).warnings?.[0] ?? "", /cannot be read/)
          yield* move(`${object}.away`, object)
          assert.isUndefined((yield* deps(connect)).warnings)
        })
      )
    })
  )

  it.effect(
    "is evicted after many other questions",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* serving(repository, ({ read }) =>
          Effect.gen(function* () {
            const oldest = yield* read(connect)
            for (let tokens = 20_000; tokens < 20_300; tokens += 1) {
              yield* read({ ...connect, max_tokens: tokens })
              if (tokens === 20_010) assert.strictEqual(yield* read(connect), oldest)
            }
            assert.notStrictEqual(yield* read(connect), oldest)
            assert.deepStrictEqual(yield* read(connect), oldest)
          })
        )
      }),
    slow
  )
})
