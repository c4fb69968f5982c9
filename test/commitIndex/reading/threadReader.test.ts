import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer } from "effect"
import { IndexPath } from "../../../src/commitIndex/model/indexPath.ts"
import { IndexReader } from "../../../src/commitIndex/reading/IndexReader.ts"
import { makeShelf } from "../../support/commits/shelf.ts"
import { slow } from "../../support/scale.ts"

const reading = (layer: typeof IndexReader.layer, path: string) =>
  Effect.flatMap(Layer.build(Layer.provide(layer, Layer.succeed(IndexPath, path))), (context) =>
    Effect.provideContext(IndexReader, context)
  )

const filters = { repositories: undefined, since: undefined, until: undefined, author: undefined, paths: [] }
const about = (query: string) => ({ question: { query, filters, limit: 5, after: undefined }, branch: "main" })

describe("the reader thread", () => {
  it.live(
    "answers like the local reader, concurrently and after an interrupted request",
    () =>
      Effect.gen(function* () {
        const { index } = yield* makeShelf
        const apart = yield* reading(IndexReader.layerApart, index.path)
        const here = yield* reading(IndexReader.layer, index.path)
        const queries = ["limiter", "token", "cache", "limiter", "NEAR(", "limiter"]
        const both = (reader: IndexReader["Service"]) =>
          Effect.forEach(queries, (query) => reader.request("search", about(query)), { concurrency: "unbounded" })
        const expected = yield* both(here)
        assert.isNotEmpty(expected[0]?.results)
        assert.deepStrictEqual(yield* both(apart), expected)
        const left = yield* Effect.forkChild(apart.request("search", about("token")), { startImmediately: true })
        const waiting = yield* Effect.forkChild(both(apart), { startImmediately: true })
        yield* Fiber.interrupt(left)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(left)))
        assert.deepStrictEqual(yield* Fiber.join(waiting), expected)
        assert.strictEqual((yield* apart.request("registrations", null)).length, 2)
        const sha = "f".repeat(40)
        const [one, other] = yield* Effect.forEach([here, apart], (reader) =>
          Effect.flip(reader.request("commit", { repo: "api", sha }))
        )
        assert.strictEqual(other?.message, `Commit api:${sha} not found`)
        assert.deepStrictEqual([other?._tag, other?.code, other?.hint], [one?._tag, one?.code, one?.hint])
      }),
    slow
  )
})
