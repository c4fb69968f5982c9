import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Semaphore } from "effect"
import { FirstIndexPermits, makeLimitFirst } from "../../../src/codeIndex/indexing/firstTime.ts"

it.effect("first indexes of several repositories take turns, and later updates wait for none of them", () =>
  Effect.gen(function* () {
    const [known, large, small] = yield* Effect.all([makeLimitFirst, makeLimitFirst, makeLimitFirst])
    const done: Array<string> = []
    const record = (name: string) => Effect.sync(() => void done.push(name))
    const finish = yield* Deferred.make<void>()
    yield* known(record("known"))
    const first = yield* Effect.forkChild(large(Effect.andThen(Deferred.await(finish), record("large"))))
    yield* Effect.yieldNow
    const second = yield* Effect.forkChild(small(record("small")))
    yield* Effect.yieldNow
    yield* known(record("known again"))
    assert.deepStrictEqual(done, ["known", "known again"])
    yield* Deferred.succeed(finish, undefined)
    yield* Effect.all([Fiber.join(first), Fiber.join(second)])
    assert.deepStrictEqual(done.slice(2), ["large", "small"])
  }).pipe(Effect.provideService(FirstIndexPermits, Semaphore.makeUnsafe(1)))
)

it.effect("a first index that failed is still the first", () =>
  Effect.gen(function* () {
    const permits = Semaphore.makeUnsafe(1)
    const limit = yield* Effect.provideService(makeLimitFirst, FirstIndexPermits, permits)
    yield* Effect.flip(limit(Effect.fail("locked")))
    const held = yield* Deferred.make<void>()
    yield* Effect.forkChild(permits.withPermits(1)(Deferred.await(held)))
    yield* Effect.yieldNow
    const again = yield* Effect.forkChild(limit(Effect.succeed("indexed")))
    yield* Effect.yieldNow
    assert.isUndefined(again.pollUnsafe())
    yield* Deferred.succeed(held, undefined)
    assert.strictEqual(yield* Fiber.join(again), "indexed")
  })
)
