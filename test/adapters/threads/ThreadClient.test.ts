import { assert, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { makeThreadClient, ThreadFailed, type ThreadOptions } from "../../../src/adapters/threads/ThreadClient.ts"
import { builtScript } from "../../support/builtFolder.ts"
import { type Calls, Refused } from "../../support/threads/calls.ts"

const script = builtScript("callsThread")
const open = (options: Partial<ThreadOptions<Refused>> = {}) =>
  makeThreadClient<Calls, Refused>({ script, error: Refused, ...options })

/** The input of `addLater`. */
const pause = (pauseMillis: number) => ({ number: 1, pauseMillis })

it.live("a thread starts once, answers in order, and goes on after failures and defects, which differ", () =>
  Effect.gen(function* () {
    const { request } = yield* open({ arguments: ["given"] })
    const totals = [request("addLater", pause(5)), request("add", 10), request("add", 100)]
    assert.deepStrictEqual(yield* Effect.all(totals, { concurrency: "unbounded" }), [1, 11, 111])
    assert.strictEqual(yield* request("argument", null), "given")
    assert.deepStrictEqual(yield* Effect.flip(request("refuse", "not now")), new Refused({ why: "not now" }))
    const died = yield* Effect.exit(request("die", "a bug"))
    assert.isTrue(Exit.hasDies(died))
    assert.include(String(died), "a bug")
    assert.include(String(yield* Effect.exit(request("uncloneable", null))), "could not be cloned")
    assert.strictEqual(yield* request("add", 1), 112)
  })
)

it.live("a thread that ends without an answer is a typed failure, and the next request starts another", () =>
  Effect.gen(function* () {
    const { request } = yield* open({ resourceLimits: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 } })
    assert.strictEqual(yield* request("add", 1), 1)
    const [exited, next] = yield* Effect.all([Effect.flip(request("exit", 3)), request("add", 1)], {
      concurrency: "unbounded"
    })
    assert.deepStrictEqual(exited, new ThreadFailed({ reason: "exit", detail: "exit 3" }))
    assert.strictEqual(next, 1)
    const full = yield* Effect.flip(request("fill", null))
    assert.strictEqual(full._tag === "ThreadFailed" ? full.reason : "", "memory")
    assert.strictEqual(yield* request("add", 5), 5)
  })
)

it.live("a script that does not exist is a typed failure of each request", () =>
  Effect.gen(function* () {
    const { request } = yield* open({ script: new URL("./no-such-script.ts", import.meta.url) })
    const failures = yield* Effect.all([Effect.flip(request("add", 1)), Effect.flip(request("add", 1))])
    assert.deepStrictEqual(
      failures.map(({ _tag }) => _tag),
      ["ThreadFailed", "ThreadFailed"]
    )
    assert.include(failures[0].message, "no-such-script")
  })
)

it.live("an interrupted request ends its thread, one that waits does not; the end of the scope ends both", () =>
  Effect.gen(function* () {
    const fork = Effect.forkDetach({ startImmediately: true })
    const running = yield* Effect.scoped(
      Effect.gen(function* () {
        const { request } = yield* open()
        assert.strictEqual(yield* request("add", 1), 1)
        const first = yield* fork(request("addLater", pause(50)))
        yield* Fiber.interrupt(yield* fork(request("add", 100)))
        assert.strictEqual(yield* Fiber.join(first), 2)
        yield* Fiber.interrupt(yield* fork(request("addLater", pause(600_000))))
        assert.strictEqual(yield* request("add", 1), 1)
        return yield* fork(request("addLater", pause(600_000)))
      })
    )
    assert.strictEqual((yield* Effect.flip(Fiber.join(running)))._tag, "ThreadFailed")
  })
)

it.live("an idle thread ends, a busy one does not", () =>
  Effect.gen(function* () {
    const { request } = yield* open({ idleTimeToLive: "20 millis" })
    assert.strictEqual(yield* request("addLater", pause(100)), 1)
    const isReplaced = Effect.map(request("add", 1), (total) => total === 1)
    // The thread is gone as soon as one pause is longer than it may be idle.
    yield* Effect.delay(isReplaced, "40 millis").pipe(Effect.repeat({ until: (replaced) => replaced }))
  })
)

const failLater = () => Effect.delay(Effect.fail(new Refused({ why: "too long" })), "20 millis")

it.live("a request fails as what watches it, which ends its thread", () =>
  Effect.gen(function* () {
    const { request } = yield* open()
    assert.strictEqual(yield* request("add", 1), 1)
    assert.deepStrictEqual(
      yield* Effect.flip(request("addLater", pause(600_000), { watch: failLater })),
      new Refused({ why: "too long" })
    )
    assert.strictEqual(yield* request("add", 1), 1)
    assert.strictEqual(yield* request("add", 1, { watch: () => Effect.never }), 2)
  })
)

it.live("a thread that was ended has exited, and the next request starts another", () =>
  Effect.gen(function* () {
    let started = 0
    const { end, request } = yield* open({ onStart: () => (started += 1) })
    assert.strictEqual(yield* request("add", 1), 1)
    let hasExited = false
    yield* Effect.flip(
      request("addLater", pause(600_000), {
        watch: (worker) => {
          worker.on("exit", () => (hasExited = true))
          return Effect.fail(new Refused({ why: "enough" }))
        }
      })
    )
    yield* end
    assert.isTrue(hasExited)
    assert.strictEqual(yield* request("add", 1), 1)
    assert.strictEqual(started, 2)
  })
)
